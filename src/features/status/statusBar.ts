import * as vscode from 'vscode';
import { COMMANDS } from '../../config/contributions';
import { GatheredChanges } from '../../common/gatheredChanges';
import type { PanelSource } from '../../panel/panelSource';
import { statusBarText } from './statusBarText';
import { tooltipMarkdown } from './tooltipMarkdown';
import { t } from '@vscode/l10n';

export class StatusBar {
  readonly #source: PanelSource;

  constructor(source: PanelSource) {
    this.#source = source;
  }

  register(context: vscode.ExtensionContext): void {
    const item = vscode.window.createStatusBarItem('autoMode.status', vscode.StatusBarAlignment.Left, 0);
    item.name = t('Auto Mode');
    item.command = COMMANDS.showPanel;
    this.#update(item);
    item.show();
    const gathered = new GatheredChanges(() => {
      this.#update(item);
    });
    context.subscriptions.push(
      item,
      gathered,
      this.#source.onDidChange(() => {
        gathered.change();
      }),
    );
  }

  #update(item: vscode.StatusBarItem): void {
    const { text, tooltip, links, label, warning } = statusBarText(this.#source.snapshot());
    const { value, enabledCommands } = tooltipMarkdown(tooltip, links);
    const markdown = new vscode.MarkdownString(value);
    markdown.isTrusted = { enabledCommands };
    item.text = text;
    item.tooltip = markdown;
    item.accessibilityInformation = { label };
    item.backgroundColor = warning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  }
}
