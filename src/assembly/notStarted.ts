import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { AUTO_MODE_GUIDANCE } from '../agents/guidance';
import { startBridge, type Bridge } from '../bridge/bridge';
import { Listeners } from '../common/listeners';
import { shortLine } from '../common/visibleText';
import { COMMANDS, SETTINGS, SETTINGS_PREFIX, type CommandId } from '../config/contributions';
import { SETTINGS_VARIABLE } from '../config/environmentSettings';
import { readManagedPolicy } from '../disk/managedPolicyFile';
import { localFolders } from '../editor/localFolders';
import { notificationText } from '../editor/notificationText';
import type { Decision } from '../engine/model/decision';
import { refusedCall } from '../engine/refusedCall';
import { ContextKeys } from '../features/status/contextKeys';
import { PanelView } from '../features/status/panelView';
import { StatusBar } from '../features/status/statusBar';
import type { AutoModeApi, GateStatus } from '../gate/api';
import { systemClock } from '../gate/gateHost';
import { DecisionLog } from '../log/decisionLog';
import { NO_USAGE, usageFigures } from '../log/usageSums';
import type { PanelSnapshot } from '../panel/messages';
import type { PanelSource } from '../panel/panelSource';

export interface NotStartedNeeds {
  readonly context: vscode.ExtensionContext;
  readonly error: unknown;
  readonly log: vscode.LogOutputChannel;
  readonly redact: (text: string) => string;
}

/**
 * Blocks every call and says why. Only the user's own setting that switches auto mode off leaves calls to the agent.
 * Never rejects.
 * @returns no bridge if none opens: launchers refuse
 */
export async function answerNotStarted({
  context,
  error,
  log,
  redact,
}: NotStartedNeeds): Promise<{ readonly api: AutoModeApi; readonly bridge: Bridge | undefined }> {
  const report = (problem: unknown): void => {
    log.error(redact(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)));
  };
  const orReport = (build: () => void): void => {
    try {
      build();
    } catch (problem) {
      report(problem);
    }
  };
  report(error);
  // Nothing half built may answer.
  for (const part of context.subscriptions.splice(0).reverse()) {
    orReport(() => {
      part.dispose();
    });
  }
  const cause = shortLine(redact(error instanceof Error ? error.message : String(error)), 300);
  const reason = t('Auto Mode could not start in this window: {cause}', { cause });
  const changes = new Listeners();
  let blocked = 0;
  let last: Decision | undefined;
  const check = (request: unknown): Promise<Decision> => {
    const decision = refusedCall(request, {
      clock: systemClock,
      newId: () => randomUUID(),
      redact,
      writeLog: (decided, input) =>
        new DecisionLog({ directory: join(context.globalStorageUri.fsPath, 'log'), redact }).append(decided, input),
      isOn: () => !isSwitchedOff(),
      reason: `Auto Mode could not start in this VS Code window, so every call in it is blocked: ${cause}`,
      remedy:
        'The user has to reload the VS Code window. If that does not help, the log of Auto Mode says more (command "Auto Mode: Show Log").',
    });
    log.info(`${decision.outcome} by ${decision.stage}: ${redact(decision.summary)}`);
    if (decision.outcome === 'block') {
      blocked += 1;
      last = decision;
      changes.fire();
    }
    return Promise.resolve(decision);
  };
  const showLog = (): void => {
    log.show(true);
  };
  const notify = (): void => {
    const [show, reload] = [t('Show Log'), t('Reload Window')];
    void vscode.window.showErrorMessage(notificationText(reason, 400), show, reload).then((picked) => {
      if (picked === show) showLog();
      else if (picked === reload) reloadWindow();
    });
  };
  const snapshot = (): PanelSnapshot => notStartedSnapshot(reason, blocked);
  const source: PanelSource = {
    onDidChange: changes.subscribe,
    snapshot,
    look: () => undefined,
    slices: () => ({}),
    destination: () => undefined,
    execute: (action) => {
      if (action.kind === 'showLog') showLog();
      else if (action.kind === 'reloadWindow') reloadWindow();
      else notify();
      return Promise.resolve();
    },
  };
  const api = notStartedApi(reason, check, () => {
    const { denials: _denials, ...rest } = snapshot();
    return { ...rest, enabledHere: !isSwitchedOff(), paused: false, lastDecision: last };
  });
  const panel = new PanelView({ source, badge: () => false, log: report });
  const answers: Partial<Record<CommandId, (argument: unknown) => unknown>> = {
    [COMMANDS.check]: check,
    [COMMANDS.status]: (argument) => (argument === undefined ? panel.show() : api.status()),
    [COMMANDS.guidance]: () => api.guidance(),
    [COMMANDS.showPanel]: () => panel.show(),
    [COMMANDS.showLog]: showLog,
  };
  orReport(() => {
    for (const id of Object.values(COMMANDS)) {
      const run = (...args: readonly unknown[]): unknown => {
        const answer = answers[id];
        if (answer !== undefined) return answer(args[0]);
        if (args.length > 0) return Promise.reject(new NotStartedError(reason));
        // VS Code shows an error as a failed command.
        notify();
        return undefined;
      };
      context.subscriptions.push(vscode.commands.registerCommand(id, run));
    }
  });
  orReport(() => {
    panel.register(context);
  });
  orReport(() => {
    new StatusBar(source).register(context);
  });
  new ContextKeys().follow(snapshot(), false);
  if (!isSwitchedOff()) notify();
  let bridge: Bridge | undefined;
  try {
    bridge = await startBridge({
      home: homedir(),
      folders: () => localFolders(vscode.workspace.workspaceFolders),
      isOn: () => !isSwitchedOff(),
      anyWindow: decidesAnywhere,
      decide: check,
      decideOutside: check,
      log: (line) => {
        log.info(line);
      },
    });
  } catch (problem) {
    report(problem);
  }
  orReport(() => {
    context.subscriptions.push(
      vscode.workspace.onDidChangeConfiguration(() => {
        changes.fire();
        bridge?.changed();
      }),
    );
  });
  return { api, bridge };
}

