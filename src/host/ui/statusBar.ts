import * as vscode from 'vscode';
import { COMMANDS } from '../../config/contributions';
import type { PanelSource } from './panelSource';
import { statusBarText } from './statusBarText';
import type { Translate } from './translate';

/** The status bar item: what auto mode does in this window. */
export class StatusBar {
  readonly #source: PanelSource;
  readonly #t: Translate;

  constructor(source: PanelSource, t: Translate) {
    this.#source = source;
    this.#t = t;
  }

  register(context: vscode.ExtensionContext): void {
    const item = vscode.window.createStatusBarItem('autoMode.status', vscode.StatusBarAlignment.Left, 0);
    item.name = this.#t('Auto Mode');
    item.command = COMMANDS.showPanel;
    this.#update(item);
    item.show();
    context.subscriptions.push(
      item,
      this.#source.onDidChange(() => {
        this.#update(item);
      }),
    );
  }

  #update(item: vscode.StatusBarItem): void {
    const { text, tooltip, label, warning } = statusBarText(this.#source.snapshot(), this.#t);
    const markdown = new vscode.MarkdownString();
    for (const line of tooltip) markdown.appendText(line).appendMarkdown('\n\n');
    item.text = text;
    item.tooltip = markdown;
    item.accessibilityInformation = { label };
    item.backgroundColor = warning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  }
}
