import * as vscode from 'vscode';
import type { AgentInstallation, PlannedChange, SettingsChange } from '../../agents/hooks/agentInstallation';
import { confirmInModal } from '../../editor/confirmation';
import { agentName } from '../../editor/agentName';
import { t } from '@vscode/l10n';
import { notificationText } from '../../editor/notificationText';

const SCHEME = 'auto-mode-change';

export type ConnectionResult =
  | { readonly result: 'done'; readonly path: string; readonly backup?: string }
  | { readonly result: 'nothing-to-do' | 'cancelled' }
  | { readonly result: 'error'; readonly message: string };

export type ConnectionResults = Readonly<Record<string, ConnectionResult>>;

export interface AgentConnectionParts {
  readonly installations: readonly AgentInstallation[];
  readonly isPresent: (agent: string) => boolean;
  /** False: none was chosen, so no hook is written. */
  readonly chooseJudge: () => Promise<boolean>;
  readonly onDidChange: (agent: string, what: ConnectionStep) => void;
  readonly refuseIfForbidden: () => void;
}

export type ConnectionStep = 'connect' | 'disconnect';

interface Planned {
  readonly installation: AgentInstallation;
  readonly change: SettingsChange;
}

export class AgentConnection implements vscode.TextDocumentContentProvider {
  private readonly sides = new Map<string, string>();

  constructor(private readonly parts: AgentConnectionParts) {}

  register(context: vscode.ExtensionContext): void {
    context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.sides.get(uri.query) ?? '';
  }

  async connect(agent: string): Promise<ConnectionResult> {
    return only(await this.carryOut([this.installation(agent)], 'connect'));
  }

  /** @throws for an unknown agent, or if a policy forbids loosening */
  async disconnect(agent: string): Promise<ConnectionResult> {
    this.parts.refuseIfForbidden();
    return only(await this.carryOut([this.installation(agent)], 'disconnect'));
  }

  connectAll(): Promise<ConnectionResults> {
    return this.carryOut(this.present(), 'connect');
  }

  async disconnectAll(): Promise<ConnectionResults> {
    this.parts.refuseIfForbidden();
    return this.carryOut(this.parts.installations, 'disconnect');
  }

  /** Preselects agents on this machine. Undefined: closed. */
  async pick(step: ConnectionStep): Promise<ConnectionResults | undefined> {
    if (step === 'disconnect') this.parts.refuseIfForbidden();
    const states = { connected: t('connected'), outdated: t('connected, not up to date') };
    const picked = await vscode.window.showQuickPick(
      this.parts.installations.map((installation) => {
        const { state } = installation.status();
        const isHere = this.parts.isPresent(installation.agent);
        return {
          installation,
          label: agentName(installation.agent),
          description:
            state === 'connected' || state === 'outdated'
              ? states[state]
              : isHere
                ? ''
                : t('not found on this machine'),
          picked: step === 'connect' ? isHere : state !== 'not-connected',
        };
      }),
      {
        canPickMany: true,
        title: step === 'connect' ? t('Connect Agents') : t('Disconnect Agents'),
      },
    );
    if (picked === undefined || picked.length === 0) return undefined;
    return this.carryOut(
      picked.map(({ installation }) => installation),
      step,
    );
  }

  private present(): readonly AgentInstallation[] {
    return this.parts.installations.filter(
      (installation) => this.parts.isPresent(installation.agent) || installation.status().state !== 'not-connected',
    );
  }

  private installation(agent: string): AgentInstallation {
    const found = this.parts.installations.find((installation) => installation.agent === agent);
    if (found === undefined) throw new Error(t('{0} cannot be connected.', agentName(agent)));
    return found;
  }

