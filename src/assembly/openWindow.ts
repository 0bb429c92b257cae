import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { agentInstallations } from '../agents/agentInstallations';
import type { AgentInstallation } from '../agents/hooks/agentInstallation';
import type { AgentAlarm } from '../bridge/enforcement/agentAlarm';
import { Probes } from '../bridge/probes';
import type { KnownKeys } from '../classifier/prompt/secretCleaner';
import { gateHome } from '../disk/gateHome';
import { createNodeFileSystem } from '../disk/nodeFileSystem';
import { ActionDocument } from '../editor/actionDocument';
import { localFolders } from '../editor/localFolders';
import { ReadOnlyDocument } from '../editor/readOnlyDocument';
import { buildAgentWatch, type AgentWatch } from '../features/agents/agentWatch';
import { buildJudge, type Judge } from '../features/models/judge';
import { buildSettings, type Settings } from '../features/settings/windowSettings';
import type { GateWindow } from '../gate/gateWindow';
import { DEFAULT_PROTECTED_PATHS } from '../config/defaultProtectedPaths';
import { linkedFolders } from '../engine/linkedFolders';
import { machineFacts } from '../gate/machineFacts';
import { ContainedRuns } from '../gate/containedRuns';
import { KeptRemovals } from '../gate/keptRemovals';
import { KeptRuns } from '../gate/keptRuns';
import { buildMemory } from '../gate/memory';
import { snapshotStore } from '../gate/snapshotStore';
import { findRun } from '../log/logSearch';
import { WindowEvents } from '../gate/windowEvents';
import { Worktrees } from '../gate/worktrees';
import { PanelDoor } from '../panel/panelDoor';
import { buildGate, type BuiltGate } from './gate';

/** Not shown yet. */
export interface OpenWindow extends Pick<BuiltGate, 'autoMode' | 'questions' | 'sessions'> {
  readonly window: GateWindow;
  readonly worktrees: Worktrees;
  readonly settings: Settings;
  readonly judge: Judge;
  readonly installations: readonly AgentInstallation[];
  readonly watch: AgentWatch;
  readonly probes: Probes;
}

function rewriteLost(agent: string, sessionId: string): AgentAlarm {
  const at = new Date().toISOString();
  const detail = 'A call ran as it was, though it was given back to run contained.';
  return { agent, sessionId, kind: 'uncontained', tool: 'shell', at, detail, unreported: 0 };
}

/** @throws if a part cannot be built: then there is no gate */
export function openWindow(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  knownKeys: KnownKeys,
): OpenWindow {
  const { redact } = knownKeys;
  const warn = (line: string): void => {
    log.warn(redact(line));
  };
  const events = new WindowEvents();
  const documents = new ReadOnlyDocument();
  const actionDocument = new ActionDocument();
  context.subscriptions.push(
    events,
    events.decided.event(({ outcome, stage, summary }) => {
      log.info(`${outcome} by ${stage}: ${redact(summary)}`);
    }),
  );
  documents.register(context);
  actionDocument.register(context);

  const machine = machineFacts(context);
  const files = createNodeFileSystem(process.platform, {
    roots: () => [homedir(), ...localFolders(vscode.workspace.workspaceFolders), ...worktrees.recent()],
    folders: linkedFolders(DEFAULT_PROTECTED_PATHS),
  });
  const worktrees = new Worktrees(machine, files);
  const launcherPath = gateHome(homedir()).launcher;
  const installations = agentInstallations(homedir(), process.env, launcherPath);
  const watch = buildAgentWatch({ context, installations, launcherPath, events, warn });
  const memory = buildMemory(context, redact);
  const settings = buildSettings({ context, machine, files, worktrees, memory, documents, events, warn });
  const judge = buildJudge(context, { memory, settings, events }, knownKeys);
  const { panelAgents } = watch;
  const { decisionLog } = memory;
  const keptRuns = new KeptRuns({ openStore: () => snapshotStore(settings.reader), redact, log: warn });
  const keptRemovals = new KeptRemovals(keptRuns);
  const containedRuns = new ContainedRuns({
    writeReport: (decision, { exitCode, stopped, said, putAside, masksFailure }) => {
      decisionLog.appendRun({ decision, exitCode, stopped, said, putAside, masksFailure });
    },
    readReport: (decisionId) => findRun(decisionLog, decisionId),
    kept: keptRuns,
    ended: (decisionId) => {
      events.containedEnded.fire(decisionId);
    },
    lost: (_decisionId, agent, sessionId) => {
      watch.observer.alarm?.(rewriteLost(agent, sessionId));
    },
    log: (line) => {
      log.info(redact(line));
    },
  });
  context.subscriptions.push(containedRuns, keptRemovals);
  const built = buildGate({
    ...{
      context,
      machine,
      files,
      memory,
      settings,
      judge,
      containedRuns,
      keptRemovals,
      panelAgents,
      documents,
      actionDocument,
      events,
      redact,
      warn,
    },
  });
  const { gate, autoMode, status, questions, sessions } = built;
  const panel = new PanelDoor(randomUUID);
  return {
    window: {
      ...{
        gate,
        containedRuns,
        keptRuns,
        keptRemovals,
        memory,
        settings,
        status,
        panel,
        events,
        documents,
        actionDocument,
      },
      ...{ log, redact, warn, door: autoMode },
    },
    ...{ worktrees, settings, judge, autoMode, questions, sessions, installations, watch },
    probes: new Probes(),
  };
}
