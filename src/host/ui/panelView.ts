import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { VIEWS } from '../../config/contributions';
import { goneRulesText } from './goneRuleText';
import { modeText } from './modeText';
import { panelHtml } from './panelHtml';
import { PanelSession } from './panelSession';
import type { PanelSource } from './panelSource';
import { panelStrings } from './panelStrings';
import type { Translate } from './translate';
import { waitingText } from './waitingText';

export interface PanelViewParts {
  readonly source: PanelSource;
  readonly t: Translate;
  readonly log: (message: string) => void;
}

/** Changes within this time are sent as one snapshot, so that a burst of decisions does not redraw the panel for each. */
const GATHERING_MILLISECONDS = 50;

/**
 * The side panel. The webview keeps no state of ours: it is thrown away when hidden, and gets everything again on `ready` and
 * when it becomes visible.
 */
export class PanelView implements vscode.WebviewViewProvider {
  readonly #parts: PanelViewParts;
  #assets: vscode.Uri | undefined;

  constructor(parts: PanelViewParts) {
    this.#parts = parts;
  }

  register(context: vscode.ExtensionContext): void {
    this.#assets = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview');
    context.subscriptions.push(vscode.window.registerWebviewViewProvider(VIEWS.panel, this));
  }

  /** Brings the panel to the front. */
  async show(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEWS.panel}.focus`);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { source, t, log } = this.#parts;
    const assets = this.#assets;
    if (assets === undefined) return;
    const { webview } = view;
    const session = new PanelSession({
      source,
      strings: panelStrings(vscode.env.language, t),
      post: (message) => {
        // A view that was closed meanwhile takes no message and needs none.
        webview.postMessage(message).then(undefined, () => undefined);
      },
      newNonce,
      log,
    });
    let gathering: NodeJS.Timeout | undefined;
    const update = (): void => {
      gathering = undefined;
      this.#describe(view);
      if (view.visible) session.send();
    };
    const subscriptions = [
      webview.onDidReceiveMessage((message: unknown) => {
        void session.receive(message);
      }),
      view.onDidChangeVisibility(update),
      source.onDidChange(() => {
        gathering ??= setTimeout(update, GATHERING_MILLISECONDS);
      }),
    ];
    view.onDidDispose(() => {
      clearTimeout(gathering);
      for (const subscription of subscriptions) subscription.dispose();
    });

    webview.options = { enableScripts: true, localResourceRoots: [assets] };
    webview.html = panelHtml({
      cspSource: webview.cspSource,
      script: webview.asWebviewUri(vscode.Uri.joinPath(assets, 'panel.js')).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(assets, 'panel.css')).toString(),
      codicons: webview.asWebviewUri(vscode.Uri.joinPath(assets, 'codicon.css')).toString(),
      scriptNonce: newNonce(),
      language: vscode.env.language,
      title: t('Auto Mode'),
    });
    this.#describe(view);
  }

  #describe(view: vscode.WebviewView): void {
    const { source, t } = this.#parts;
    const { mode, waiting, goneRules } = source.snapshot();
    view.description = modeText(mode, t).word;
    const gone = goneRules?.count ?? 0;
    const tooltip = [...(waiting > 0 ? [waitingText(waiting, t)] : []), ...(gone > 0 ? [goneRulesText(gone, t)] : [])];
    view.badge = tooltip.length === 0 ? undefined : { value: waiting + gone, tooltip: tooltip.join(' ') };
  }
}

function newNonce(): string {
  return randomBytes(16).toString('hex');
}
