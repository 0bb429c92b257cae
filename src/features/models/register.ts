import type * as vscode from 'vscode';
import { readEvaluationSet } from '../classifier/evaluation/evaluationCase';
import { chooseModel } from '../classifier/models/modelChoice';
import { createModelClassifier } from '../classifier/modelClassifier';
import { addressForModel, keyAddress, listModels, serverModels } from '../classifier/models/modelListing';
import { priceTable } from '../classifier/models/modelPrices';
import { localServerProvider } from '../classifier/providers/localServer';
import { PROVIDERS } from '../classifier/providers/providerTable';
import { modelInForce } from '../classifier/requestPreview';
import { SETTINGS } from '../config/contributions';
import { dryRun } from '../engine/trial/dryRun';
import { confirmInModal } from '../editor/confirmation';
import { systemClock } from '../gate/gateHost';
import { JudgeChoice } from '../features/models/judgeChoice';
import { KeyEntry } from '../features/models/keyEntry';
import { ModelPicker } from '../features/models/modelPicker';
import type { ModelChoiceSettings } from '../features/models/modelChoiceSettings';
import { ModelTest } from '../features/models/modelTest';
import { ModelTestWindow } from '../features/models/modelTestWindow';
import { TestCards } from '../features/models/testCards';
import { RequestViewer } from '../features/requests/requestViewer';
import { ServerChoice } from '../features/models/serverChoice';
import type { WindowGate } from './gate';
import type { Judge } from './judge';
import type { Memory } from './memory';
import type { Settings } from './settings';

export interface ModelsNeeds {
  readonly context: vscode.ExtensionContext;
  readonly memory: Pick<Memory, 'judgedCalls'>;
  readonly settings: Pick<Settings, 'reader' | 'writeSetting' | 'refuseIfForbidden'>;
  readonly judge: Judge;
  readonly gate: Pick<WindowGate, 'gate' | 'status'>;
  readonly redact: (text: string) => string;
}

export interface Models {
  readonly keyEntry: KeyEntry;
  readonly modelPicker: ModelPicker;
  readonly judgeChoice: JudgeChoice;
  readonly modelTest: ModelTest;
  readonly testCards: TestCards;
  readonly requestViewer: RequestViewer;
}

/** What the user chooses, tries and looks at of the models that judge. */
export function buildModels({
  context,
  memory: { judgedCalls },
  settings: { reader: settings, writeSetting, refuseIfForbidden },
  judge: { keys, providers, editorProvider, classifier, usable, modelSetting },
  gate: { gate, status },
  redact,
}: ModelsNeeds): Models {
  const current = (): ModelChoiceSettings => settings.window().configuration.classifier;
  const editorModels = async (): Promise<readonly string[]> => {
    const options = { keys, providers: { editor: editorProvider }, settings: current() };
    return (await listModels(options, new AbortController().signal)).map(({ id }) => id);
  };
  const keyProviders = Object.values(PROVIDERS);
  const keyEntry = new KeyEntry({
    keys,
    providers: keyProviders,
    addressOf: (provider) => keyAddress(provider, current()),
    onDidChange: () => status.judgeChanged(),
    confirm: confirmInModal,
  });
  const modelPicker = new ModelPicker({
    listModels: () => listModels({ keys, providers, settings: current() }, new AbortController().signal),
    editorModels,
    server: new ServerChoice({
      provider: localServerProvider,
      keyEntry,
      key: async (address) => (await keys.key(localServerProvider.id, address))?.value,
      listModels: (connection, signal) => serverModels(localServerProvider, connection, signal),
    }),
    current,
    choose: (choice) => modelSetting.choose(choice),
    refuseIfForbidden,
  });
  const judgeChoice = new JudgeChoice({
    keyEntry,
    modelPicker,
    providers: keyProviders,
    editorModels,
    settled: async () => settings.window().configuration.classifier.whenUnavailable === 'ask' || (await usable()),
    askMe: async () => {
      refuseIfForbidden();
      await writeSetting(SETTINGS.classifierWhenUnavailable, 'ask');
    },
  });
  const modelTestWindow = new ModelTestWindow();
  const testCards = new TestCards(context.globalState);
  const modelTest = new ModelTest({
    cases: () => readEvaluationSet(context.asAbsolutePath('media/evaluation')),
    settings: () => settings.window().configuration.classifier,
    chooseModel: (chosen) => chooseModel(chosen, undefined, { keys, providers }),
    addressForModel: (model, chosen) => addressForModel(model, { keys, providers, settings: chosen }),
    createClassifier: () => createModelClassifier({ keys, providers, clock: systemClock }),
    prices: ({ prices }) => priceTable(prices),
    monotonic: () => systemClock.monotonic(),
    now: () => systemClock.now(),
    keep: (card) => testCards.keep(card),
    confirm: confirmInModal,
    pick: (model, offers) => modelTestWindow.pick(model, offers),
    withProgress: (model, work) => modelTestWindow.withProgress(model, work),
  });
  const requestViewer = new RequestViewer({
    calls: judgedCalls,
    dryRun: (request) => dryRun(request, gate, 'approved'),
    preview: (question) => classifier.preview(question),
    settingsFor: (cwd) => settings.forFolder(cwd).classifier,
    modelInForce: (wanted, sessionModel) => modelInForce(wanted, sessionModel, { keys, providers }),
    redact,
  });
  return { keyEntry, modelPicker, judgeChoice, modelTest, testCards, requestViewer };
}
