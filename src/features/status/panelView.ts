import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { VIEWS } from '../../config/contributions';
import { alarmCountText } from '../../texts/alarmText';
import { GatheredChanges } from '../../common/gatheredChanges';
import { removedRulesText } from '../settings/removedRuleText';
import { modeText } from '../../texts/modeText';
import { LINKED_PAGES, pageNames } from '../../texts/pageNames';
import { panelHtml } from '../../panel/panelHtml';
import { PanelSession } from '../../panel/panelSession';
import type { PanelSource } from '../../panel/panelSource';
import { alarmCount } from './statusBarText';
import { t } from '@vscode/l10n';
import { waitingText } from './waitingText';

export interface PanelViewParts {
  readonly source: PanelSource;
  readonly badge: () => boolean;
  readonly log: (message: string) => void;
}

/** The webview keeps no state: hidden it is discarded, and visible it gets everything again. */
export class PanelView implements vscode.WebviewViewProvider {
  readonly #parts: PanelViewParts;
  #assets: vscode.Uri | undefined;
  #version = '';
  #view: vscode.WebviewView | undefined;
  #leave: () => void = () => undefined;

  constructor(parts: PanelViewParts) {
    this.#parts = parts;
  }

  register(context: vscode.ExtensionContext): void {
    this.#assets = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview');
    this.#version = String((context.extension.packageJSON as { readonly version?: unknown }).version);
    context.subscriptions.push(vscode.window.registerWebviewViewProvider(VIEWS.panel, this));
  }

  get isVisible(): boolean {
    return this.#view?.visible === true;
  }

  async show(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEWS.panel}.focus`);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { source, log } = this.#parts;
    const assets = this.#assets;
    if (assets === undefined) return;
    // A moved view may return before the old one is gone.
    this.#leave();
    this.#view = view;
    const { webview } = view;
    const session = new PanelSession({
      source,
      post: (message) => {
        // A closed view needs no message.
        webview.postMessage(message).then(undefined, () => undefined);
      },
      newNonce,
      log,
    });
    const update = (): void => {
      this.#describe(view);
      if (view.visible) session.send();
    };
    const gathered = new GatheredChanges(update);
    const subscriptions = [
      webview.onDidReceiveMessage((message: unknown) => {
        void session.receive(message);
      }),
      view.onDidChangeVisibility(() => {
        if (!view.visible) source.look({});
        update();
      }),
      source.onDidChange(() => {
        gathered.change();
      }),
    ];
    const leave = (): void => {
      if (this.#view !== view) return;
      source.look({});
      this.#view = undefined;
      gathered.dispose();
      for (const subscription of subscriptions) subscription.dispose();
    };
    this.#leave = leave;
    view.onDidDispose(leave);

    webview.options = { enableScripts: true, localResourceRoots: [assets] };
    const addressOf = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(assets, file)).toString();
    webview.html = panelHtml({
      cspSource: webview.cspSource,
      script: addressOf('panel.js'),
      sharedScript: addressOf('part-chunk.js'),
      style: addressOf('panel.css'),
      scriptNonce: newNonce(),
      language: vscode.env.language,
      title: t('Auto Mode'),
      version: this.#version,
      texts: vscode.l10n.bundle ?? {},
      pages: LINKED_PAGES.map((page) => pageNames()[page]),
    });
    // The editor keeps it until the page is loaded.
    update();
  }

  #describe(view: vscode.WebviewView): void {
    const { source, badge } = this.#parts;
    const snapshot = source.snapshot();
    const { mode, waiting, removedRules } = snapshot;
    view.description = modeText(mode).word;
    const removed = removedRules?.count ?? 0;
    const alarms = alarmCount(snapshot);
    const tooltip = [
      ...(alarms > 0 ? [alarmCountText(alarms)] : []),
      ...(waiting > 0 ? [waitingText(waiting)] : []),
      ...(removed > 0 ? [removedRulesText(removed)] : []),
    ];
    view.badge =
      tooltip.length === 0 || !badge() ? undefined : { value: alarms + waiting + removed, tooltip: tooltip.join(' ') };
  }
}

function newNonce(): string {
  return randomBytes(16).toString('hex');
}
