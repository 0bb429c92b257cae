import * as vscode from 'vscode';
import { SETTINGS } from '../config/contributions';
import type { Gate } from '../engine/model/ports';
import type { PanelDestination, PanelFocus, PanelPage } from '../panel/features';
import type { AgentActivity } from '../features/agents/agentActivity';
import { AlarmDismissal } from '../features/agents/alarmDismissal';
import type { AutoMode } from '../features/api/autoMode';
import { BlockWarningSwitch } from '../features/history/blockWarningSwitch';
import { CallTrial } from '../features/trial/callTrial';
import { Commands } from './commands';
import { confirmInModal } from '../editor/confirmation';
import { ContextKeys } from '../features/status/contextKeys';
import { ExampleDenial } from '../features/history/exampleDenial';
import { explainer } from '../features/api/explainer';
import { ExplanationWindow } from '../features/story/explanationWindow';
import { FirstRun } from '../features/status/firstRun';
import type { GateStatusSource } from '../features/status/gateStatusSource';
import { entryProblem } from '../features/rules/ruleDraft';
import { ruleSectionTexts } from '../texts/ruleSectionTexts';
import type { StoryFeature } from '../features/story/story';
import { TrialFeature } from '../features/trial/trial';
import { PanelActions } from './panelActions';
import { ProblemLog } from '../features/status/problemLog';
import type { ReadOnlyDocument } from '../editor/readOnlyDocument';
import { RequestLogWindow } from '../features/requests/requestLogWindow';
import { RequestWindow } from '../features/requests/requestWindow';
import { RuleChangeCommand } from '../features/rules/ruleChangeCommand';
import { RuleListCommands } from '../features/rules/ruleListCommands';
import { placeId } from '../features/rules/rulePlaces';
import type { RuleSection } from '../panel/ruleEditing';
import type { ActionDocument } from '../editor/actionDocument';
import { AlarmNotification } from '../features/agents/alarmNotification';
import { BlockNotification } from '../features/history/blockNotification';
import { editorTimer } from '../editor/editorTimer';
import { PanelView } from '../features/status/panelView';
import { StatusBar } from '../features/status/statusBar';
import type { Agents } from './agents';
import type { WindowGate } from './gate';
import type { History } from './history';
import type { Judge } from './judge';
import type { Memory } from './memory';
import type { Models } from './models';
import { buildPanelFeatures } from './panelFeatures';
import { buildRuleEditing, ruleSectionOf } from './ruleEditing';
import type { Settings } from './settings';
import { buildStory } from './story';
import type { WindowEvents } from '../gate/windowEvents';

export interface SurfaceNeeds {
  readonly context: vscode.ExtensionContext;
  readonly memory: Pick<Memory, 'decidedCalls' | 'decisionLog' | 'logReader' | 'pastCalls' | 'requestLog'>;
  readonly redact: (text: string) => string;
  readonly autoMode: AutoMode;
  readonly gate: Gate;
  readonly settings: Pick<Settings, 'reader' | 'writeSetting' | 'refuseIfForbidden' | 'inTurn'>;
  readonly activity: AgentActivity;
  readonly status: GateStatusSource;
  readonly questions: WindowGate['questions'];
  readonly judge: Judge;
  readonly models: Models;
  readonly agents: Agents;
  readonly history: History;
  readonly documents: ReadOnlyDocument;
  readonly actionDocument: ActionDocument;
  readonly events: WindowEvents;
  readonly log: vscode.LogOutputChannel;
  readonly warn: (line: string) => void;
}

/**
 * What the user sees and clicks, all of which goes on by itself: panel, status bar, notifications, commands.
 * @returns what tells the story of a decision
 */
