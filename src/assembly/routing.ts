import * as vscode from 'vscode';
import type { Bridge, BridgeOptions } from '../bridge/bridge';
import { decide } from '../engine/decide';
import type { Gate } from '../engine/model/ports';
import { systemClock } from '../gate/gateHost';
import type { WindowStatus } from '../gate/gateWindow';
import { localFolders } from '../editor/localFolders';
import { outsideGate } from '../gate/outsideGate';
import { restrainingGate } from '../gate/restrainingGate';
import type { SessionFolders } from '../gate/sessionFolders';
import type { Worktrees } from '../gate/worktrees';
import { t } from '@vscode/l10n';
import type { Settings } from '../features/settings/windowSettings';

export interface RoutingNeeds {
  readonly context: vscode.ExtensionContext;
  readonly settings: Pick<Settings, 'reader' | 'windowSwitch'>;
  readonly gate: Gate;
  readonly sessions: SessionFolders;
  readonly worktrees: Pick<Worktrees, 'around'>;
  readonly status: Pick<WindowStatus, 'onDidChange'>;
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
}

export interface Routing {
  readonly options: Required<
    Pick<
      BridgeOptions,
      | 'folders'
      | 'isOn'
      | 'anyWindow'
      | 'focusedAt'
      | 'repositoryOf'
      | 'claims'
      | 'decideOutside'
      | 'restrain'
      | 'sessionBegan'
      | 'problem'
    >
  >;
  /** For calls outside the window's folders. */
  readonly outside: Gate;
  follow(bridge: Bridge): void;
}

export function buildRouting({ context, settings, gate, sessions, worktrees, status, log }: RoutingNeeds): Routing {
  const { reader, windowSwitch } = settings;
  const restraining = restrainingGate(gate);
  const outside = outsideGate(gate, (sessionId) => sessions.repositoryOf(sessionId));
  let focusedAt = systemClock.now();
  let lastProblem: string | undefined;
  return {
    options: {
      folders: () => localFolders(vscode.workspace.workspaceFolders),
      isOn: (folder) => reader.forFolder(folder).enabled && !windowSwitch.isOff(undefined),
      anyWindow: () => reader.window().configuration.agents.anyWindow,
      focusedAt: () => focusedAt,
      repositoryOf: (folder) => worktrees.around(folder),
      claims: (folder) => reader.forFolder(folder).worktree !== undefined,
      decideOutside: (request, signal, answerBy) => decide(request, outside, signal, answerBy),
      restrain: (request, signal) => decide(request, restraining, signal),
      sessionBegan: (sessionId, folder, repositoryIn) => {
        sessions.bind(sessionId, folder, repositoryIn);
      },
      problem: (message) => {
        if (message !== undefined && message !== lastProblem) {
          log.error(message);
          void vscode.window.showWarningMessage(t('Auto Mode: {problem}', { problem: message }));
        }
        lastProblem = message;
      },
    },
    outside,
    follow: (bridge) => {
      context.subscriptions.push(
        status.onDidChange(() => {
          bridge.changed();
        }),
        vscode.window.onDidChangeWindowState(({ focused }) => {
          if (focused) focusedAt = systemClock.now();
          bridge.changed();
        }),
      );
      bridge.changed();
    },
  };
}
