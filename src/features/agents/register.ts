import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { AgentInstallation } from '../agents/hooks/agentInstallation';
import { agentDialects } from '../agents/agentDialects';
import { agentPresence } from '../agents/agentPresence';
import { gateHome } from '../disk/gateHome';
import { isLauncherCurrent } from '../bridge/launcher/installLauncher';
import type { Probes } from '../bridge/probes';
import { CODEX } from '../agents/codex/payload';
import { AgentConnection } from '../features/agents/agentConnection';
import type { CodexTrust } from '../features/agents/codexTrust';
import { confirmInModal } from '../editor/confirmation';
import { Doctor } from '../features/agents/doctor';
import { doctorTrust } from '../features/agents/doctorTrust';
import { DoctorWindow } from '../features/agents/doctorWindow';
import { FolderHookWatch } from '../features/agents/folderHookWatch';
import type { GateStatusSource } from '../features/status/gateStatusSource';
import { HookFileWatchers } from '../features/agents/hookFileWatchers';
import { ImportPicker } from '../features/rules/importing/importPicker';
import { ImportRules } from '../features/rules/importing/importRules';
import type { JudgeChoice } from '../features/models/judgeChoice';
import { localFolders } from '../editor/localFolders';
import { LostHooks } from '../features/agents/lostHooks';
import type { ReadOnlyDocument } from '../editor/readOnlyDocument';
import type { ActionDocument } from '../editor/actionDocument';
import { agentName } from '../editor/agentName';
import { warnOfFolder, warnOfLostHooks } from '../features/agents/hookAlarm';
import type { Settings } from './settings';

export interface AgentsNeeds {
  readonly context: vscode.ExtensionContext;
  readonly settings: Pick<Settings, 'reader' | 'writeSetting' | 'refuseIfForbidden'>;
  readonly installations: readonly AgentInstallation[];
  readonly judgeChoice: JudgeChoice;
  readonly status: GateStatusSource;
  readonly documents: ReadOnlyDocument;
  readonly actionDocument: ActionDocument;
  /** The probes that this window has sent. */
  readonly probes: Probes;
  readonly codexTrust: CodexTrust;
  readonly warn: (line: string) => void;
}

export interface Agents {
  readonly connection: AgentConnection;
  readonly importRules: ImportRules;
  readonly doctor: DoctorWindow;
}

const CONNECTED = 'connectedAgents';

/** What is done with agents beside deciding their calls: connecting them, and taking their permission lists over. */
export function buildAgents({
  context,
  settings: { reader: settings, writeSetting, refuseIfForbidden },
  installations,
  judgeChoice,
  status,
  documents,
  actionDocument,
  probes,
  codexTrust,
  warn,
}: AgentsNeeds): Agents {
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
    tell: (agent, state, reason) => void warnOfLostHooks(agent, state, reason, () => connection.connect(agent)),
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
  const importPicker = new ImportPicker((name, text) => documents.show(name, text));
  const importRules = new ImportRules({
    places: {
      home: homedir(),
      environment: process.env,
      platform: process.platform,
      folders: () => localFolders(vscode.workspace.workspaceFolders),
      editorSetting: (name) => settings.editorSetting(name),
    },
    settings: { userValue: (key) => settings.userValue(key), setUserValue: writeSetting },
    trusted: () => vscode.workspace.isTrusted,
    // Rules that tighten are asked about only where a caller wants those of a repository.
    confirm: (question, detail, yes) => {
      refuseIfForbidden();
      return confirmInModal(question, detail, yes);
    },
    openWhole: (text) => actionDocument.open(text),
    pick: (found) => importPicker.pick(found),
  });
  connection.register(context);
  context.subscriptions.push(
    codexTrust,
    codexTrust.onDidChange(() => void status.refresh()),
  );
  context.subscriptions.push(new HookFileWatchers(installations, look));
  look();
  const gate = gateHome(homedir());
  const doctor = new Doctor({
    installations,
    gate,
    isLauncherCurrent: () => isLauncherCurrent(gate, agentDialects(homedir(), process.env)),
    probes,
    home: homedir(),
    environment: process.env,
    folders: () => localFolders(vscode.workspace.workspaceFolders),
    trust: ({ agent, directory }, folders) =>
      doctorTrust(agent, folders, { directory, launcherPath: gate.launcher }, process.env),
    agentName: (agent) => agentName(agent),
  });
  return { connection, importRules, doctor: new DoctorWindow(doctor, documents, () => connection.pick('connect')) };
}
