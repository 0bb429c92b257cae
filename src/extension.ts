import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { claudeCodeDirectory, claudeCodeInstallation } from './agents/claudeCode/installation';
import { CLAUDE_CODE } from './agents/claudeCode/dialect';
import { startBridge, type Bridge } from './bridge/bridge';
import { gateHome } from './bridge/gateHome';
import { createModelClassifier } from './classifier/modelClassifier';
import { listModels, serverModels } from './classifier/modelListing';
import { localServerProvider } from './classifier/providers/localServer';
import { createEditorProvider } from './classifier/providers/editorModels';
import { PROVIDERS } from './classifier/providers/providerTable';
import { redactSecrets } from './classifier/redaction';
import { configurationReport } from './config/configurationReport';
import { CONTEXT_KEYS, SETTINGS, type SettingKey } from './config/contributions';
import { SETTINGS_VARIABLE } from './config/environmentSettings';
import { RENAMED_SETTINGS } from './config/renamedSettings';
import type { SettingValues } from './config/schema';
import { SettingsReader } from './config/settingsReader';
import { managedPolicyPath, readManagedPolicy } from './disk/managedPolicyFile';
import { createNodeFileSystem } from './disk/nodeFileSystem';
import { AgentConnection } from './host/agentConnection';
import type { AutoModeApi } from './host/api';
import { AutoMode } from './host/autoMode';
import { Commands, openSettings } from './host/commands';
import { confirmInModal } from './host/confirmation';
import { EditorLanguageModels } from './host/editorLanguageModels';
import { EditorModelAccess } from './host/editorModelAccess';
import { EnvironmentReview } from './host/environmentReview';
import { gateHost, systemClock } from './host/gateHost';
import { GateStatusSource } from './host/gateStatusSource';
import { ImportPicker } from './host/importPicker';
import { ImportRules } from './host/importRules';
import { JudgeChoice } from './host/judgeChoice';
import { KeyEntry } from './host/keyEntry';
import { localFolders } from './host/localFolders';
import { machineFacts } from './host/machineFacts';
import { ManagedPolicyWatch } from './host/managedPolicyWatch';
import { ModelPicker, type ModelChoiceSettings } from './host/modelPicker';
import { PanelActions } from './host/panelActions';
import { ProblemLog } from './host/problemLog';
import { ReadOnlyDocument } from './host/readOnlyDocument';
import { RecentCalls } from './host/recentCalls';
import { ServerChoice } from './host/serverChoice';
import { migrateSettings } from './host/settingsMigration';
import { AnsweredTexts } from './host/state/answeredTexts';
import { ChangeClaims } from './host/state/changeClaims';
import { DecisionLog } from './host/state/decisionLog';
import { StoredEditorConsents } from './host/state/editorConsents';
import { GateState } from './host/state/gateState';
import { LooseningLog } from './host/state/looseningLog';
import { settingsSurroundings } from './host/settingsSurroundings';
import { SettingsWatch } from './host/settingsWatch';
import { editorTimer } from './host/ui/editorTimer';
import { WorkspaceFileWatch } from './host/workspaceFileWatch';
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
  const confirmedTexts = new AnsweredTexts(context.globalState, 'environmentConfirmed');
  const settings = new SettingsReader(settingsSurroundings(context, files, (text) => confirmedTexts.has(text)));
  // Windows without a folder have no storage of their own: one that is off must not start the next one off.
  const offFile = context.storageUri === undefined ? undefined : join(context.storageUri.fsPath, 'window-off');
  const windowSwitch = new WindowSwitch(
    offFile,
    () => systemClock.now(),
    () => !settings.window().forbidsLoosening,
  );
  const state = new GateState({ file: join(storage, 'state.json'), redact, clock: systemClock });
  const decisionLog = new DecisionLog({ directory: join(context.globalStorageUri.fsPath, 'log'), redact });
  const looseningLog = new LooseningLog({ directory: join(context.globalStorageUri.fsPath, 'log'), redact });
  const claims = new ChangeClaims(join(context.globalStorageUri.fsPath, 'claims'), () => systemClock.now());
  const calls = new RecentCalls();
  const keys = new SecretKeys({
    secrets: context.secrets,
    confirmations: context.globalState,
    environment: process.env,
    environmentVariables: Object.fromEntries(
      Object.values(PROVIDERS).flatMap(({ id, environmentVariable }) =>
        environmentVariable === undefined ? [] : [[id, environmentVariable]],
      ),
    ),
  });
  const editorModels = new EditorLanguageModels(context.languageModelAccessInformation, context.subscriptions);
  const editorProvider = createEditorProvider(editorModels, new StoredEditorConsents(context.globalState));
  const editorAccess = new EditorModelAccess(editorProvider);
  const providerTable = { ...PROVIDERS, [editorProvider.id]: editorProvider };
  const classifier = createModelClassifier({ keys, providers: providerTable, clock: systemClock });
  const usable = (): Promise<boolean> => classifier.usable(settings.window().configuration.classifier, undefined);

  const settingsWatch = new SettingsWatch({
    settings,
    seen: {
      get: () => context.globalState.get('userSettingsSeen'),
      set: (value) => {
        void context.globalState.update('userSettingsSeen', value);
      },
    },
    claim: (change) => claims.claim(change),
    record: (loosening) => looseningLog.append(loosening),
    window: vscode.window,
    focused: () => vscode.window.state.focused,
    openSettings,
    timer: editorTimer,
    now: () => systemClock.now(),
    log: (line) => {
      log.warn(redact(line));
    },
    t,
  });
  const writeSetting = <K extends SettingKey>(key: K, value: SettingValues[K]): Promise<void> =>
    settingsWatch.writing(key, value, () => settings.setUserValue(key, value));
  const policyWatch = new ManagedPolicyWatch({
    path: managedPolicyPath(process.platform),
    read: () => readManagedPolicy(process.platform),
    onDidChange: () => {
      settings.reload();
    },
  });

  const actionDocument = new ActionDocument(t);
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
    settings: { userValue: (key) => settings.userValue(key), setUserValue: writeSetting },
    trusted: () => vscode.workspace.isTrusted,
    // Rules that tighten are asked about only where a caller wants those of a repository.
    confirm: (question, detail, yes) => {
      autoMode.refuseIfForbidden();
      return confirmInModal(question, detail, yes);
    },
    openWhole: (text) => actionDocument.open(text),
    pick: (found) => importPicker.pick(found),
    t,
  });
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
    workspaceNotes: () => workspaceFileWatch.notes,
    waiting: () => questions.waiting,
    classifierUsable: usable,
    connections: () => [{ agent: CLAUDE_CODE, connected: claudeCode.status().state === 'connected' }],
    t,
  });
  const refresh = (): void => {
    void status.refresh();
  };
  const workspaceFileWatch = new WorkspaceFileWatch(machine, files, () => {
    status.changed();
  });
  const environment = new EnvironmentReview({
    settings,
    confirmed: confirmedTexts,
    dismissed: new AnsweredTexts(context.globalState, 'environmentDismissed'),
    show: (text) => documents.show(`${SETTINGS_VARIABLE}.json`, text),
    confirm: confirmInModal,
    window: vscode.window,
    t,
  });

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
      setModel: async (model) => {
        if (await editorAccess.granted(model)) await writeSetting(SETTINGS.classifierModel, model);
      },
      goneRules: () => settings.goneRules(),
      letGo: (rules) => {
        settings.letGo(rules);
      },
    },
    status,
    calls,
    environment,
    confirm: confirmInModal,
    openWhole: (text) => actionDocument.open(text),
    t,
  });

  const refuseIfForbidden = (): void => {
    autoMode.refuseIfForbidden();
  };

  const providers = Object.values(PROVIDERS);
  const keyEntry = new KeyEntry({ keys, providers, onDidChange: () => status.refresh() });
  const classifierSettings = (): ModelChoiceSettings => settings.window().configuration.classifier;
  const listEditorModels = async (): Promise<readonly string[]> => {
    const { signal } = new AbortController();
    const listed = await listModels(
      { keys, providers: { editor: editorProvider }, settings: classifierSettings() },
      signal,
    );
    return listed.map(({ id }) => id);
  };
  const modelPicker = new ModelPicker({
    listModels: () =>
      listModels({ keys, providers: providerTable, settings: classifierSettings() }, new AbortController().signal),
    editorModels: listEditorModels,
    server: new ServerChoice({
      provider: localServerProvider,
      keyEntry,
      key: async () => (await keys.key(localServerProvider.id))?.value,
      listModels: (connection, signal) => serverModels(localServerProvider, connection, signal),
    }),
    current: classifierSettings,
    choose: async ({ model = '', baseUrl = '' }) => {
      if (!(await editorAccess.granted(model))) return;
      const moves = (classifierSettings().baseUrl ?? '') !== baseUrl;
      // In between, no provider may be asked at an address that is another's.
      if (moves) await writeSetting(SETTINGS.classifierBaseUrl, '');
      await writeSetting(SETTINGS.classifierModel, model);
      if (moves && baseUrl !== '') await writeSetting(SETTINGS.classifierBaseUrl, baseUrl);
    },
    refuseIfForbidden,
  });
  const judge = new JudgeChoice({
    keyEntry,
    modelPicker,
    providers,
    editorModels: listEditorModels,
    settled: async () => settings.window().configuration.classifier.whenUnavailable === 'ask' || (await usable()),
    askMe: async () => {
      refuseIfForbidden();
      await writeSetting(SETTINGS.classifierWhenUnavailable, 'ask');
    },
  });
  const connection = new AgentConnection({
    installation: claudeCode,
    chooseJudge: () => judge.choose(),
    onDidChange: refresh,
    refuseIfForbidden,
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
    timer: editorTimer,
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
    policyWatch,
    settingsWatch,
    workspaceFileWatch,
    settings.onDidChange(() => {
      // What was switched off before the policy came is on again.
      if (settings.window().forbidsLoosening) windowSwitch.turnOn(undefined);
      settingsWatch.changed();
      refresh();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) policyWatch.check();
    }),
    context.secrets.onDidChange(refresh),
  );
  editorModels.onDidChange(refresh);
  followContext();
  noteProblems();
  refresh();
  void environment.announce();
  void migrateSettings(RENAMED_SETTINGS, settings, (line) => {
    log.info(redact(line));
  }).then(() => settingsWatch.check());

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
