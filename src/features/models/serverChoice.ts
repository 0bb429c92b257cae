import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatModelId, parseModelId } from '../../classifier/models/modelCatalogue';
import { ProviderFailure, type Provider } from '../../classifier/models/provider';
import { checkedBaseUrl } from '../../classifier/models/serverAddress';
import type { KeyEntry } from './keyEntry';
import type { ModelChoiceSettings } from './modelChoiceSettings';
import { notificationText } from '../../editor/notificationText';
import { pickText } from '../../editor/pickText';

export interface ServerChoiceParts {
  readonly provider: Provider;
  readonly keyEntry: KeyEntry;
  readonly key: (address: string) => Promise<string | undefined>;
  readonly listModels: (
    connection: { readonly key: string | undefined; readonly baseUrl: string },
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
}

const MAX_NAME = 200;
const EXAMPLE = 'http://localhost:11434';

/** Sends nothing before the user gave the address. */
export class ServerChoice {
  constructor(private readonly parts: ServerChoiceParts) {}

  async choose(current: ModelChoiceSettings): Promise<ModelChoiceSettings | undefined> {
    const { provider } = this.parts;
    const isConfigured = parseModelId(current.model ?? '')?.provider === provider.id;
    const entered = await vscode.window.showInputBox({
      title: t('Auto Mode: Address of the Model Server'),
      prompt: t(
        'Usual ones: Ollama {ollama}, LM Studio {lmStudio}, llama.cpp {llamaCpp}, vLLM {vllm}. What the judge is asked is sent there.',
        {
          ollama: EXAMPLE,
          lmStudio: 'http://localhost:1234',
          llamaCpp: 'http://localhost:8080',
          vllm: 'http://localhost:8000',
        },
      ),
      value: isConfigured ? (current.baseUrl ?? '') : '',
      placeHolder: EXAMPLE,
      ignoreFocusOut: true,
      validateInput: (text) => {
        const address = checkedBaseUrl(text.trim());
        if (!address.ok) return t('Write an https address, or an http address of this machine.');
        return address.url === undefined ? t('Write an address, such as {example}.', { example: EXAMPLE }) : undefined;
      },
    });
    const address = checkedBaseUrl(entered?.trim());
    if (entered === undefined || !address.ok || address.url === undefined) return undefined;
    const models = await this.models(address.url, await this.parts.key(address.url));
    if (models === undefined) return undefined;
    const items = models.map((model) => ({ label: pickText(model, MAX_NAME), model }));
    const picked = await vscode.window.showQuickPick(items, {
      title: t('Auto Mode: Choose Classifier Model'),
      placeHolder: t('Which model of {address} judges?', { address: address.url }),
      ignoreFocusOut: true,
    });
    return picked === undefined
      ? undefined
      : { model: formatModelId({ provider: provider.id, model: picked.model }), baseUrl: address.url };
  }

  /** Undefined: none; the user was notified. */
  private async models(baseUrl: string, key: string | undefined): Promise<readonly string[] | undefined> {
    const { provider, keyEntry } = this.parts;
    try {
      const models = await this.listed(baseUrl, key);
      if (models.length > 0) return models;
      void vscode.window.showErrorMessage(
        t('The model server at {address} has no model. Load one there first.', { address: baseUrl }),
      );
      return undefined;
    } catch (error) {
      if (error instanceof ProviderFailure && error.kind === 'authentication' && key === undefined) {
        const { stored } = await keyEntry.enter(provider, baseUrl);
        return stored ? this.models(baseUrl, await this.parts.key(baseUrl)) : undefined;
      }
      const message =
        error instanceof ProviderFailure
          ? [error.message, error.remedy ?? ''].join(' ')
          : t('The model server at {address} did not answer.', { address: baseUrl });
      void vscode.window.showErrorMessage(notificationText(message, 400));
      return undefined;
    }
  }

  private async listed(baseUrl: string, key: string | undefined): Promise<readonly string[]> {
    const { listModels } = this.parts;
    return vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: t('Auto Mode: asking {address} for its models', { address: baseUrl }),
        cancellable: true,
      },
      (_, token) => {
        const controller = new AbortController();
        token.onCancellationRequested(() => {
          controller.abort();
        });
        return listModels({ key, baseUrl }, controller.signal);
      },
    );
  }
}
