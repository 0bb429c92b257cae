import { t } from '@vscode/l10n';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { agentDialects } from '../../agents/agentDialects';
import { agentPresence } from '../../agents/agentPresence';
import { CONNECTABLE_AGENTS } from '../../facts/agents';
import { CODEX } from '../../agents/codex/payload';
import type { AgentInstallation } from '../../agents/hooks/agentInstallation';
import { isLauncherCurrent } from '../../bridge/launcher/installLauncher';
import type { Probes } from '../../bridge/probes';
import { COMMANDS } from '../../config/contributions';
import { gateHome } from '../../disk/gateHome';
import { agentName } from '../../editor/agentName';
import { both, registerCommands, requiredText } from '../../editor/commands';
import { confirmInModal } from '../../editor/confirmation';
import { editorTimer } from '../../editor/editorTimer';
import { localFolders } from '../../editor/localFolders';
import { pickText } from '../../editor/pickText';
import { textField } from '../../editor/textField';
import type { GateWindow } from '../../gate/gateWindow';
import type { JudgeChoice } from '../models/judgeChoice';
import { AgentConnection } from './agentConnection';
import type { AgentWatch } from './agentWatch';
import { AlarmDismissal } from './alarmDismissal';
import { AlarmNotification } from './alarmNotification';
import { Doctor } from './doctor';
import { doctorTrust } from './doctorTrust';
import { DoctorWindow } from './doctorWindow';
import { FolderHookWatch } from './folderHookWatch';
import { warnOfFolder, warnOfLostHooks } from './hookAlarm';
import { HookFileWatchers } from './hookFileWatchers';
import { LostHooks } from './lostHooks';

export interface AgentParts {
  readonly installations: readonly AgentInstallation[];
  readonly watch: AgentWatch;
  readonly probes: Probes;
  readonly judgeChoice: JudgeChoice;
}

const CONNECTED = 'connectedAgents';

export function registerAgents(
  context: vscode.ExtensionContext,
  window: GateWindow,
  { installations, watch, probes, judgeChoice }: AgentParts,
): AgentConnection {
  const { status, events, panel, documents, log, warn, containedRuns } = window;
  const { refuseIfForbidden } = window.settings;
  const { activity, codexTrust } = watch;
  const folderHooks = new FolderHookWatch({
    installations,
    folders: () => localFolders(vscode.workspace.workspaceFolders),
    alarm: (problems) => void warnOfFolder(problems),
    log: warn,
  });
  const lostHooks = new LostHooks({
    installations,
    connected: {
      get: () => context.globalState.get<readonly string[]>(CONNECTED, []),
      set: (agents) => void context.globalState.update(CONNECTED, agents),
    },
    notify: (agent, state, reason) => void warnOfLostHooks(agent, state, reason, () => connection.connect(agent)),
    log: warn,
  });
  const look = (): void => {
    lostHooks.check();
    folderHooks.check();
    codexTrust.look();
    void status.refresh();
  };
  const connection = new AgentConnection({
    installations,
    isPresent: (agent) => {
      const installation = installations.find((one) => one.agent === agent);
      if (installation === undefined) return false;
      const { program, used } = agentPresence(agent, installation.directory, process.env);
      return program !== undefined || used;
    },
    chooseJudge: () => judgeChoice.choose(),
    onDidChange: (agent, step) => {
      if (step === 'disconnect') lostHooks.disconnected(agent);
      look();
      if (agent === CODEX && step === 'connect') void codexTrust.guide();
    },
    refuseIfForbidden,
  });
  connection.register(context);
  context.subscriptions.push(
    codexTrust,
    codexTrust.onDidChange(() => void status.refresh()),
  );
  context.subscriptions.push(new HookFileWatchers(installations, look));
  look();
  const home = gateHome(homedir());
  const doctor = new Doctor({
    installations,
    gate: home,
    isLauncherCurrent: () => isLauncherCurrent(home, agentDialects(homedir(), process.env)),
    probes,
    home: homedir(),
    environment: process.env,
    folders: () => localFolders(vscode.workspace.workspaceFolders),
    trust: ({ agent, directory }, folders) =>
      doctorTrust(agent, folders, { directory, launcherPath: home.launcher }, process.env),
    agentName: (agent) => agentName(agent),
    contained: () => containedRuns.state,
  });
  const doctorWindow = new DoctorWindow(doctor, documents, () => connection.pick('connect'));
  const alarms = new AlarmDismissal({
    agents: () => status.snapshot().agents,
    dismiss: (id) => {
      activity.dismissAlarm(id);
    },
    confirm: confirmInModal,
  });
  registerCommands(context, {
    [COMMANDS.connect]: {
      run: (argument) => {
        const agent = textField(argument, 'agent');
        return agent === undefined ? connection.connectAll() : connection.connect(agent);
      },
      show: () => connection.pick('connect'),
    },
    [COMMANDS.disconnect]: {
      run: (argument) => {
        const agent = textField(argument, 'agent');
        return agent === undefined ? connection.disconnectAll() : connection.disconnect(agent);
      },
      show: () => connection.pick('disconnect'),
    },
    ...Object.fromEntries(
      CONNECTABLE_AGENTS.flatMap(({ id, connection: { command } }) =>
        command === undefined
          ? []
          : [
              [COMMANDS[`connect${command}`], both(() => connection.connect(id))],
              [COMMANDS[`disconnect${command}`], both(() => connection.disconnect(id))],
            ],
      ),
    ),
    [COMMANDS.doctor]: { run: () => doctorWindow.report(), show: () => doctorWindow.show() },
    [COMMANDS.dismissAlarm]: {
      run: (argument) => alarms.dismiss(requiredText(argument, 'id')),
      show: () => pickAlarm(alarms),
    },
  });
  const notification = new AlarmNotification({
    window: vscode.window,
    timer: editorTimer,
    showPanel: () => {
      void panel.show();
    },
    showLog: () => {
      log.show(true);
    },
  });
  context.subscriptions.push(
    notification,
    events.alarmed.event((alarm) => {
      notification.alarm(alarm);
    }),
    activity.onDidChange(() => {
      status.changed();
    }),
  );
  return connection;
}

async function pickAlarm(alarms: AlarmDismissal): Promise<void> {
  const items = alarms.list().map(({ alarm, agent, text }) => ({
    id: alarm.id,
    label: pickText(`${agent}: ${text}`, 100),
    detail: pickText(alarm.detail, 200),
  }));
  if (items.length === 0) {
    await vscode.window.showInformationMessage(t('There is no alarm.'));
    return;
  }
  const picked = await vscode.window.showQuickPick(items, { title: t('Auto Mode: Dismiss an Alarm') });
  if (picked !== undefined) await alarms.dismiss(picked.id);
}
