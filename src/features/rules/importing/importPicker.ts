import * as vscode from 'vscode';
import type { Candidate, ImportResult } from './importRules';
import { notExpressedText, pickItems, type PickItem } from './importText';
import { t } from '@vscode/l10n';

export class ImportPicker {
  constructor(private readonly showText: (name: string, text: string) => Promise<void>) {}

  /** Undefined: closed, or nothing to tick. */
  async pick(found: Pick<ImportResult, 'candidates' | 'notExpressed'>): Promise<readonly Candidate[] | undefined> {
    const { candidates, notExpressed } = found;
    const showOthers = t('Show What Cannot Be Imported ({count})', { count: notExpressed.length });
    const openOthers = (): Promise<void> => this.showText('auto-mode-not-imported.txt', notExpressedText(notExpressed));
    if (candidates.length === 0) {
      const message = t('No permission list was found that holds a rule which is not in your settings already.');
      const buttons = notExpressed.length === 0 ? [] : [showOthers];
      if ((await vscode.window.showInformationMessage(message, ...buttons)) === showOthers) await openOthers();
      return undefined;
    }
    const list = vscode.window.createQuickPick<PickItem>();
    list.title = t('Auto Mode: Import Rules');
    list.placeholder = t('Tick what becomes a rule in your own settings.');
    list.canSelectMany = true;
    list.matchOnDescription = true;
    list.matchOnDetail = true;
    // Other windows' focus keeps the ticks.
    list.ignoreFocusOut = true;
    list.items = pickItems(candidates);
    list.selectedItems = list.items.filter(({ ticked }) => ticked);
    if (notExpressed.length > 0) list.buttons = [{ iconPath: new vscode.ThemeIcon('info'), tooltip: showOthers }];
    return new Promise((resolve) => {
      list.onDidTriggerButton(() => {
        // The list would cover the text.
        list.hide();
        void openOthers();
      });
      list.onDidAccept(() => {
        resolve(list.selectedItems.map(({ candidate }) => candidate));
        list.hide();
      });
      list.onDidHide(() => {
        resolve(undefined);
        list.dispose();
      });
      list.show();
    });
  }
}
