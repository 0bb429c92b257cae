import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { agentInstallations } from './agents/agentInstallations';
import { startBridge, type Bridge } from './bridge/bridge';
import { gateHome } from './disk/gateHome';
import { Probes } from './bridge/probes';
import { KnownKeys } from './classifier/prompt/secretCleaner';
import { createNodeFileSystem } from './disk/nodeFileSystem';
import { decisionBasis } from './engine/trial/decisionBasis';
import type { AutoModeApi, DecisionStories } from './gate/api';
import type { GateWindow } from './gate/gateWindow';
import { buildMemory } from './gate/memory';
import { buildGate } from './assembly/gate';
import { buildRouting } from './assembly/routing';
import { answerNotStarted } from './assembly/notStarted';
import { registerActivity } from './features/activity/register';
import { buildAgentWatch } from './features/agents/agentWatch';
import { registerAgents } from './features/agents/register';
import { registerApi } from './features/api/register';
import { registerHistory } from './features/history/register';
import { buildJudge } from './features/models/judge';
import { registerModels } from './features/models/register';
import { registerQuestions } from './features/questions/register';
import { registerRequests } from './features/requests/register';
import { registerRules } from './features/rules/register';
import { buildSettings } from './features/settings/windowSettings';
import { registerSettings } from './features/settings/register';
import { registerStatus } from './features/status/register';
import { registerStory } from './features/story/register';
import { registerTrial } from './features/trial/register';
import { PanelDoor } from './panel/panelDoor';
import { WindowEvents } from './gate/windowEvents';
import { decidedElsewhere } from './gate/decidedElsewhere';
import { machineFacts } from './gate/machineFacts';
import { ReadOnlyDocument } from './editor/readOnlyDocument';
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
  const watch = buildAgentWatch({ context, installations, launcherPath, events, warn });
  const { observer, judged } = watch;
  const memory = buildMemory(context, redact);
  const settings = buildSettings({ context, machine, files, memory, documents, events, warn });
  const judge = buildJudge(context, { memory, settings, events }, knownKeys);
  const { gate, sessions, autoMode, status, questions } = buildGate({
    context,
    machine,
    files,
    memory,
    settings,
    judge,
    panelAgents: watch.panelAgents,
    actionDocument,
    events,
    redact,
    warn,
  });
  const panel = new PanelDoor(randomUUID);
  const window: GateWindow = {
    ...{ gate, memory, settings, status, panel, events, documents, actionDocument, log, redact, warn },
    door: autoMode,
  };
  const incomplete = t('Auto Mode decides calls, but its panel and commands could not all start. See the log.');
  let story: DecisionStories = { text: () => Promise.reject(new Error(incomplete)) };
  try {
    registerApi(context, window, autoMode);
    registerActivity(context, window);
    registerQuestions(context, window, questions);
    registerHistory(context, window);
    registerRules(context, window);
    const requests = registerRequests(context, window, judge);
    story = registerStory(context, window, requests);
    registerTrial(context, window, requests);
    const models = registerModels(context, window, judge);
    const { judgeChoice } = models;
    const connection = registerAgents(context, window, { installations, watch, probes, judgeChoice });
    const modelsChanged = (): boolean => judge.modelConfirmation.changedModels().length > 0;
    registerStatus(context, window, { models, connection, activity: watch.activity, modelsChanged });
  } catch (error) {
    // The gate decides without them: what is not shown is decided all the same, and the agents' hooks find their window.
    log.error(redact(error instanceof Error ? error.message : String(error)));
    void vscode.window.showErrorMessage(incomplete);
  }
  registerSettings(context, window, settings, autoMode);
  const followModels = (): void => {
    void judge.modelConfirmation.follow();
  };
  context.subscriptions.push(
    events.decided.event((decision) => {
      log.info(`${decision.outcome} by ${decision.stage}: ${redact(decision.summary)}`);
    }),
    settings.reader.onDidChange(followModels),
  );
  void status.refresh();
  followModels();

  const routing = buildRouting({ context, settings, gate, sessions, status, log });
  try {
    bridge = await startBridge({
      home: homedir(),
      probes,
      ...routing.options,
      decide: async (request, signal, answerBy) => judged(request, await autoMode.decide(request, signal, answerBy)),
      decideOutside: async (request, signal, answerBy) =>
        judged(request, await routing.options.decideOutside(request, signal, answerBy)),
      basis: (request) => Promise.resolve(decisionBasis(request, gate)),
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
  void status.refresh();
  return autoMode.api(story);
}

/** VS Code waits for this before it takes the log, the dialogs and the process away: calls that are still being decided get their refusal. */
export async function deactivate(): Promise<void> {
  await bridge?.dispose();
  bridge = undefined;
}