  private async carryOut(meant: readonly AgentInstallation[], step: ConnectionStep): Promise<ConnectionResults> {
    const results: Record<string, ConnectionResult> = {};
    const planned: Planned[] = [];
    for (const installation of meant) {
      const { agent } = installation;
      const plan: PlannedChange = step === 'connect' ? installation.planConnect() : installation.planDisconnect();
      if (plan.kind === 'change') planned.push({ installation, change: plan });
      else results[agent] = plan.kind === 'error' ? failed(plan.reason) : { result: 'nothing-to-do' };
    }
    if (planned.length === 0) {
      const idle = meant.filter(({ agent }) => results[agent]?.result === 'nothing-to-do');
      if (meant.length === 0 || idle.length > 0) void vscode.window.showInformationMessage(nothingToDo(idle, step));
      return results;
    }
    const agreed = step === 'disconnect' || (await this.parts.chooseJudge());
    const isYes = agreed && (await this.show(planned, step));
    for (const { installation, change } of planned) {
      results[installation.agent] = isYes ? this.make(installation, change, step) : { result: 'cancelled' };
    }
    const done = planned.filter(({ installation: { agent } }) => results[agent]?.result === 'done');
    if (done.length > 0) void vscode.window.showInformationMessage(doneText(namesOf(done), step));
    return results;
  }

  private make(installation: AgentInstallation, change: SettingsChange, step: ConnectionStep): ConnectionResult {
    const { agent } = installation;
    const applied = installation.apply(change, new Date());
    if (applied.kind === 'error') return failed(applied.reason);
    this.parts.onDidChange(agent, step);
    return {
      result: 'done',
      path: change.path,
      ...(applied.backupPath === undefined ? {} : { backup: applied.backupPath }),
    };
  }

  private async show(planned: readonly Planned[], step: ConnectionStep): Promise<boolean> {
    const names = namesOf(planned);
    const isConnect = step === 'connect';
    await this.showDiff(
      planned.map(({ change }) => change),
      isConnect ? t('Connect {0}', names) : t('Disconnect {0}', names),
    );
    const detail = isConnect
      ? t(
          'The hooks of Auto Mode are added; your other settings and hooks stay as they are. The editor shows the exact change.',
        )
      : t('Calls of {0} are then no longer checked. The editor shows the exact change.', names);
    return confirmInModal(
      isConnect ? t('Connect {0} to Auto Mode?', names) : t('Disconnect {0} from Auto Mode?', names),
      [detail, '', ...planned.map(({ change }) => change.path)].join('\n'),
      isConnect ? t('Connect') : t('Disconnect'),
    );
  }

  private async showDiff(changes: readonly SettingsChange[], title: string): Promise<void> {
    const sides = changes.map((change) => ({
      path: change.path,
      before: this.side(change.path, change.before ?? ''),
      after: this.side(change.path, change.after ?? ''),
    }));
    const [first, ...more] = sides;
    if (first !== undefined && more.length === 0) {
      const name = `${title}: ${first.path}`;
      await vscode.commands.executeCommand('vscode.diff', first.before, first.after, name, { preview: true });
      return;
    }
    await vscode.commands.executeCommand(
      'vscode.changes',
      title,
      sides.map(({ path, before, after }) => [vscode.Uri.file(path), before, after]),
    );
  }

  /** A new address for each text, since the editor caches. Its path names the file. */
  private side(path: string, text: string): vscode.Uri {
    const query = String(this.sides.size);
    this.sides.set(query, text);
    return vscode.Uri.file(path).with({ scheme: SCHEME, query });
  }
}

function failed(message: string): ConnectionResult {
  void vscode.window.showErrorMessage(notificationText(message, 400));
  return { result: 'error', message };
}

function only(results: ConnectionResults): ConnectionResult {
  return Object.values(results)[0] ?? { result: 'nothing-to-do' };
}

function nothingToDo(idle: readonly AgentInstallation[], step: ConnectionStep): string {
  const names = idle.map(({ agent }) => agentName(agent)).join(', ');
  if (names === '') return t('No agent was found on this machine.');
  return step === 'connect' ? t('{0} is connected already.', names) : t('{0} is not connected.', names);
}

function namesOf(planned: readonly Planned[]): string {
  return planned.map(({ installation }) => agentName(installation.agent)).join(', ');
}

function doneText(names: string, step: ConnectionStep): string {
  return step === 'disconnect'
    ? t('Disconnected: {0}. Auto Mode no longer checks these calls.', names)
    : t('Connected: {0}. Sessions that are open already keep their old hooks until they restart.', names);
}
