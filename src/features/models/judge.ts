import * as vscode from 'vscode';
import type { ProviderTable } from '../classifier/models/modelCatalogue';
import { createModelClassifier, type ModelClassifier } from '../classifier/modelClassifier';
import { ModelIdentity } from '../classifier/models/modelIdentity';
import { createEditorProvider, type EditorProvider } from '../classifier/providers/editorModels';
import { PROVIDERS } from '../classifier/providers/providerTable';
import type { KnownKeys } from '../classifier/prompt/secretCleaner';
import { servedModel } from '../classifier/providers/servedModel';
import { confirmInModal } from '../editor/confirmation';
import { EditorLanguageModels } from '../features/models/editorLanguageModels';
import { EditorModelAccess } from '../features/models/editorModelAccess';
import { systemClock } from '../gate/gateHost';
import { ModelConfirmation } from '../features/models/modelConfirmation';
import { ModelSetting } from '../features/models/modelSetting';
import { StoredEditorConsents } from '../features/models/editorConsents';
import { KeptModels } from '../features/models/keptModels';
import { SecretKeys } from '../features/models/secretKeys';
import type { Memory } from './memory';
import type { Settings } from './settings';
import type { WindowEvents } from '../gate/windowEvents';

export interface JudgeNeeds {
  readonly context: vscode.ExtensionContext;
  readonly memory: Pick<Memory, 'judgedCalls' | 'requestLog'>;
  readonly settings: Pick<Settings, 'reader' | 'writeSetting' | 'refuseIfForbidden'>;
  readonly events: WindowEvents;
  /** What is shown and logged goes through it. */
  readonly knownKeys: Pick<KnownKeys, 'note'>;
}

export interface Judge {
  readonly keys: SecretKeys;
  /** Every provider, also the editor itself. */
  readonly providers: ProviderTable;
  readonly editorProvider: EditorProvider;
  readonly editorAccess: EditorModelAccess;
  readonly classifier: ModelClassifier;
  /** Whether a model could judge with the settings of the window. */
  readonly usable: () => Promise<boolean>;
  readonly modelConfirmation: ModelConfirmation;
  readonly modelSetting: ModelSetting;
}

/** The classifier, whom it may ask, and the guard that the models stay those that the user chose. */
export function buildJudge({
  context,
  memory,
  settings: { reader: settings, writeSetting, refuseIfForbidden },
  events,
  knownKeys,
}: JudgeNeeds): Judge {
  const keys = new SecretKeys({
    secrets: context.secrets,
    confirmations: context.globalState,
    environment: process.env,
    environmentVariables: Object.fromEntries(
      Object.values(PROVIDERS).flatMap(({ id, environmentVariable }) =>
        environmentVariable === undefined ? [] : [[id, environmentVariable]],
      ),
    ),
    note: (key) => {
      knownKeys.note(key);
    },
  });
  // Nothing may have asked for a stored key yet when somebody writes it; where it cannot be read, whoever asks for it says so.
  for (const provider of Object.keys(PROVIDERS)) keys.isStored(provider).catch(() => undefined);
  const editorModels = new EditorLanguageModels(context.languageModelAccessInformation, context.subscriptions);
  const editorProvider = createEditorProvider(editorModels, new StoredEditorConsents(context.globalState));
  const providers = { ...PROVIDERS, [editorProvider.id]: editorProvider };
  const identity = new ModelIdentity({
    kept: new KeptModels(context.globalState),
    look: servedModel,
    clock: systemClock,
    onChange: (change) => {
      events.modelReplaced.fire(change);
    },
  });
  const classifier = createModelClassifier({
    keys,
    providers,
    clock: systemClock,
    identity,
    exchanges: (exchange) => {
      memory.judgedCalls.exchanged(exchange);
      memory.requestLog.note(exchange);
    },
  });
  const judgeChanged = (): void => {
    events.judgeChanged.fire();
  };
  const modelConfirmation = new ModelConfirmation({
    identity,
    settings: () => settings.window().configuration.classifier,
    keys,
    providers,
    confirm: confirmInModal,
    onConfirmed: judgeChanged,
    refuseIfForbidden,
    window: vscode.window,
  });
  context.subscriptions.push(
    events.modelReplaced.event((change) => void modelConfirmation.announce(change)),
    context.secrets.onDidChange(judgeChanged),
  );
  editorModels.onDidChange(judgeChanged);
  const editorAccess = new EditorModelAccess(editorProvider);
  const modelSetting = new ModelSetting({
    current: () => settings.window().configuration.classifier,
    writeSetting,
    granted: (model) => editorAccess.granted(model),
    chosen: () => modelConfirmation.chosen(),
  });
  return {
    keys,
    providers,
    editorProvider,
    editorAccess,
    classifier,
    usable: () => classifier.usable(settings.window().configuration.classifier, undefined),
    modelConfirmation,
    modelSetting,
  };
}
