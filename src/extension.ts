import { config as configureTexts, t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { answerNotStarted } from './assembly/notStarted';
import { openBridge } from './assembly/openBridge';
import { openWindow, type OpenWindow } from './assembly/openWindow';
import type { Bridge } from './bridge/bridge';
import { KnownKeys } from './classifier/prompt/secretCleaner';
import { localFolders } from './editor/localFolders';
import { warmUp } from './engine/trial/warmUp';
import { registerActivity } from './features/activity/register';
import { registerAgents } from './features/agents/register';
import { registerApi } from './features/api/register';
import { registerChat } from './features/chat/register';
import { registerHistory } from './features/history/register';
import { registerInsights } from './features/insights/register';
import { registerModels } from './features/models/register';
import { registerQuestions } from './features/questions/register';
import { registerRequests } from './features/requests/register';
import { registerRules } from './features/rules/register';
import { buildRules } from './features/rules/windowRules';
import { registerSettings } from './features/settings/register';
import { registerStatus } from './features/status/register';
import { registerStory } from './features/story/register';
import { registerTrial } from './features/trial/register';
import { registerUndo } from './features/undo/register';
import type { AutoModeApi, DecisionStories } from './gate/api';

/** Other extensions start at the same time. */
const WARM_UP_PAUSE_MS = 20;

let bridge: Bridge | undefined;

/** Without a gate, every call is blocked. */
export async function activate(context: vscode.ExtensionContext): Promise<AutoModeApi> {
  configureTexts({ contents: vscode.l10n.bundle ?? {} });
  const log = vscode.window.createOutputChannel('Auto Mode', { log: true });
  const keys = new KnownKeys();
  const { redact } = keys;
  let api: AutoModeApi;
  try {
    const open = openWindow(context, log, keys);
    const stories = registerFeatures(context, open);
    bridge = await openBridge(context, open);
    void open.window.status.refresh();
    void open.window.containedRuns.start();
    api = open.autoMode.api(stories);
    void warmUp(open.window.gate, localFolders(vscode.workspace.workspaceFolders)[0], shortPause);
  } catch (error) {
    // A running bridge would decide by disposed parts.
    await bridge?.dispose().catch((problem: unknown) => {
      log.error(redact(String(problem)));
    });
    ({ api, bridge } = await answerNotStarted({ context, error, log, redact }));
  }
  context.subscriptions.push(log);
  return api;
}

function shortPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, WARM_UP_PAUSE_MS));
}

/** The gate decides even if a feature fails. */
function registerFeatures(context: vscode.ExtensionContext, open: OpenWindow): DecisionStories {
  const { window, settings, judge, autoMode, questions, installations, watch, probes } = open;
  const { log, redact, status } = window;
  registerSettings(context, window, settings, autoMode);
  try {
    registerApi(context, window, autoMode);
    registerActivity(context, window);
    registerQuestions(context, window, questions);
    const rules = buildRules(window);
    const blocked = registerHistory(context, window, rules);
    registerRules(context, window, rules);
    const requests = registerRequests(context, window, judge);
    const stories = registerStory(context, window, requests, blocked);
    const trial = registerTrial(context, window, requests);
    registerChat(context, window, { trial, blocked });
    registerInsights(context, window, rules);
    registerUndo(context, window);
    const models = registerModels(context, window, judge);
    const { judgeChoice } = models;
    const connection = registerAgents(context, window, { installations, watch, probes, judgeChoice });
    registerStatus(context, window, { models, connection, activity: watch.activity });
    return stories;
  } catch (error) {
    log.error(redact(error instanceof Error ? error.message : String(error)));
    const incomplete = t('Auto Mode decides calls, but its panel and commands could not all start. See the log.');
    void vscode.window.showErrorMessage(incomplete);
    return { text: () => Promise.reject(new Error(incomplete)) };
  } finally {
    void status.refresh();
  }
}

/** VS Code waits, so pending calls get their refusal. */
export async function deactivate(): Promise<void> {
  await bridge?.dispose();
  bridge = undefined;
}
