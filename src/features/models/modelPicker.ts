import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ListedModel } from '../../classifier/models/modelListing';
import type { ServerChoice } from './serverChoice';
import { pickText } from '../../editor/pickText';
import type { ModelChoiceSettings } from './modelChoiceSettings';

const MAX_NAME = 200;

export interface ModelPickerParts {
  readonly listModels: () => Promise<readonly ListedModel[]>;
  readonly editorModels: () => Promise<readonly string[]>;
  readonly server: ServerChoice;
  readonly current: () => ModelChoiceSettings;
  readonly choose: (choice: ModelChoiceSettings) => Promise<void>;
  readonly refuseIfForbidden: () => void;
}

/** A pick in the gate's list is the user's word. */
export class ModelPicker {
  constructor(private readonly parts: ModelPickerParts) {}

  async pick(): Promise<{ readonly model: string | undefined }> {
    const { listModels, current, refuseIfForbidden } = this.parts;
    refuseIfForbidden();
    const inUse = current();
    const words = (...list: readonly (string | false)[]): string => list.filter((word) => word !== false).join(', ');
    const ownAddress = t("asked at the provider's own address");
    const items = listModels().then((models) => [
      {
        label: t('Automatic'),
        description: words(
          inUse.model === undefined && t('in use'),
          inUse.model !== undefined && inUse.baseUrl !== undefined && ownAddress,
        ),
        take: () => this.use(undefined),
      },
      ...models.map((model) => ({
        label: pickText(model.id, MAX_NAME),
        description: words(
          model.id === inUse.model && t('in use'),
          model.isDefault && t('default'),
          inUse.baseUrl !== undefined &&
            (model.baseUrl === undefined
              ? ownAddress
              : t('asked at {address}', { address: pickText(model.baseUrl, MAX_NAME) })),
        ),
        take: () => this.use(model),
      })),
      {
        label: t('A server of mine…'),
        description: t('Ollama, llama.cpp, vLLM, LM Studio or a gateway, at an address that you enter'),
        take: () => this.pickOnServer(),
      },
    ]);
    const picked = await vscode.window.showQuickPick(items, {
      title: t('Auto Mode: Choose Classifier Model'),
      placeHolder: t('Which model judges the calls that code cannot settle?'),
    });
    await picked?.take();
    return { model: current().model };
  }

  /** @param model undefined: the automatic choice */
  async use(model: ListedModel | undefined): Promise<void> {
    const { current, choose, refuseIfForbidden } = this.parts;
    refuseIfForbidden();
    const inUse = current();
    const keepsAddress = model === undefined ? inUse.model === undefined : model.baseUrl !== undefined;
    await choose({ model: model?.id, baseUrl: keepsAddress ? inUse.baseUrl : undefined });
  }

  /** @returns whether one was picked and is usable */
  async pickInEditor(): Promise<boolean> {
    const { editorModels, current, choose, refuseIfForbidden } = this.parts;
    refuseIfForbidden();
    const items = editorModels().then((models) => models.map((model) => ({ label: pickText(model, MAX_NAME), model })));
    const picked = await vscode.window.showQuickPick(items, {
      title: t('Auto Mode: Choose Classifier Model'),
      placeHolder: t('Which model of the editor judges? Its requests count against your quota there.'),
    });
    if (picked === undefined) return false;
    const { model } = picked;
    await choose({ model, baseUrl: undefined });
    return current().model === model;
  }

  /** @returns whether one was picked */
  async pickOnServer(): Promise<boolean> {
    const { server, choose, refuseIfForbidden } = this.parts;
    refuseIfForbidden();
    const choice = await server.choose(this.parts.current());
    if (choice !== undefined) await choose(choice);
    return choice !== undefined;
  }
}
