import * as vscode from 'vscode';
import type { ProviderTable } from '../../classifier/models/modelCatalogue';
import { createModelClassifier, type ModelClassifier } from '../../classifier/modelClassifier';
import { ModelIdentity } from '../../classifier/models/modelIdentity';
import { createEditorProvider, type EditorProvider } from '../../classifier/providers/editorModels';
import { PROVIDERS } from '../../classifier/providers/providerTable';
import type { KnownKeys } from '../../classifier/prompt/secretCleaner';
import { servedModel } from '../../classifier/providers/servedModel';
import { confirmInModal } from '../../editor/confirmation';
import { EditorLanguageModels } from './editorLanguageModels';
import { EditorModelAccess } from './editorModelAccess';
import { systemClock } from '../../gate/gateHost';
import { ModelConfirmation } from './modelConfirmation';
import { ModelSetting } from './modelSetting';
import { StoredEditorConsents } from './editorConsents';
import { KeptModels } from './keptModels';
import { SecretKeys } from './secretKeys';
import type { GateWindow } from '../../gate/gateWindow';

export interface Judge {
  readonly keys: SecretKeys;
  readonly providers: ProviderTable;
  readonly editorProvider: EditorProvider;
  readonly editorAccess: EditorModelAccess;
  readonly classifier: ModelClassifier;
  readonly usable: () => Promise<boolean>;
  readonly modelConfirmation: ModelConfirmation;
  readonly modelSetting: ModelSetting;
}

export function buildJudge(
  context: vscode.ExtensionContext,
  { memory, settings, events }: Pick<GateWindow, 'memory' | 'settings' | 'events'>,
  knownKeys: Pick<KnownKeys, 'note'>,
): Judge {
  const { reader, writeSetting, refuseIfForbidden } = settings;
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
  // Redaction must know stored keys before a text holds one; errors show where the key is used.
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
      memory.calls.exchanged(exchange);
      memory.requestLog.note(exchange);
    },
  });
  const judgeChanged = (): void => {
    events.judgeChanged.fire();
  };
  const modelConfirmation = new ModelConfirmation({
    identity,
    settings: () => reader.window().configuration.classifier,
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
    reader.onDidChange(() => void modelConfirmation.follow()),
  );
  void modelConfirmation.follow();
  editorModels.onDidChange(judgeChanged);
  const editorAccess = new EditorModelAccess(editorProvider);
  const modelSetting = new ModelSetting({
    current: () => reader.window().configuration.classifier,
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
    usable: () => classifier.usable(reader.window().configuration.classifier, undefined),
    modelConfirmation,
    modelSetting,
  };
}
