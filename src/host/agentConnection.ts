import * as vscode from 'vscode';
import type { ClaudeCodeInstallation, SettingsChange } from '../agents/claudeCode/installation';
import { confirmInModal } from './confirmation';
import { notificationText } from './ui/notificationText';

const SCHEME = 'auto-mode-change';

/** How a connect or disconnect ended; callers of the command get it as JSON. */
export type ConnectionResult =
  | { readonly result: 'done'; readonly path: string; readonly backup?: string }
  | { readonly result: 'nothing-to-do' | 'cancelled' }
  | { readonly result: 'error'; readonly message: string };

export interface AgentConnectionParts {
  readonly installation: ClaudeCodeInstallation;
  /** Has the user choose who judges what code cannot settle; false: they chose nothing, so no hook is written. */
  readonly chooseJudge: () => Promise<boolean>;
  readonly onDidChange: () => void;
  /** Throws where the administrator's policy lets nothing be loosened. */
  readonly refuseIfForbidden: () => void;
}

/** Connects Claude Code and takes the connection back: shows the exact change first, and writes only what was shown. */
export class AgentConnection implements vscode.TextDocumentContentProvider {
  private readonly sides = new Map<string, string>();

  constructor(private readonly parts: AgentConnectionParts) {}

  register(context: vscode.ExtensionContext): void {
    context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.sides.get(uri.path) ?? '';
  }

  async connect(): Promise<ConnectionResult> {
    const { installation, chooseJudge } = this.parts;
    const planned = installation.planConnect();
    if (planned.kind === 'change' && !(await chooseJudge())) return { result: 'cancelled' };
    return this.carryOut(planned, {
      title: vscode.l10n.t('Connect Claude Code'),
      question: vscode.l10n.t('Connect Claude Code to Auto Mode?'),
      detail: vscode.l10n.t(
        'One hook entry is added; your other settings and hooks stay as they are. The editor shows the exact change.',
      ),
      yes: vscode.l10n.t('Connect'),
      done: vscode.l10n.t(
        'Claude Code is connected. Sessions that are open already keep their old hooks until they restart.',
      ),
      nothing: vscode.l10n.t('Claude Code is connected already.'),
    });
  }

  async disconnect(): Promise<ConnectionResult> {
    this.parts.refuseIfForbidden();
    return this.carryOut(this.parts.installation.planDisconnect(), {
      title: vscode.l10n.t('Disconnect Claude Code'),
      question: vscode.l10n.t('Disconnect Claude Code from Auto Mode?'),
      detail: vscode.l10n.t('Its calls are then no longer checked. The editor shows the exact change.'),
      yes: vscode.l10n.t('Disconnect'),
      done: vscode.l10n.t('Claude Code is disconnected. Auto Mode no longer checks its calls.'),
      nothing: vscode.l10n.t('Claude Code is not connected.'),
    });
  }

  private async carryOut(
    planned: ReturnType<ClaudeCodeInstallation['planConnect']>,
    texts: Record<'title' | 'question' | 'detail' | 'yes' | 'done' | 'nothing', string>,
  ): Promise<ConnectionResult> {
    if (planned.kind === 'nothing-to-do') {
      void vscode.window.showInformationMessage(texts.nothing);
      return { result: 'nothing-to-do' };
    }
    const { settingsPath } = this.parts.installation;
    if (planned.kind === 'error') return failed(`${settingsPath}: ${planned.reason}`);
    await this.showDiff(planned, texts.title);
    if (!(await confirmInModal(texts.question, `${texts.detail}\n\n${planned.path}`, texts.yes)))
      return { result: 'cancelled' };
    const applied = this.parts.installation.apply(planned, new Date());
    if (applied.kind === 'error') return failed(`${settingsPath}: ${applied.reason}`);
    this.parts.onDidChange();
    void vscode.window.showInformationMessage(texts.done);
    return {
      result: 'done',
      path: planned.path,
      ...(applied.backupPath === undefined ? {} : { backup: applied.backupPath }),
    };
  }

  private async showDiff(change: SettingsChange, title: string): Promise<void> {
    const before = this.side('before', change.before ?? '');
    const after = this.side('after', change.after ?? '');
    await vscode.commands.executeCommand('vscode.diff', before, after, `${title}: ${change.path}`, { preview: true });
  }

  /** A new address for each text: the editor keeps showing what an address held first. */
  private side(name: string, text: string): vscode.Uri {
    const path = `/${name}-${this.sides.size}/settings.json`;
    this.sides.set(path, text);
    return vscode.Uri.from({ scheme: SCHEME, path });
  }
}

function failed(message: string): ConnectionResult {
  void vscode.window.showErrorMessage(notificationText(message, 400));
  return { result: 'error', message };
}
