import * as vscode from 'vscode';
import { ActivityList } from '../features/activity/activity';
import type { AutoMode } from '../features/api/autoMode';
import type { GateStatusSource } from '../features/status/gateStatusSource';
import { ModelChoicePage } from '../features/models/modelChoice';
import { ModelListings } from '../features/models/modelListings';
import { PanelFeatureSet, type PanelFeature, type PanelFeatures } from '../panel/panelFeature';
import { QuestionsFeature } from '../features/questions/questions';
import { notificationText } from '../editor/notificationText';
import type { WindowGate } from './gate';
import type { Memory } from './memory';
import type { Judge } from './judge';
import type { Models } from './models';
import type { Settings } from './settings';
import type { WindowEvents } from '../gate/windowEvents';

export interface PanelFeatureNeeds {
  readonly context: vscode.ExtensionContext;
  readonly memory: Pick<Memory, 'logReader'>;
  readonly history: PanelFeature<'history'>;
  readonly story: PanelFeature<'story'>;
  readonly trial: PanelFeature<'trial'>;
  readonly events: WindowEvents;
  readonly questions: WindowGate['questions'];
  readonly reader: Settings['reader'];
  readonly autoMode: AutoMode;
  readonly status: GateStatusSource;
  readonly judge: Judge;
  readonly models: Models;
  readonly ruleEditing: PanelFeature<'ruleEditing'>;
  readonly warn: (line: string) => void;
}

/** The parts of the panel of which the host computes only what the panel looks at. */
export function buildPanelFeatures(needs: PanelFeatureNeeds): PanelFeatureSet {
  const {
    context,
    memory: { logReader },
    history,
    story,
    trial,
    events,
    questions,
    reader,
    ruleEditing,
    warn,
  } = needs;
  const activity = new ActivityList({
    decided: events.decided.event,
    earlier: async (count, signal) => {
      const records = await logReader.recent(count, signal);
      return records.map(({ decision }) => decision);
    },
  });
  context.subscriptions.push(activity);
  const features: PanelFeatures = {
    activity,
    history,
    story,
    trial,
    modelChoice: modelChoice(needs),
    ruleEditing,
    questions: new QuestionsFeature({
      queue: questions,
      onDidChange: events.shownChanged.event,
      sound: () => reader.window().configuration.notifications.sound,
      tell: (message) => {
        void vscode.window.showInformationMessage(notificationText(message, 400));
      },
      warn,
    }),
  };
  return new PanelFeatureSet(features, warn);
}

function modelChoice({ autoMode, status, judge, models, reader, events }: PanelFeatureNeeds): ModelChoicePage {
  const { keys, providers, editorAccess, modelConfirmation } = judge;
  const { keyEntry, modelPicker, modelTest, testCards } = models;
  const inWindow = (): ReturnType<Settings['reader']['window']> => reader.window();
  return new ModelChoicePage({
    listings: new ModelListings({ providers, keys, settings: () => inWindow().configuration.classifier }),
    providers,
    settings: inWindow,
    onDidChangeJudge: events.judgeChanged.event,
    status,
    changedModels: () => modelConfirmation.changedModels(),
    confirmModel: () => autoMode.confirmModel(),
    picker: modelPicker,
    askConsent: (model) => editorAccess.granted(model),
    keyEntry,
    test: modelTest,
    cards: testCards,
    openSetting: async (name) => vscode.commands.executeCommand('workbench.action.openSettings', `@id:${name}`),
  });
}
