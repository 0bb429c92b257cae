import * as vscode from 'vscode';

export interface WordsRequest {
  readonly title: string;
  readonly prompt: string;
}

/**
 * Closes when the user turns elsewhere.
 * @param abandoned resolves when nobody needs the text
 */
export async function inputWords(request: WordsRequest, abandoned: Promise<void>): Promise<string | undefined> {
  const source = new vscode.CancellationTokenSource();
  void abandoned.then(() => {
    source.cancel();
  });
  try {
    return await vscode.window.showInputBox({ ...request, ignoreFocusOut: false }, source.token);
  } finally {
    source.dispose();
  }
}
