import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { readEvaluationSet } from '../../classifier/evaluation/evaluationCase';
import { chooseModel } from '../../classifier/models/modelChoice';
import { createModelClassifier } from '../../classifier/modelClassifier';
import { addressForModel, keyAddress, listModels, serverModels } from '../../classifier/models/modelListing';
import { priceTable } from '../../classifier/models/modelPrices';
import { localServerProvider } from '../../classifier/providers/localServer';
import { PROVIDERS } from '../../classifier/providers/providerTable';
import { COMMANDS, SETTINGS } from '../../config/contributions';
import { both, registerCommands, requiredText } from '../../editor/commands';
import { confirmInModal } from '../../editor/confirmation';
import { textField } from '../../editor/textField';
import type { GateWindow } from '../../gate/gateWindow';
import { systemClock } from '../../gate/gateHost';
import { JudgeChoice } from './judgeChoice';
import { KeyEntry } from './keyEntry';
import { ModelChoicePage } from './modelChoice';
import { ModelListings } from './modelListings';
import { ModelPicker } from './modelPicker';
import type { ModelChoiceSettings } from './modelChoiceSettings';
import { ModelTest } from './modelTest';
import { ModelTestWindow } from './modelTestWindow';
import { TestCards } from './testCards';
import { ServerChoice } from './serverChoice';
import type { Judge } from './judge';

export interface Models {
  readonly keyEntry: KeyEntry;
  readonly judgeChoice: JudgeChoice;
  /** A model on this machine is not the chosen one. */
  readonly changed: () => boolean;
}

export function registerModels(context: vscode.ExtensionContext, window: GateWindow, judge: Judge): Models {
  const { door, status, events, documents, panel } = window;
  const { reader: settings, writeSetting, refuseIfForbidden } = window.settings;
  const { keys, providers, editorProvider, editorAccess, usable, modelSetting, modelConfirmation } = judge;
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
  panel.offer(
    'modelChoice',
    new ModelChoicePage({
      listings: new ModelListings({ providers, keys, settings: current }),
      providers,
      settings: () => settings.window(),
      onDidChangeJudge: events.judgeChanged.event,
      status,
      changedModels: () => modelConfirmation.changedModels(),
      confirmModel: () => door.confirmModel(),
      picker: modelPicker,
      askConsent: (model) => editorAccess.granted(model),
      keyEntry,
      test: modelTest,
      cards: testCards,
      openSetting: async (name) => vscode.commands.executeCommand('workbench.action.openSettings', `@id:${name}`),
    }),
  );
  registerCommands(context, {
    [COMMANDS.model]: {
      run: (argument) => door.model(textField(argument, 'model'), 'ask'),
      show: () => modelPicker.pick(),
    },
    [COMMANDS.chooseJudge]: both(() => judgeChoice.choose()),
    [COMMANDS.showModels]: both(() => panel.showPage('model')),
    [COMMANDS.setKey]: both(() => keyEntry.enter()),
    [COMMANDS.removeKey]: {
      run: (argument) => keyEntry.removeById(requiredText(argument, 'provider')),
      show: () => keyEntry.removeById(undefined),
    },
    [COMMANDS.confirmModel]: {
      run: () => door.confirmModel(),
      show: async () => {
        const { confirmed } = await door.confirmModel();
        await vscode.window.showInformationMessage(
          confirmed
            ? t('No model on this machine is left to confirm.')
            : t('The changed model was not confirmed. Calls that it would judge are blocked.'),
        );
      },
    },
    [COMMANDS.testModel]: {
      run: (argument) => modelTest.run(argument),
      show: async () => {
        const report = await modelTest.show();
        if (report !== undefined) await documents.show('auto-mode-model-test.txt', report);
      },
    },
  });
  return { keyEntry, judgeChoice, changed: () => modelConfirmation.changedModels().length > 0 };
}
