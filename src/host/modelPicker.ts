import * as vscode from 'vscode';
import type { ListedModel } from '../classifier/modelCatalogue';

export interface ModelPickerParts {
  readonly listModels: () => Promise<readonly ListedModel[]>;
  /** The configured model; undefined: the automatic choice. */
  readonly current: () => string | undefined;
  readonly setModel: (model: string) => Promise<void>;
  /** Throws where the administrator's policy lets nothing be loosened. */
  readonly refuseIfForbidden: () => void;
}

/** Has the user pick the model that judges. Picking in the gate's own list is the user's word; nobody is asked again. */
export class ModelPicker {
  constructor(private readonly parts: ModelPickerParts) {}

  async pick(): Promise<{ readonly model: string | undefined }> {
    const { listModels, current, setModel, refuseIfForbidden } = this.parts;
    refuseIfForbidden();
    const inUse = current();
    const automatic = { label: vscode.l10n.t('Automatic'), description: '', model: '' };
    const items = listModels().then((models) => [
      { ...automatic, description: inUse === undefined ? vscode.l10n.t('in use') : '' },
      ...models.map(({ id, isDefault }) => ({
        label: id,
        description: [id === inUse ? vscode.l10n.t('in use') : '', isDefault ? vscode.l10n.t('default') : '']
          .filter((word) => word !== '')
          .join(', '),
        model: id,
      })),
    ]);
    const picked = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Auto Mode: Choose Classifier Model'),
      placeHolder: vscode.l10n.t('Which model judges the calls that code cannot settle?'),
    });
    if (picked !== undefined) await setModel(picked.model);
    return { model: current() };
  }
}
