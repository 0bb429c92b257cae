import * as vscode from 'vscode';
import type { Provider } from '../classifier/provider';
import type { SecretKeys } from './state/secretKeys';

export interface KeyEntryParts {
  readonly keys: SecretKeys;
  readonly providers: readonly Provider[];
  /** Resolves once what follows from another key is shown. */
  readonly onDidChange: () => Promise<void>;
}

/** Has the user choose a provider's key: typed into the editor's own password field, never into a webview, a setting or an argument. */
export class KeyEntry {
  constructor(private readonly parts: KeyEntryParts) {}

  /**
   * @param provider whose key; without one the user is asked
   * @returns whether a key can be used afterwards that could not before, or another one.
   */
  async enter(provider?: Provider): Promise<{ readonly stored: boolean }> {
    const chosen = provider ?? (await this.chooseProvider());
    return chosen === undefined ? { stored: false } : this.enterFor(chosen);
  }

  private async chooseProvider(): Promise<Provider | undefined> {
    const { keys, providers } = this.parts;
    const items = providers.map(async (provider) => {
      const source = (await keys.key(provider.id))?.source;
      return {
        label: provider.title,
        description:
          source === undefined
            ? provider.needsKey
              ? ''
              : vscode.l10n.t('needed only where the server asks for one')
            : source === 'secret-storage'
              ? vscode.l10n.t('a key is stored')
              : vscode.l10n.t('a key is in the environment'),
        provider,
      };
    });
    const picked = await vscode.window.showQuickPick(Promise.all(items), {
      title: vscode.l10n.t('Auto Mode: Set Classifier API Key'),
      placeHolder: vscode.l10n.t('Whose key?'),
    });
    return picked?.provider;
  }

  private async enterFor({ id, title }: Provider): Promise<{ readonly stored: boolean }> {
    const { keys, onDidChange } = this.parts;
    const found = await keys.key(id);
    if (found?.source === 'environment' && !keys.environmentKeyConfirmed(id)) {
      const use = vscode.l10n.t('Use the key in the environment');
      const other = vscode.l10n.t('Enter another key');
      const picked = await vscode.window.showQuickPick([use, other], {
        title: vscode.l10n.t('Auto Mode'),
        placeHolder: vscode.l10n.t('The environment of the editor holds a key for {provider}.', { provider: title }),
      });
      if (picked === undefined) return { stored: false };
      if (picked === use) {
        await keys.confirmEnvironmentKey(id);
        await onDidChange();
        return { stored: true };
      }
    }
    const key = await vscode.window.showInputBox({
      title: vscode.l10n.t('Auto Mode: {provider} API key', { provider: title }),
      prompt: vscode.l10n.t("It is kept in the editor's secret storage. An empty field takes a stored key away."),
      password: true,
      ignoreFocusOut: true,
    });
    if (key === undefined) return { stored: false };
    const stored = key.trim() !== '';
    await (stored ? keys.set(id, key) : keys.delete(id));
    await onDidChange();
    void vscode.window.showInformationMessage(
      stored ? vscode.l10n.t('The key is stored.') : vscode.l10n.t('The stored key is gone.'),
    );
    return { stored };
  }
}
