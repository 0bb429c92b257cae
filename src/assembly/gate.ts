import * as vscode from 'vscode';
import { configurationReport } from '../config/configurationReport';
import { addressForModel } from '../classifier/models/modelListing';
import type { Gate } from '../engine/model/ports';
import type { FileSystem } from '../files/fileSystem';
import type { MachineFacts } from '../files/machineFacts';
import { AutoMode } from '../features/api/autoMode';
import { confirmInModal } from '../editor/confirmation';
import { gateHost, systemClock } from '../gate/gateHost';
import { GateStatusSource } from '../features/status/gateStatusSource';
import type { PanelAgents } from '../features/agents/panelAgents';
import { SessionFolders } from '../gate/sessionFolders';
import type { ActionDocument, ActionLanguage } from '../editor/actionDocument';
import { listPick } from '../editor/listPick';
import { localFolders } from '../editor/localFolders';
import type { ReadOnlyDocument } from '../editor/readOnlyDocument';
import { questionAct } from './questionActs';
import { QuestionQueue } from '../features/questions/questionQueue';
import { inputWords } from '../editor/wordsInput';
import type { Judge } from '../features/models/judge';
import type { Settings } from '../features/settings/windowSettings';
import type { ContainedRuns } from '../gate/containedRuns';
import type { KeptRemovals } from '../gate/keptRemovals';
import type { Memory } from '../gate/memory';
import type { WindowEvents } from '../gate/windowEvents';

export interface GateNeeds {
  readonly context: vscode.ExtensionContext;
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  readonly memory: Memory;
  readonly settings: Settings;
  readonly judge: Judge;
  readonly containedRuns: ContainedRuns;
  readonly keptRemovals: KeptRemovals;
  readonly panelAgents: PanelAgents;
  readonly documents: ReadOnlyDocument;
  readonly actionDocument: ActionDocument;
  readonly events: WindowEvents;
  readonly redact: (text: string) => string;
  readonly warn: (line: string) => void;
}

export interface BuiltGate {
  readonly gate: Gate;
  readonly sessions: SessionFolders;
  readonly autoMode: AutoMode;
  readonly status: GateStatusSource;
  readonly questions: QuestionQueue;
}

/** The user answered a question that explained “Yes, continue”. */
const EXPLAINED = 'questionsExplained';

export function buildGate({
  context,
  machine,
  files,
  memory,
  settings: { reader: settings, windowSwitch, environment, workspaceFileWatch },
  judge: { classifier, usable, keys, providers, modelConfirmation, modelSetting },
  containedRuns,
  keptRemovals,
  panelAgents,
  documents,
  actionDocument,
  events,
  redact,
  warn,
}: GateNeeds): BuiltGate {
  const { state, decisionLog, ledger, calls } = memory;
  const openWhole = (text: string, language?: ActionLanguage): Promise<void> => actionDocument.open(text, language);
  const questions = new QuestionQueue({
    window: vscode.window,
    openWhole,
    act: (act, question) =>
      questionAct(act, question, {
        gate: () => gate,
        calls,
        openDocument: (name, text) => documents.show(name, text),
      }),
    pickMore: listPick,
    folders: () => localFolders(vscode.workspace.workspaceFolders),
    explained: {
      get: () => context.globalState.get(EXPLAINED, false),
      set: () => void context.globalState.update(EXPLAINED, true),
    },
    inputWords,
    showPanel: () => {
      events.questionsWanted.fire();
    },
    prefersPanel: () => settings.window().configuration.notifications.questions === 'panel',
    mayExempt: () => !settings.window().forbidsLoosening,
    now: () => systemClock.now(),
    onWaitingChanged: () => {
      events.shownChanged.fire();
    },
    log: warn,
  });
  const status = new GateStatusSource({
    state,
    ledger,
    windowSwitch,
    settings,
    workspaceNotes: () => workspaceFileWatch.notes,
    waiting: () => questions.waiting,
    classifierUsable: usable,
    agents: panelAgents,
  });
  const sessions = new SessionFolders((cwd) => settings.forFolder(cwd));
  const gate = gateHost({
    machine,
    files,
    classifier: calls.noting(classifier),
    containment: containedRuns.containment,
    removals: keptRemovals,
    user: questions,
    memory: state,
    sessions,
    redact,
    isOff: (sessionId) => windowSwitch.isOff(sessionId),
    writeLog: (decision, input) => {
      calls.note(decision, input);
      return decisionLog.append(decision, input);
    },
    note: (decision) => {
      calls.settled(decision);
      keptRemovals.decided(decision);
      state.record(decision, settings.window().configuration.pause);
      ledger.note(decision);
      status.decided(decision);
      events.decided.fire(decision);
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
          removedRules: settings.removedRules(),
          unconfirmed: settings.unconfirmed(),
        }),
      addressForModel: (model) =>
        addressForModel(model, { keys, providers, settings: settings.window().configuration.classifier }),
      setModel: (choice) => modelSetting.choose(choice),
      removedRules: () => settings.removedRules(),
      drop: (rules) => {
        settings.drop(rules);
      },
    },
    status,
    calls: {
      blocked: (id) => calls.blocked(id),
      forgetBlocked: () => {
        calls.forgetBlocked();
        events.cleared.fire();
      },
    },
    environment,
    modelConfirmation,
    confirm: confirmInModal,
    openWhole,
  });
  context.subscriptions.push(
    questions,
    settings.onDidChange(() => {
      state.forgetExemptions();
      questions.settingsChanged();
    }),
    events.shownChanged.event(() => {
      status.changed();
    }),
    events.judgeChanged.event(() => {
      state.forgetVerdicts();
      void status.judgeChanged();
    }),
  );
  return { gate, sessions, autoMode, status, questions };
}
