import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { parseModelId } from '../../classifier/models/modelCatalogue';
import { ProviderFailure } from '../../classifier/models/provider';
import type { EditorProvider } from '../../classifier/providers/editorModels';
import { notificationText } from '../../editor/notificationText';

/** Other failures may pass. */
const FINAL: readonly string[] = ['no-consent', 'no-model'];

/** By one tiny request. */
export class EditorModelAccess {
  constructor(private readonly provider: EditorProvider) {}

  /**
   * Only after the user chose the model. Shows errors.
   * @param id `provider/model-id`
   * @returns whether the editor allows the model
   */
  async granted(id: string): Promise<boolean> {
    const parsed = parseModelId(id);
    if (parsed?.provider !== this.provider.id) return true;
    try {
      return await this.ask(parsed.model, id);
    } catch (error) {
      const isFinal = !(error instanceof ProviderFailure) || FINAL.includes(error.kind);
      const message =
        error instanceof ProviderFailure
          ? [error.message, error.remedy ?? ''].join(' ')
          : t('The editor did not answer.');
      if (isFinal) void vscode.window.showErrorMessage(notificationText(message, 600));
      else void vscode.window.showWarningMessage(notificationText(message, 600));
      return !isFinal;
    }
  }

  private ask(model: string, id: string): Thenable<boolean> {
    return vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: t('Auto Mode: trying {model}', { model: notificationText(id, 100) }),
        cancellable: true,
      },
      async (_, token) => {
        const controller = new AbortController();
        token.onCancellationRequested(() => {
          controller.abort();
        });
        try {
          await this.provider.requestAccess(model, controller.signal);
          return true;
        } catch (error) {
          if (controller.signal.aborted) return false;
          throw error;
        }
      },
    );
  }
}
