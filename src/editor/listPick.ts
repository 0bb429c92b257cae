import * as vscode from 'vscode';

export interface ListPickItem<Id> {
  readonly id: Id;
  readonly label: string;
  readonly detail?: string | undefined;
}

export interface ListPickRequest<Id> {
  readonly title: string;
  readonly placeHolder: string;
  readonly items: readonly ListPickItem<Id>[];
}

/**
 * Undefined: closed without a choice.
 * @param abandoned resolves when nobody needs the choice
 */
export async function listPick<Id>(request: ListPickRequest<Id>, abandoned?: Promise<void>): Promise<Id | undefined> {
  const source = new vscode.CancellationTokenSource();
  void abandoned?.then(() => {
    source.cancel();
  });
  const { title, placeHolder, items } = request;
  try {
    const shown = items.map(({ id, label, detail }) => ({ id, label, ...(detail === undefined ? {} : { detail }) }));
    return (await vscode.window.showQuickPick(shown, { title, placeHolder }, source.token))?.id;
  } finally {
    source.dispose();
  }
}
