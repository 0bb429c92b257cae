import * as vscode from 'vscode';
import type { ListedModel } from '../classifier/modelListing';
import type { ServerChoice } from './serverChoice';

export interface ModelChoiceSettings {
  /** Undefined: the automatic choice. */
  readonly model: string | undefined;
  /** Undefined: the provider's own address. */
  readonly baseUrl: string | undefined;
}

export interface ModelPickerParts {
  readonly listModels: () => Promise<readonly ListedModel[]>;
  /** The editor's own models, as `provider/model-id`; none where there are none. */
  readonly editorModels: () => Promise<readonly string[]>;
  readonly server: ServerChoice;
  /** What is configured. */
  readonly current: () => ModelChoiceSettings;
  /** Changes what is configured. */
  readonly choose: (choice: ModelChoiceSettings) => Promise<void>;
  /** Throws where the administrator's policy lets nothing be loosened. */
  readonly refuseIfForbidden: () => void;
}

/** Has the user pick the model that judges. Picking in the gate's own list is the user's word; nobody is asked again. */
export class ModelPicker {
  constructor(private readonly parts: ModelPickerParts) {}

  async pick(): Promise<{ readonly model: string | undefined }> {
    const { listModels, current, choose, refuseIfForbidden } = this.parts;
    refuseIfForbidden();
    const inUse = current();
    const words = (...list: readonly (string | false)[]): string => list.filter((word) => word !== false).join(', ');
    const ownAddress = vscode.l10n.t("asked at the provider's own address");
    const items = listModels().then((models) => [
      {
        label: vscode.l10n.t('Automatic'),
        description: words(
          inUse.model === undefined && vscode.l10n.t('in use'),
          inUse.model !== undefined && inUse.baseUrl !== undefined && ownAddress,
        ),
        // The address belongs to the model that was chosen with it.
        take: () => choose({ model: undefined, baseUrl: inUse.model === undefined ? inUse.baseUrl : undefined }),
      },
      ...models.map(({ id, isDefault, baseUrl }) => ({
        label: id,
        description: words(
          id === inUse.model && vscode.l10n.t('in use'),
          isDefault && vscode.l10n.t('default'),
          inUse.baseUrl !== undefined &&
            (baseUrl === undefined ? ownAddress : vscode.l10n.t('asked at {address}', { address: baseUrl })),
        ),
        take: () => choose({ model: id, baseUrl: baseUrl === undefined ? undefined : inUse.baseUrl }),
      })),
      {
        label: vscode.l10n.t('A server of mine…'),
        description: vscode.l10n.t('Ollama, llama.cpp, vLLM, LM Studio or a gateway, at an address that you enter'),
        take: () => this.pickOnServer(),
      },
    ]);
    const picked = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Auto Mode: Choose Classifier Model'),
      placeHolder: vscode.l10n.t('Which model judges the calls that code cannot settle?'),
    });
    await picked?.take();
    return { model: current().model };
  }

  /** Has the user pick one of the editor's own models. @returns whether one was picked and can be used */
  async pickInEditor(): Promise<boolean> {
    const { editorModels, current, choose, refuseIfForbidden } = this.parts;
    refuseIfForbidden();
    const model = await vscode.window.showQuickPick(editorModels(), {
      title: vscode.l10n.t('Auto Mode: Choose Classifier Model'),
      placeHolder: vscode.l10n.t('Which model of the editor judges? Its requests count against your quota there.'),
    });
    if (model === undefined) return false;
    await choose({ model, baseUrl: undefined });
    return current().model === model;
  }

  /** Has the user enter the address of a server and pick one of its models. @returns whether one was picked */
  async pickOnServer(): Promise<boolean> {
    const { server, choose, refuseIfForbidden } = this.parts;
    refuseIfForbidden();
    const choice = await server.choose(this.parts.current());
    if (choice !== undefined) await choose(choice);
    return choice !== undefined;
  }
}
