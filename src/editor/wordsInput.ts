import * as vscode from 'vscode';

/** A text that the user is asked for. */
export interface WordsRequest {
  readonly title: string;
  readonly prompt: string;
}

/**
 * Asks for a text in an input box, which is closed as soon as nobody needs it any more. It also closes when the user turns to something
 * else, so that nobody waits for words that do not come.
 * @param abandoned resolves when nobody needs the text any more
 * @returns undefined where the box was closed
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
