import * as vscode from 'vscode';
import type { SecretKeys } from './state/secretKeys';

export interface KeyEntryParts {
  readonly keys: SecretKeys;
  readonly onDidChange: () => void;
}

const PROVIDER = 'anthropic';

/** Has the user choose the classifier's key: typed into the editor's own password field, never into a webview, a setting or an argument. */
export class KeyEntry {
  constructor(private readonly parts: KeyEntryParts) {}

  /** @returns whether a key can be used afterwards that could not before, or another one. */
  async enter(): Promise<{ readonly stored: boolean }> {
    const { keys, onDidChange } = this.parts;
    const found = await keys.key(PROVIDER);
    if (found?.source === 'environment' && !keys.environmentKeyConfirmed(PROVIDER)) {
      const use = vscode.l10n.t('Use the key in the environment');
      const other = vscode.l10n.t('Enter another key');
      const picked = await vscode.window.showQuickPick([use, other], {
        title: vscode.l10n.t('Auto Mode'),
        placeHolder: vscode.l10n.t('The environment of the editor holds an Anthropic key.'),
      });
      if (picked === undefined) return { stored: false };
      if (picked === use) {
        await keys.confirmEnvironmentKey(PROVIDER);
        onDidChange();
        return { stored: true };
      }
    }
    const key = await vscode.window.showInputBox({
      title: vscode.l10n.t('Auto Mode: Anthropic API key'),
      prompt: vscode.l10n.t("It is kept in the editor's secret storage. An empty field takes a stored key away."),
      password: true,
      ignoreFocusOut: true,
    });
    if (key === undefined) return { stored: false };
    if (key.trim() === '') {
      await keys.delete(PROVIDER);
      void vscode.window.showInformationMessage(vscode.l10n.t('The stored key is gone.'));
    } else {
      await keys.set(PROVIDER, key);
      void vscode.window.showInformationMessage(vscode.l10n.t('The key is stored.'));
    }
    onDidChange();
    return { stored: key.trim() !== '' };
  }
}
