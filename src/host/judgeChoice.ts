import * as vscode from 'vscode';
import type { KeyEntry } from './keyEntry';

export interface JudgeChoiceParts {
  readonly keyEntry: KeyEntry;
  /** Whether a classifier could answer, or the user is asked where none can. */
  readonly settled: () => Promise<boolean>;
  /** Sets `autoMode.classifier.whenUnavailable` to `ask`. */
  readonly askMe: () => Promise<void>;
}

/** Before an agent is connected: who judges what code cannot settle? Without an answer its first command would just be blocked. */
export class JudgeChoice {
  constructor(private readonly parts: JudgeChoiceParts) {}

  /** @returns false where the user chose nothing. */
  async choose(): Promise<boolean> {
    const { settled, keyEntry, askMe } = this.parts;
    if (await settled()) return true;
    const choices: (vscode.QuickPickItem & { readonly take: () => Promise<boolean> })[] = [
      {
        label: vscode.l10n.t('An Anthropic model, with a key of mine'),
        detail: vscode.l10n.t('A small, fast model judges. The key is kept in the secret storage of the editor.'),
        take: async () => (await keyEntry.enter()).stored,
      },
      {
        label: vscode.l10n.t('Ask me'),
        detail: vscode.l10n.t(
          'A dialog asks you about each call that code cannot settle. No model and no key are needed.',
        ),
        take: async () => {
          await askMe();
          return true;
        },
      },
    ];
    const choice = await vscode.window.showQuickPick(choices, {
      title: vscode.l10n.t('Auto Mode'),
      placeHolder: vscode.l10n.t('Who judges the calls that code cannot settle?'),
      ignoreFocusOut: true,
    });
    return choice === undefined ? false : choice.take();
  }
}
