import * as vscode from 'vscode';
import { COMMANDS, WALKTHROUGH } from '../../config/contributions';
import { both, registerCommands } from '../../editor/commands';
import type { GateWindow } from '../../gate/gateWindow';
import type { AgentActivity } from '../agents/agentActivity';
import type { AgentConnection } from '../agents/agentConnection';
import type { Models } from '../models/register';
import { ContextKeys } from './contextKeys';
import { FirstRun } from './firstRun';
import { PanelActions } from './panelActions';
import { PanelView } from './panelView';
import { ProblemLog } from './problemLog';
import { StatusBar } from './statusBar';

export interface StatusParts {
  readonly models: Models;
  readonly connection: AgentConnection;
  readonly activity: Pick<AgentActivity, 'dismissAlarm'>;
}

export function registerStatus(
  context: vscode.ExtensionContext,
  window: GateWindow,
  { models, connection, activity }: StatusParts,
): void {
  const { settings, status, events, panel, log, warn } = window;
  const { keyEntry, judgeChoice } = models;
  const actions = new PanelActions(window, {
    activity,
    connection,
    keyEntry,
    features: panel.features(warn),
  });
  const view = new PanelView({
    source: actions,
    badge: () => settings.reader.window().configuration.notifications.badge,
    log: warn,
  });
  panel.connect(() => view.show());
  view.register(context);
  new StatusBar(actions).register(context);
  registerCommands(context, {
    [COMMANDS.showPanel]: both(() => panel.show()),
    [COMMANDS.gettingStarted]: both(openWalkthrough),
    [COMMANDS.showLog]: both(() => {
      log.show(true);
      return Promise.resolve();
    }),
  });
  const firstRun = new FirstRun({
    setContext: (key, value) => {
      void vscode.commands.executeCommand('setContext', key, value);
    },
    judgeSettled: () => judgeChoice.settled(),
    panelShown: () => view.isVisible,
  });
  const contextKeys = new ContextKeys();
  const problemLog = new ProblemLog(log);
  const follow = (): void => {
    const snapshot = status.snapshot();
    contextKeys.follow(snapshot, models.changed());
    problemLog.note(snapshot.problems);
    firstRun.follow(snapshot);
  };
  const judgeMayHaveChanged = (): void => {
    void firstRun.judgeMayHaveChanged();
  };
  context.subscriptions.push(
    status.onDidChange(follow),
    settings.reader.onDidChange(() => {
      follow();
      judgeMayHaveChanged();
    }),
    events.judgeChanged.event(judgeMayHaveChanged),
    events.callTried.event(() => {
      firstRun.reached('trial');
    }),
  );
  follow();
  judgeMayHaveChanged();
}

async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', `auto-mode.auto-mode#${WALKTHROUGH}`);
}
