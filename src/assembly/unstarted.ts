import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startBridge, type Bridge } from '../bridge/bridge';
import { COMMANDS, type CommandId } from '../config/contributions';
import type { Decision } from '../engine/model/decision';
import { refusedCall, type UnbuiltGate } from '../engine/refusedCall';
import type { AutoModeApi } from '../gate/api';
import { confirmInModal } from '../editor/confirmation';
import { ContextKeys } from '../features/status/contextKeys';
import { systemClock } from '../gate/gateHost';
import { localFolders } from '../editor/localFolders';
import { DecisionLog } from '../log/decisionLog';
import { t } from '@vscode/l10n';
import { notificationText } from '../editor/notificationText';
import { PanelView } from '../features/status/panelView';
import { StatusBar } from '../features/status/statusBar';
import { shortLine } from '../common/visibleText';
import { UnstartedMode } from './unstartedMode';
import { buildUnstartedSettings, type UnstartedSettings } from './unstartedSettings';

export interface UnstartedNeeds {
  readonly context: vscode.ExtensionContext;
  /** What kept the gate from being built. */
  readonly error: unknown;
  readonly log: vscode.LogOutputChannel;
  readonly redact: (text: string) => string;
}

export interface Unstarted {
  readonly api: AutoModeApi;
  /** Undefined where agents outside the editor cannot reach this window either. */
  readonly bridge: Bridge | undefined;
}

/**
 * What answers in a window whose gate could not be built: every call is blocked with the reason, by hook, command and export alike, but
 * where auto mode is off. Never rejects: whatever of it cannot be built either is left out and logged.
 */
export async function startUnstarted({ context, error, log, redact }: UnstartedNeeds): Promise<Unstarted> {
  const report = (problem: unknown): void => {
    log.error(redact(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)));
  };
  const orLogged = (build: () => void): void => {
    try {
      build();
    } catch (problem) {
      report(problem);
    }
  };
  report(error);
  // Nothing half built stays to answer, to be shown, or to stand in the way of what takes its place.
  for (const part of context.subscriptions.splice(0).reverse()) {
    orLogged(() => {
      part.dispose();
    });
  }
  const cause = shortLine(redact(error instanceof Error ? error.message : String(error)), 300);
  const settings = buildUnstartedSettings(context, () => {
    mode.changed();
  });
  const decide = (request: unknown, isOn: UnbuiltGate['isOn']): Decision => {
    const decision = refusedCall(request, {
      clock: systemClock,
      newId: () => randomUUID(),
      redact,
      writeLog: (decided, input) =>
        new DecisionLog({ directory: join(context.globalStorageUri.fsPath, 'log'), redact }).append(decided, input),
      isOn,
      reason: `Auto Mode could not start in this VS Code window, so every call in it is blocked: ${cause}`,
      remedy:
        'The user has to reload the VS Code window. If that does not help, the log of Auto Mode says more (command "Auto Mode: Show Log").',
    });
    log.info(`${decision.outcome} by ${decision.stage}: ${redact(decision.summary)}`);
    return decision;
  };
  const showLog = (): void => {
    log.show(true);
  };
  const reloadWindow = (): void => {
    void vscode.commands.executeCommand('workbench.action.reloadWindow');
  };
  const tell = (message: string): void => {
    const [show, reload] = [t('Show Log'), t('Reload Window')];
    void vscode.window.showErrorMessage(notificationText(message, 400), show, reload).then((picked) => {
      if (picked === show) showLog();
      else if (picked === reload) reloadWindow();
    });
  };
  const mode: UnstartedMode = new UnstartedMode({
    reason: t('Auto Mode could not start in this window: {cause}', { cause }),
    decide: (request) => decide(request, settings.isOn),
    isOn: () => settings.isOn(undefined, undefined),
    forbidsLoosening: settings.forbidsLoosening,
    windowSwitch: settings.windowSwitch,
    confirm: confirmInModal,
    tell,
    showLog,
    reloadWindow,
  });
  const panel = new PanelView({ source: mode, badge: () => false, log: report });
  const contextKeys = new ContextKeys();
  const follow = (): void => {
    contextKeys.follow(mode.snapshot(), false);
  };
  orLogged(() => {
    registerCommands(context, mode, { showLog, showPanel: () => panel.show(), tell });
  });
  orLogged(() => {
    panel.register(context);
  });
  orLogged(() => {
    new StatusBar(mode).register(context);
  });
  context.subscriptions.push(mode.onDidChange(follow));
  follow();
  // Who switched it off is not disturbed: the panel and the log have it.
  if (settings.isOn(undefined, undefined)) tell(t('Auto Mode could not start in this window: {cause}', { cause }));
  const bridge = await openDoor(settings, mode, decide, log, report);
  if (bridge !== undefined) {
    context.subscriptions.push(
      mode.onDidChange(() => {
        bridge.changed();
      }),
    );
  }
  return { api: mode.api(), bridge };
}

async function openDoor(
  settings: UnstartedSettings,
  mode: UnstartedMode,
  decide: (request: unknown, isOn: UnbuiltGate['isOn']) => Decision,
  log: Pick<vscode.LogOutputChannel, 'info'>,
  report: (problem: unknown) => void,
): Promise<Bridge | undefined> {
  try {
    return await startBridge({
      home: homedir(),
      folders: () => localFolders(vscode.workspace.workspaceFolders),
      isOn: (folder) => settings.isOn(folder, undefined),
      anyWindow: settings.anyWindow,
      decide: (request) => mode.check(request),
      decideOutside: (request) => Promise.resolve(decide(request, settings.isOnOutside)),
      log: (line) => {
        log.info(line);
      },
    });
  } catch (error) {
    // Their launchers find no window then, and refuse by themselves.
    report(error);
    return undefined;
  }
}

/** The same commands as the gate's, so that none is missing where somebody calls it. */
function registerCommands(
  context: vscode.ExtensionContext,
  mode: UnstartedMode,
  {
    showLog,
    showPanel,
    tell,
  }: {
    readonly showLog: () => void;
    readonly showPanel: () => Promise<void>;
    readonly tell: (message: string) => void;
  },
): void {
  const answers: Readonly<Partial<Record<CommandId, (argument: unknown) => Promise<unknown>>>> = {
    [COMMANDS.check]: (request) => mode.check(request),
    [COMMANDS.on]: (argument) => mode.on(sessionOf(argument)),
    [COMMANDS.off]: (argument) => mode.off(sessionOf(argument), 'ask'),
    [COMMANDS.status]: (argument) => (argument === undefined ? showPanel() : mode.status()),
    [COMMANDS.guidance]: () => mode.api().guidance(),
    [COMMANDS.showPanel]: showPanel,
    [COMMANDS.showLog]: () => {
      showLog();
      return Promise.resolve();
    },
  };
  for (const id of Object.values(COMMANDS)) {
    context.subscriptions.push(
      vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
        const answer = answers[id] ?? ((): Promise<never> => mode.refuse());
        if (args.length > 0) return answer(args[0]);
        try {
          return await answer(undefined);
        } catch (error) {
          // The palette shows what is said here; VS Code would show it as a failed command.
          tell(error instanceof Error ? error.message : String(error));
          return undefined;
        }
      }),
    );
  }
}

function sessionOf(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('sessionId' in argument)) return undefined;
  const { sessionId } = argument;
  if (sessionId !== undefined && typeof sessionId !== 'string') throw new TypeError('"sessionId" must be a string.');
  return sessionId;
}