/** The message is for the user. */
export class NotStartedError extends Error {
  override readonly name = 'NotStartedError';
}

export function notStartedApi(
  reason: string,
  check: (request: unknown) => Promise<Decision>,
  status: () => GateStatus,
): AutoModeApi {
  const refuse = (): Promise<never> => Promise.reject(new NotStartedError(reason));
  return {
    check: (request) => check(request),
    status: () => Promise.resolve(status()),
    guidance: () => Promise.resolve(AUTO_MODE_GUIDANCE),
    on: refuse,
    off: refuse,
    resume: refuse,
    reload: refuse,
    reset: refuse,
    defaults: refuse,
    config: refuse,
    denials: refuse,
    explain: refuse,
    model: refuse,
    allowOnce: refuse,
    dropRules: refuse,
    confirmEnvironment: refuse,
    confirmModel: refuse,
  };
}

function notStartedSnapshot(reason: string, blocked: number): PanelSnapshot {
  const none = usageFigures(NO_USAGE);
  return {
    mode: isSwitchedOff() ? 'off' : 'not-started',
    modeDetail: reason,
    notStarted: true,
    counters: { checked: blocked, allowed: 0, blocked, unjudged: 0, outages: {}, forModel: 0, byStage: {} },
    denials: [],
    classifier: { state: 'not-set-up', detail: t('No model judges, for Auto Mode could not start in this window.') },
    usage: { today: none, total: none },
    agents: [],
    problems: [],
    unconfirmed: [],
    waiting: 0,
  };
}

function reloadWindow(): void {
  void vscode.commands.executeCommand('workbench.action.reloadWindow');
}

/** By the user's settings, if nothing else could switch it on. */
function isSwitchedOff(): boolean {
  try {
    return (
      readManagedPolicy(process.platform).state === 'absent' &&
      process.env[SETTINGS_VARIABLE] === undefined &&
      vscode.env.remoteName === undefined &&
      userSetting(SETTINGS.enabled) === false &&
      userSetting(SETTINGS.folders) === undefined
    );
  } catch {
    return false;
  }
}

function decidesAnywhere(): boolean {
  try {
    return userSetting(SETTINGS.agentsAnyWindow) === true;
  } catch {
    return false;
  }
}

function userSetting(key: string): unknown {
  return vscode.workspace.getConfiguration(SETTINGS_PREFIX, null).inspect(key)?.globalValue;
}
