import { t } from '@vscode/l10n';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { SETTINGS, SETTINGS_PREFIX } from '../../config/contributions';

const SETTING = `${SETTINGS_PREFIX}.${SETTINGS.classifierLogRequests}`;

export class RequestLogWindow {
  /** @param file its absolute path */
  constructor(private readonly file: string) {}

  whereabouts(): { readonly file: string; readonly exists: boolean } {
    return { file: this.file, exists: existsSync(this.file) };
  }

  async open(): Promise<void> {
    if (this.whereabouts().exists) {
      await vscode.window.showTextDocument(vscode.Uri.file(this.file));
      return;
    }
    const settings = t('Open Settings');
    const clicked = await vscode.window.showInformationMessage(
      t('No request to the judge was kept yet. The setting {0} switches that on.', SETTING),
      settings,
    );
    if (clicked === settings) await vscode.commands.executeCommand('workbench.action.openSettings', `@id:${SETTING}`);
  }
}
