import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { claudeCodeDirectory, claudeCodeInstallation } from './agents/claudeCode/installation';
import { CLAUDE_CODE } from './agents/claudeCode/dialect';
import { startBridge, type Bridge } from './bridge/bridge';
import { gateHome } from './bridge/gateHome';
import { listModels } from './classifier/modelCatalogue';
import { createModelClassifier } from './classifier/modelClassifier';
import { PROVIDERS } from './classifier/providers/providerTable';
import { redactSecrets } from './classifier/redaction';
import { configurationReport } from './config/configurationReport';
import { CONTEXT_KEYS, SETTINGS } from './config/contributions';
import { SettingsReader } from './config/settingsReader';
import { createNodeFileSystem } from './disk/nodeFileSystem';
import { AgentConnection } from './host/agentConnection';
import type { AutoModeApi } from './host/api';
import { AutoMode } from './host/autoMode';
import { Commands } from './host/commands';
import { confirmInModal } from './host/confirmation';
import { gateHost, systemClock } from './host/gateHost';
import { GateStatusSource } from './host/gateStatusSource';
import { ImportPicker } from './host/importPicker';
import { ImportRules } from './host/importRules';
import { JudgeChoice } from './host/judgeChoice';
import { KeyEntry } from './host/keyEntry';
import { localFolders } from './host/localFolders';
import { machineFacts } from './host/machineFacts';
import { ModelPicker } from './host/modelPicker';
import { PanelActions } from './host/panelActions';
import { ProblemLog } from './host/problemLog';
import { ReadOnlyDocument } from './host/readOnlyDocument';
import { RecentCalls } from './host/recentCalls';
import { DecisionLog } from './host/state/decisionLog';
import { GateState } from './host/state/gateState';
import { settingsSurroundings } from './host/settingsSurroundings';
import { SecretKeys } from './host/state/secretKeys';
import { ActionDocument } from './host/ui/actionDocument';
import { BlockNotification } from './host/ui/blockNotification';
import { inEditorLanguage as t } from './host/ui/editorLanguage';
import { PanelView } from './host/ui/panelView';
import { QuestionQueue } from './host/ui/questionQueue';
import { StatusBar } from './host/ui/statusBar';
import { WindowSwitch } from './host/windowSwitch';

let bridge: Bridge | undefined;

