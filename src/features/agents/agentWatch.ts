import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { agentDialects } from '../../agents/agentDialects';
import type { AgentInstallation } from '../../agents/hooks/agentInstallation';
import { codexDirectory, codexInstallation } from '../../agents/codex/installation';
import { CODEX } from '../../agents/codex/payload';
import type { AgentObserver } from '../../bridge/enforcement/agentAlarm';
import { launcherMark } from '../../bridge/launcher/installLauncher';
import { gateHome } from '../../disk/gateHome';
import type { Decision } from '../../engine/model/decision';
import type { CheckRequest } from '../../calls/request';
import { AgentActivity } from './agentActivity';
import { AgentHooks } from './agentHooks';
import { AgentSightings } from './agentSightings';
import { AlarmList } from './alarmList';
import { CodexTrust } from './codexTrust';
import { localFolders } from '../../editor/localFolders';
import { PanelAgents } from './panelAgents';
import { shortLine } from '../../common/visibleText';
import type { WindowEvents } from '../../gate/windowEvents';

export interface AgentWatchNeeds {
  readonly context: vscode.ExtensionContext;
  readonly installations: readonly AgentInstallation[];
  readonly launcherPath: string;
  readonly events: Pick<WindowEvents, 'alarmed'>;
  readonly warn: (line: string) => void;
}

export interface AgentWatch {
  readonly activity: AgentActivity;
  readonly panelAgents: PanelAgents;
  readonly codexTrust: CodexTrust;
  readonly observer: AgentObserver;
  readonly judged: (request: CheckRequest, decision: Decision) => Decision;
}

const ALARMS_KEY = 'agentAlarms';

export function buildAgentWatch({ context, installations, launcherPath, events, warn }: AgentWatchNeeds): AgentWatch {
  const folders = (): readonly string[] => localFolders(vscode.workspace.workspaceFolders);
  const codexTrust = new CodexTrust({
    launcherPath,
    folders,
    installation: codexInstallation(codexDirectory(homedir(), process.env), launcherPath),
  });
  const gate = gateHome(homedir());
  const dialects = agentDialects(homedir(), process.env);
  const hooks = new AgentHooks({
    installations,
    launcherMark: () => launcherMark(gate, dialects),
    folders,
    untrusted: (agent) => (agent === CODEX ? codexTrust.missing : undefined),
  });
  const { workspaceState } = context;
  const activity = new AgentActivity({
    sightings: new AgentSightings(context.globalState),
    alarms: new AlarmList({
      read: () => workspaceState.get(ALARMS_KEY),
      write: (value) => void workspaceState.update(ALARMS_KEY, value),
    }),
    hooksMark: (agent) => hooks.mark(agent),
  });
  return {
    activity,
    panelAgents: new PanelAgents({ hooks, activity }),
    codexTrust,
    observer: {
      seen: (agent, sighting) => {
        activity.seen(agent, sighting);
        codexTrust.seen(agent, sighting);
      },
      enforced: activity.enforced,
      refused: activity.refused,
      alarm: (alarm) => {
        activity.alarm(alarm);
        const { agent, kind, tool, sessionId, detail, unreported } = alarm;
        const more = unreported === 0 ? '' : ` (and ${unreported} more before that were not reported)`;
        warn(shortLine(`Alarm: ${agent}, session ${sessionId ?? 'unknown'}: ${kind}: ${tool}: ${detail}${more}`, 1000));
        events.alarmed.fire(alarm);
      },
      countedAlarm: activity.countedAlarm,
    },
    judged: (request, decision) => {
      if (request.agent !== undefined) activity.judged(request.agent, decision);
      return decision;
    },
  };
}
