import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Provider } from '../../classifier/models/provider';
import type { Confirm } from '../../editor/confirmation';
import type { SecretKeys } from './secretKeys';

export interface KeyEntryParts {
  readonly keys: SecretKeys;
  readonly providers: readonly Provider[];
  readonly addressOf: (provider: Provider) => string | undefined;
  readonly onDidChange: () => Promise<void>;
  readonly confirm: Confirm;
}

/** The editor's password field; never a webview, setting or argument. */
export class KeyEntry {
  constructor(private readonly parts: KeyEntryParts) {}

  /**
   * @param address of the key's server; by default the configured one
   * @returns whether another key can be used now
   */
  async enter(provider?: Provider, address?: string): Promise<{ readonly stored: boolean }> {
    const chosen = provider ?? (await this.chooseProvider());
    return chosen === undefined ? { stored: false } : this.enterFor(chosen, address ?? this.parts.addressOf(chosen));
  }

  /** After the user's yes. */
  async remove({ id, title, environmentVariable }: Provider): Promise<{ readonly removed: boolean }> {
    const { keys, onDidChange, confirm } = this.parts;
    if (!(await keys.isStored(id))) return { removed: false };
    const removed = await confirm(
      t('Take the stored key for {provider} away?', { provider: title }),
      environmentVariable === undefined
        ? t('Calls that its models would judge are then blocked, or you are asked about them.')
        : t(
            'Calls that its models would judge are then blocked, or you are asked about them, unless a key is in {variable}.',
            { variable: environmentVariable },
          ),
      t('Take the Key Away'),
    );
    if (!removed) return { removed };
    await keys.delete(id);
    await onDidChange();
    return { removed };
  }

  /** @throws TypeError for an unknown provider */
  async removeById(id: string | undefined): Promise<{ readonly removed: boolean }> {
    const { keys, providers } = this.parts;
    if (id !== undefined) {
      const provider = providers.find((one) => one.id === id);
      if (provider === undefined) throw new TypeError(`No provider is ${JSON.stringify(id)}.`);
      return this.remove(provider);
    }
    const stored: (vscode.QuickPickItem & { readonly provider: Provider })[] = [];
    for (const provider of providers) {
      if (await keys.isStored(provider.id)) stored.push({ label: provider.title, provider });
    }
    if (stored.length === 0) {
      await vscode.window.showInformationMessage(t('No key is stored.'));
      return { removed: false };
    }
    const picked = await vscode.window.showQuickPick(stored, {
      title: t('Auto Mode: Remove Classifier API Key'),
      placeHolder: t('Whose key?'),
    });
    return picked === undefined ? { removed: false } : this.remove(picked.provider);
  }

  private async chooseProvider(): Promise<Provider | undefined> {
    const { keys, providers, addressOf } = this.parts;
    const items = providers.map(async (provider) => {
      const source = (await keys.key(provider.id, addressOf(provider)))?.source;
      return {
        label: provider.title,
        description:
          source === undefined
            ? provider.needsKey
              ? ''
              : t('needed only where the server asks for one')
            : source === 'secret-storage'
              ? t('a key is stored')
              : t('a key is in the environment'),
        provider,
      };
    });
    const picked = await vscode.window.showQuickPick(Promise.all(items), {
      title: t('Auto Mode: Set Classifier API Key'),
      placeHolder: t('Whose key?'),
    });
    return picked?.provider;
  }

  private async enterFor({ id, title }: Provider, address: string | undefined): Promise<{ readonly stored: boolean }> {
    const { keys, onDidChange } = this.parts;
    if (address === undefined) {
      void vscode.window.showErrorMessage(
        t(
          'A key is for one server. Choose a model on your server first; you are asked for the key where it needs one.',
        ),
      );
      return { stored: false };
    }
    const found = await keys.key(id, address);
    if (found?.source === 'environment' && !keys.environmentKeyConfirmed(id)) {
      const use = t('Use the key in the environment');
      const other = t('Enter another key');
      const picked = await vscode.window.showQuickPick([use, other], {
        title: t('Auto Mode'),
        placeHolder: t('The environment of the editor holds a key for {provider}.', { provider: title }),
      });
      if (picked === undefined) return { stored: false };
      if (picked === use) {
        await keys.confirmEnvironmentKey(id);
        await onDidChange();
        return { stored: true };
      }
    }
    const key = await vscode.window.showInputBox({
      title: t('Auto Mode: {provider} API key', { provider: title }),
      prompt: t(
        "It is sent to {address} only, and kept in the editor's secret storage. An empty field takes a stored key away.",
        { address: new URL(address).origin },
      ),
      password: true,
      ignoreFocusOut: true,
    });
    if (key === undefined) return { stored: false };
    const stored = key.trim() !== '';
    await (stored ? keys.set(id, key, address) : keys.delete(id));
    await onDidChange();
    void vscode.window.showInformationMessage(stored ? t('The key is stored.') : t('The stored key was removed.'));
    return { stored };
  }
}