/** Builds the parts and connects them; what they do is in their own files. */
export async function activate(context: vscode.ExtensionContext): Promise<AutoModeApi> {
  const log = vscode.window.createOutputChannel('Auto Mode', { log: true });
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const redact = (text: string): string => redactSecrets(text).text;

  const machine = machineFacts(context);
  const files = createNodeFileSystem();
  const settings = new SettingsReader(settingsSurroundings(context, files, () => false));
  // Windows without a folder have no storage of their own: one that is off must not start the next one off.
  const offFile = context.storageUri === undefined ? undefined : join(context.storageUri.fsPath, 'window-off');
  const windowSwitch = new WindowSwitch(offFile, () => systemClock.now());
  const state = new GateState({ file: join(storage, 'state.json'), redact, clock: systemClock });
  const decisionLog = new DecisionLog({ directory: join(context.globalStorageUri.fsPath, 'log'), redact });
  const calls = new RecentCalls();
  const keys = new SecretKeys({
    secrets: context.secrets,
    confirmations: context.globalState,
    environment: process.env,
    environmentVariables: Object.fromEntries(
      Object.values(PROVIDERS).map(({ id, environmentVariable }) => [id, environmentVariable]),
    ),
  });
  const classifier = createModelClassifier({ keys, providers: PROVIDERS, clock: systemClock });
  const usable = (): Promise<boolean> => classifier.usable(settings.window().configuration.classifier, undefined);

  const actionDocument = new ActionDocument(t);
  const questions = new QuestionQueue({
    window: vscode.window,
    openWhole: (text) => actionDocument.open(text),
    t,
    onWaitingChanged: () => {
      status.changed();
    },
    log: (message) => {
      log.warn(message);
    },
  });
  const claudeCode = claudeCodeInstallation(claudeCodeDirectory(homedir(), process.env), gateHome(homedir()).launcher);
  const status = new GateStatusSource({
    state,
    windowSwitch,
    settings,
    waiting: () => questions.waiting,
    classifierUsable: usable,
    connections: () => [{ agent: CLAUDE_CODE, connected: claudeCode.status().state === 'connected' }],
    t,
  });
  const refresh = (): void => {
    void status.refresh();
  };

  const gate = gateHost({
    machine,
    files,
    classifier,
    user: questions,
    memory: state,
    configurationFor: (cwd) => settings.forFolder(cwd),
    redact,
    isOff: (sessionId) => windowSwitch.isOff(sessionId),
    writeLog: (decision, input) => {
      calls.note(decision, input);
      return decisionLog.append(decision, input);
    },
    note: (decision) => {
      state.record(decision, settings.window().configuration.pause);
      status.decided(decision);
      notification.decided(decision);
      log.info(`${decision.outcome} by ${decision.stage}: ${redact(decision.summary)}`);
    },
  });
  const autoMode = new AutoMode({
    gate,
    state,
    windowSwitch,
    settings: {
      reload: () => {
        settings.reload();
      },
      window: () => settings.window(),
      report: () =>
        configurationReport({
          window: settings.window(),
          folders: settings.folders(),
          goneRules: settings.goneRules(),
          unconfirmed: settings.unconfirmed(),
        }),
      setModel: (model) => settings.setUserValue(SETTINGS.classifierModel, model),
    },
    status,
    calls,
    confirm: confirmInModal,
    openWhole: (text) => actionDocument.open(text),
    t,
  });

  const keyEntry = new KeyEntry({ keys, onDidChange: refresh });
  const modelPicker = new ModelPicker({
    listModels: () => {
      const { baseUrl } = settings.window().configuration.classifier;
      return listModels({ keys, providers: PROVIDERS, baseUrl }, new AbortController().signal);
    },
    current: () => settings.window().configuration.classifier.model,
    setModel: (model) => settings.setUserValue(SETTINGS.classifierModel, model),
  });
  const judge = new JudgeChoice({
    keyEntry,
    settled: async () => settings.window().configuration.classifier.whenUnavailable === 'ask' || (await usable()),
    askMe: () => settings.setUserValue(SETTINGS.classifierWhenUnavailable, 'ask'),
  });
  const connection = new AgentConnection({
    installation: claudeCode,
    chooseJudge: () => judge.choose(),
    onDidChange: refresh,
  });
  const documents = new ReadOnlyDocument();
  const importPicker = new ImportPicker(t, (name, text) => documents.show(name, text));
  const importRules = new ImportRules({
    places: {
      home: homedir(),
      environment: process.env,
      platform: process.platform,
      folders: () => localFolders(vscode.workspace.workspaceFolders),
      editorSetting: (name) => settings.editorSetting(name),
    },
    settings,
    trusted: () => vscode.workspace.isTrusted,
    confirm: confirmInModal,
    openWhole: (text) => actionDocument.open(text),
    pick: (found) => importPicker.pick(found),
    t,
  });
  const showLog = (): void => {
    log.show(true);
  };
  const panelActions = new PanelActions({ autoMode, status, connection, keyEntry, modelPicker, showLog });
  const panel = new PanelView({
    source: panelActions,
    t,
    log: (message) => {
      log.warn(message);
    },
  });
  const notification = new BlockNotification({
    window: vscode.window,
    timer: {
      start: (milliseconds, callback) => {
        const timer = setTimeout(callback, milliseconds);
        return () => {
          clearTimeout(timer);
        };
      },
    },
    showDenials: () => {
      void panel.show();
    },
    t,
  });

  actionDocument.register(context);
  documents.register(context);
  connection.register(context);
  panel.register(context);
  new StatusBar(panelActions, t).register(context);
  new Commands({
    autoMode,
    connection,
    documents,
    importRules,
    keyEntry,
    modelPicker,
    showPanel: () => panel.show(),
    showLog,
  }).register(context);

  const followContext = (): void => {
    const { mode } = status.snapshot();
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.enabled, mode !== 'off');
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.paused, mode === 'paused');
  };
  const problemLog = new ProblemLog(log);
  const noteProblems = (): void => {
    problemLog.note(status.snapshot().problems);
  };
  context.subscriptions.push(
    log,
    settings,
    windowSwitch,
    state,
    notification,
    questions,
    status.onDidChange(followContext),
    status.onDidChange(noteProblems),
    settings.onDidChange(refresh),
    context.secrets.onDidChange(refresh),
  );
  followContext();
  noteProblems();
  refresh();

  try {
    bridge = await startBridge({
      home: homedir(),
      folders: () => localFolders(vscode.workspace.workspaceFolders),
      decide: (request, signal) => autoMode.decide(request, signal),
      log: (line) => {
        log.info(line);
      },
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.error(message);
    void vscode.window.showErrorMessage(t('Auto Mode: agents outside the editor cannot reach it. See the log.'));
  }
  return autoMode.api();
}

/** VS Code waits for this before it takes the log, the dialogs and the process away: calls that are still being decided get their refusal. */
export async function deactivate(): Promise<void> {
  await bridge?.dispose();
  bridge = undefined;
}
