import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Provider } from '../../classifier/models/provider';
import type { KeyEntry } from './keyEntry';
import type { ModelPicker } from './modelPicker';

export interface JudgeChoiceParts {
  readonly keyEntry: KeyEntry;
  readonly modelPicker: ModelPicker;
  readonly providers: readonly Provider[];
  readonly editorModels: () => Promise<readonly string[]>;
  /** A classifier can answer, or the user is asked. */
  readonly settled: () => Promise<boolean>;
  readonly askMe: () => Promise<void>;
}

/** Without a judge an agent's first command is just blocked. */
export class JudgeChoice {
  constructor(private readonly parts: JudgeChoiceParts) {}

  settled(): Promise<boolean> {
    return this.parts.settled();
  }

  async choose(): Promise<boolean> {
    const { settled, keyEntry, modelPicker, providers, editorModels, askMe } = this.parts;
    if (await settled()) return true;
    const inEditor = {
      label: t('A model of the editor'),
      detail: t('Such as those of GitHub Copilot. No key is needed; its requests count against your quota there.'),
      take: () => modelPicker.pickInEditor(),
    };
    const others: (vscode.QuickPickItem & { readonly take: () => Promise<boolean> })[] = [
      ...providers
        .filter(({ needsKey }) => needsKey)
        .map((provider) => ({
          label: t('A model of {provider}, with a key of mine', { provider: provider.title }),
          detail: t('A small, fast model judges. The key is kept in the secret storage of the editor.'),
          take: async () => (await keyEntry.enter(provider)).stored,
        })),
      {
        label: t('A model on a server of mine'),
        detail: t('Ollama, llama.cpp, vLLM, LM Studio or a gateway, at an address that you enter.'),
        take: () => modelPicker.pickOnServer(),
      },
      {
        label: t('Ask me'),
        detail: t('A dialog asks you about each call that code cannot settle. No model and no key are needed.'),
        take: async () => {
          await askMe();
          return true;
        },
      },
    ];
    const choices = editorModels().then((models) => (models.length === 0 ? others : [inEditor, ...others]));
    const choice = await vscode.window.showQuickPick(choices, {
      title: t('Auto Mode'),
      placeHolder: t('Who judges the calls that code cannot settle?'),
      ignoreFocusOut: true,
    });
    return choice === undefined ? false : choice.take();
  }
}