export function buildSurface({
  context,
  memory,
  redact,
  autoMode,
  gate,
  settings,
  activity,
  status,
  questions,
  judge,
  models,
  agents: { connection, importRules, doctor },
  history,
  documents,
  actionDocument,
  events,
  log,
  warn,
}: SurfaceNeeds): Pick<StoryFeature, 'text'> {
  const { judgeChoice, keyEntry, modelPicker, modelTest, requestViewer } = models;
  const folder = (): string | undefined => settings.reader.window().configuration.workspaceFolders[0];
  const firstRun: FirstRun = new FirstRun({
    setContext: (key, value) => {
      void vscode.commands.executeCommand('setContext', key, value);
    },
    judgeSettled: () => judgeChoice.settled(),
    panelShown: () => panel.isVisible,
  });
  const judgeMayHaveChanged = (): void => {
    void firstRun.judgeMayHaveChanged();
  };
  const showLog = (): void => {
    log.show(true);
  };
  const story = buildStory({ memory, gate, reader: settings.reader, models, documents, redact });
  const requestWindow = new RequestWindow(requestViewer, documents);
  const callTrial = new CallTrial({
    world: gate,
    autoMode,
    requestWindow,
    folder,
    ruleProblem: (rule) => entryProblem('permissions.deny', rule),
  });
  const { rules, edits, ruleEditing } = buildRuleEditing({
    settings,
    memory,
    gate,
    events,
    warn,
  });
  edits.onDidChange(() => {
    status.changed();
  });
  const features = buildPanelFeatures({
    context,
    memory,
    history: history.feature,
    story,
    trial: new TrialFeature({
      decide: (trial) => callTrial.decide(trial),
      showRequest: (text) => callTrial.showRequest(text),
      tried: () => {
        firstRun.reached('trial');
      },
    }),
    events,
    questions,
    reader: settings.reader,
    autoMode,
    status,
    judge,
    models,
    ruleEditing,
    warn,
  });
  const panelActions = new PanelActions({
    autoMode,
    activity,
    status,
    connection,
    features,
    keyEntry,
    modelPicker,
    showLog,
  });
  const panel = new PanelView({
    source: panelActions,
    badge: () => settings.reader.window().configuration.notifications.badge,
    log: warn,
  });
  const showPage = async (
    page: PanelPage,
    focus: PanelFocus = {},
    section?: PanelDestination['section'],
  ): Promise<void> => {
    panelActions.goTo(page, focus, section);
    await panel.show();
  };
  const showRules = (section: RuleSection = 'permissions.deny', place = 'user'): Promise<void> =>
    showPage('rules', { ruleEditing: { section, place } });
  const showWaiting = (): Promise<void> => showPage('overview', { questions: {} });
  const blockWarnings = new BlockWarningSwitch({
    inForce: () => settings.reader.window().configuration.notifications.blocks,
    ofUser: () => settings.reader.userValue(SETTINGS.notificationsBlocks),
    write: async (value) => settings.writeSetting(SETTINGS.notificationsBlocks, value),
    tell: (message, button) =>
      vscode.window
        .showInformationMessage(message, ...(button === undefined ? [] : [button]))
        .then((picked) => picked !== undefined),
  });
  const showDenials = (): Promise<void> => showPage('overview', {}, 'history');
  const notification = new BlockNotification({
    window: vscode.window,
    timer: editorTimer,
    showDenials: () => {
      void showDenials();
    },
    showDenial: ({ id }) => {
      void showPage('overview', { story: { id } });
    },
    tells: () => settings.reader.window().configuration.notifications.blocks,
    stop: (unjudged) => {
      void blockWarnings.stop(unjudged);
    },
  });
  const alarmNotification = new AlarmNotification({
    window: vscode.window,
    timer: editorTimer,
    showPanel: () => {
      void panel.show();
    },
    showLog,
  });
  const contextKeys = new ContextKeys();
  const problemLog = new ProblemLog(log);
  const follow = (): void => {
    const snapshot = status.snapshot();
    contextKeys.follow(snapshot, judge.modelConfirmation.changedModels().length > 0);
    problemLog.note(snapshot.problems);
    firstRun.follow(snapshot);
  };
  panel.register(context);
  new StatusBar(panelActions).register(context);
  const sections = ruleSectionTexts();
  const asking = { sections, confirm: confirmInModal, openWhole: (text: string) => actionDocument.open(text) };
  const ruleChange = new RuleChangeCommand({ rules, edits, ...asking });
  const ruleLists = new RuleListCommands({ rules, edits, ...asking });
  new Commands({
    alarms: new AlarmDismissal({
      agents: () => status.snapshot().agents,
      dismiss: (id) => {
        activity.dismissAlarm(id);
      },
      confirm: confirmInModal,
    }),
    autoMode,
    callTrial,
    connection,
    denialCommands: history.commands,
    denialRequests: history.requests,
    doctor,
    documents,
    exampleDenial: new ExampleDenial({ autoMode, folder, showPanel: showDenials }),
    importRules,
    judgeChoice,
    keyEntry,
    modelPicker,
    modelTest,
    requestLogWindow: new RequestLogWindow(memory.requestLog.path),
    requestViewer,
    requestWindow,
    ruleChange,
    ruleLists,
    clearActivity: () => features.execute({ feature: 'activity', action: { kind: 'clear' } }),
    showPanel: () => panel.show(),
    showPage,
    showDenials,
    showWaiting,
    waiting: () => questions.waiting,
    editRules: (argument) => showRules(ruleSectionOf(argument)),
    showFolderRules: () => {
      const [own] = rules.folderLists();
      return showRules(own?.section, own?.place.id);
    },
    showLastRuleChange: () => {
      const step = edits.lastEdit?.steps.at(-1);
      return showRules(step?.section, step === undefined ? undefined : placeId(step.place));
    },
    showLog,
    explain: explainer(autoMode, story),
    explanationWindow: new ExplanationWindow({ autoMode, calls: memory.decidedCalls, story, documents }),
  }).register(context);
  context.subscriptions.push(
    notification,
    alarmNotification,
    events.alarmed.event((alarm) => {
      alarmNotification.alarm(alarm);
    }),
    events.questionsWanted.event(() => {
      showWaiting().catch((error: unknown) => {
        warn(`The panel could not be shown: ${String(error)}`);
        questions.panelHidden();
      });
    }),
    activity.onDidChange(() => {
      status.changed();
    }),
    events.decided.event((decision) => {
      notification.decided(decision);
    }),
    status.onDidChange(follow),
    settings.reader.onDidChange(() => {
      follow();
      judgeMayHaveChanged();
    }),
    events.judgeChanged.event(judgeMayHaveChanged),
  );
  follow();
  judgeMayHaveChanged();
  return story;
}
