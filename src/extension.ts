import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { agentInstallations } from './agents/agentInstallations';
import { startBridge, type Bridge } from './bridge/bridge';
import { gateHome } from './disk/gateHome';
import { Probes } from './bridge/probes';
import { KnownKeys } from './classifier/prompt/secretCleaner';
import { RENAMED_SETTINGS } from './config/renamedSettings';
import { createNodeFileSystem } from './disk/nodeFileSystem';
import { decisionBasis } from './engine/trial/decisionBasis';
import type { AutoModeApi } from './gate/api';
import { buildAgentWatch } from './assembly/agentWatch';
import { buildAgents } from './assembly/agents';
import { buildGate } from './assembly/gate';
import { buildHistory } from './assembly/history';
import { buildJudge } from './assembly/judge';
import { buildMemory } from './assembly/memory';
import { buildModels } from './assembly/models';
import { buildRouting } from './assembly/routing';
import { buildSettings } from './assembly/settings';
import { buildSurface } from './assembly/surface';
import { answerNotStarted } from './assembly/notStarted';
import { WindowEvents } from './gate/windowEvents';
import { decidedElsewhere } from './gate/decidedElsewhere';
import { machineFacts } from './gate/machineFacts';
import type { StoryFeature } from './features/story/story';
import { ReadOnlyDocument } from './editor/readOnlyDocument';
import { migrateSettings } from './features/settings/settingsMigration';
import { ActionDocument } from './editor/actionDocument';
import { config as configureTexts, t } from '@vscode/l10n';

let bridge: Bridge | undefined;

/** Builds the parts and connects them; what they do is in their own files. Where they cannot be built, every call is blocked. */
export async function activate(context: vscode.ExtensionContext): Promise<AutoModeApi> {
  configureTexts({ contents: vscode.l10n.bundle ?? {} });
  const log = vscode.window.createOutputChannel('Auto Mode', { log: true });
  const keys = new KnownKeys();
  const { redact } = keys;
  let api: AutoModeApi;
  try {
    api = await start(context, log, keys);
  } catch (error) {
    // One that is up already would go on to decide by parts that are about to be disposed.
    await bridge?.dispose().catch((problem: unknown) => {
      log.error(redact(String(problem)));
    });
    ({ api, bridge } = await answerNotStarted({ context, error, log, redact }));
  }
  context.subscriptions.push(log);
  return api;
}

/** Rejects where there would be no gate to decide calls. */
async function start(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  knownKeys: KnownKeys,
): Promise<AutoModeApi> {
  const { redact } = knownKeys;
  const warn = (line: string): void => {
    log.warn(redact(line));
  };
  const events = new WindowEvents();
  const probes = new Probes();
  const documents = new ReadOnlyDocument();
  const actionDocument = new ActionDocument();
  context.subscriptions.push(events);
  documents.register(context);
  actionDocument.register(context);

  const machine = machineFacts(context);
  const files = createNodeFileSystem();
  const launcherPath = gateHome(homedir()).launcher;
  const installations = agentInstallations(homedir(), process.env, launcherPath);
  const { activity, panelAgents, codexTrust, observer, judged } = buildAgentWatch({
    context,
    installations,
    launcherPath,
    events,
    warn,
  });
  const memory = buildMemory(context, redact);
  const settings = buildSettings({ context, machine, files, memory, documents, events, warn });
  const judge = buildJudge({ context, memory, settings, events, knownKeys });
  const gate = buildGate({
    context,
    machine,
    files,
    memory,
    settings,
    judge,
    panelAgents,
    actionDocument,
    events,
    redact,
    warn,
  });
  const { autoMode, status, questions } = gate;
  const incomplete = t('Auto Mode decides calls, but its panel and commands could not all start. See the log.');
  let story: Pick<StoryFeature, 'text'> = { text: () => Promise.reject(new Error(incomplete)) };
  try {
    const models = buildModels({ context, memory, settings, judge, gate, redact });
    const agents = buildAgents({
      context,
      settings,
      installations,
      judgeChoice: models.judgeChoice,
      status,
      documents,
      actionDocument,
      probes,
      codexTrust,
      warn,
    });
    const history = buildHistory({
      memory,
      settings,
      gate: gate.gate,
      autoMode,
      status,
      documents,
      actionDocument,
      redact,
    });
    story = buildSurface({
      context,
      memory,
      autoMode,
      gate: gate.gate,
      settings,
      activity,
      status,
      questions,
      judge,
      models,
      agents,
      history,
      documents,
      actionDocument,
      events,
      redact,
      log,
      warn,
    });
  } catch (error) {
    // The gate stands without them: what is not shown is decided all the same, and the agents' hooks find their window.
    log.error(redact(error instanceof Error ? error.message : String(error)));
    void vscode.window.showErrorMessage(incomplete);
  }

  const refresh = (): void => {
    void status.refresh();
  };
  context.subscriptions.push(
    events.decided.event((decision) => {
      log.info(`${decision.outcome} by ${decision.stage}: ${redact(decision.summary)}`);
    }),
    settings.reader.onDidChange(() => {
      // What was switched off before the policy came is on again.
      if (settings.reader.window().forbidsLoosening) settings.windowSwitch.turnOn(undefined);
      settings.settingsWatch.changed();
      void judge.modelConfirmation.follow();
      refresh();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      settings.policyWatch.check();
      // Other windows have counted meanwhile, and a day may have begun.
      refresh();
    }),
  );
  refresh();
  void settings.environment.announce();
  void judge.modelConfirmation.follow();
  void migrateSettings(RENAMED_SETTINGS, settings.reader, (line) => {
    log.info(redact(line));
  }).then(() => settings.settingsWatch.check());

  const routing = buildRouting({ context, settings, gate: gate.gate, sessions: gate.sessions, status, log });
  try {
    bridge = await startBridge({
      home: homedir(),
      probes,
      ...routing.options,
      decide: async (request, signal, answerBy) => judged(request, await autoMode.decide(request, signal, answerBy)),
      decideOutside: async (request, signal, answerBy) =>
        judged(request, await routing.options.decideOutside(request, signal, answerBy)),
      basis: (request) => Promise.resolve(decisionBasis(request, gate.gate)),
      decidedElsewhere: (call, isOurs) => decidedElsewhere(call, isOurs, memory.decisionLog, Date.now()),
      ...observer,
      log: (line) => {
        log.info(line);
      },
    });
    routing.follow(bridge);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.error(message);
    void vscode.window.showErrorMessage(t('Auto Mode: agents outside the editor cannot reach it. See the log.'));
  }
  // Only now is the launcher there that hooks run.
  refresh();
  return autoMode.api(story);
}

/** VS Code waits for this before it takes the log, the dialogs and the process away: calls that are still being decided get their refusal. */
export async function deactivate(): Promise<void> {
  await bridge?.dispose();
  bridge = undefined;
}
