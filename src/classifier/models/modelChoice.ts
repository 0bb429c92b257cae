import type { ClassifierSettings } from '../../engine/model/configuration';
import type { OutageKind } from '../../engine/model/decision';
import type { ApiKey, KeySource } from './keySource';
import {
  contextTokens,
  formatModelId,
  parseModelId,
  providerNamed,
  type ModelId,
  type ProviderTable,
} from './modelCatalogue';
import { ProviderFailure, type Connection, type Provider } from './provider';
import { SET_ADDRESS, checkedBaseUrl } from './serverAddress';

export type ModelChoice =
  | {
      readonly kind: 'model';
      readonly provider: Provider;
      readonly model: string;
      readonly contextTokens: number;
      readonly connection: Connection;
      readonly keySource: ApiKey['source'] | undefined;
    }
  | {
      readonly kind: 'none';
      readonly outage: OutageKind;
      readonly message: string;
      readonly remedy: string;
    };

export const NO_MODEL_MESSAGE = 'No classifier model/API key available; auto mode fails closed.';
export const CHOOSE_MODEL_COMMAND = 'the command "Auto Mode: Choose Classifier Model"';
export const SET_KEY_COMMAND = 'the command "Auto Mode: Set Classifier API Key"';

/**
 * The configured model; else the session's if its key is usable; else the first default model with a key. Unless its
 * model is configured, an environment's key needs confirmation. A configured address gets only the key of the
 * configured model's provider, else the only key.
 */
export async function chooseModel(
  { model: configured, baseUrl }: Pick<ClassifierSettings, 'model' | 'baseUrl'>,
  sessionModel: string | undefined,
  { keys, providers }: { readonly keys: KeySource; readonly providers: ProviderTable },
): Promise<ModelChoice> {
  const address = checkedBaseUrl(baseUrl);
  if (!address.ok) return none('no-model', `${address.problem} Auto mode fails closed.`, 'Mend that setting.');
  const withKey = async (provider: Provider, model: string): Promise<ModelChoice | undefined> => {
    if (address.url === undefined && provider.ownAddress === undefined) {
      const message = `The address of the server of the classifier model ${shownId(provider, model)} is not set; auto mode fails closed.`;
      return none('no-model', message, SET_ADDRESS);
    }
    let key: ApiKey | undefined;
    try {
      key = await keys.key(provider.id, address.url ?? provider.ownAddress);
    } catch {
      // The cause may quote its input.
      return none(
        'no-key',
        `The ${provider.title} key could not be read; auto mode fails closed.`,
        keyRemedy(provider),
      );
    }
    const value = key?.value.trim() ?? '';
    if (value === '' && provider.needsKey) return undefined;
    // HTTP libraries quote it in errors.
    if (!/^[\x21-\x7e]*$/.test(value)) {
      const message = `The ${provider.title} key holds characters that no key has; auto mode fails closed.`;
      return none('no-key', message, keyRemedy(provider));
    }
    const connection = { key: value === '' ? undefined : value, baseUrl: address.url };
    const window = contextTokens(provider, model);
    return { kind: 'model', provider, model, contextTokens: window, connection, keySource: key?.source };
  };
  const withConfirmedKey = async (provider: Provider, model: string): Promise<ModelChoice | undefined> => {
    const choice = await withKey(provider, model);
    if (choice?.kind !== 'model' || choice.keySource !== 'environment') return choice;
    return keys.environmentKeyConfirmed(provider.id) ? choice : undefined;
  };

  if (configured !== undefined && configured !== '') {
    const id = parseModelId(configured);
    const provider = id === undefined ? undefined : providerNamed(providers, id.provider);
    if (id === undefined || provider === undefined) return unknownModel(configured, id, providers);
    if (provider.inspect !== undefined) return inspected(provider, provider.inspect, id.model);
    return (await withKey(provider, id.model)) ?? none('no-key', NO_MODEL_MESSAGE, keyRemedy(provider));
  }
  const usable: ModelChoice[] = [];
  for (const provider of Object.values(providers)) {
    const { defaultModel } = provider;
    const choice = defaultModel === undefined ? undefined : await withConfirmedKey(provider, defaultModel);
    if (choice?.kind === 'none') return choice;
    if (choice !== undefined) usable.push(choice);
  }
  if (address.url !== undefined && usable.length > 1) {
    return none(
      'no-model',
      'The setting autoMode.classifier.baseUrl is set, and keys of several providers could be sent there; auto mode fails closed.',
      `Choose the model that is asked there with ${CHOOSE_MODEL_COMMAND}.`,
    );
  }
  const session = sessionModel === undefined ? undefined : parseModelId(sessionModel);
  const sessionProvider = session === undefined ? undefined : providerNamed(providers, session.provider);
  if (session !== undefined && sessionProvider?.models.some(({ id }) => id === session.model) === true) {
    const choice = await withConfirmedKey(sessionProvider, session.model);
    if (choice !== undefined) return choice;
  }
  return usable[0] ?? unconfirmed(address.url, { keys, providers });
}

/** Models of the editor have no key or address. */
async function inspected(
  provider: Provider,
  inspect: NonNullable<Provider['inspect']>,
  model: string,
): Promise<ModelChoice> {
  try {
    const { contextTokens: window } = await inspect(model);
    const connection = { key: undefined, baseUrl: undefined };
    return { kind: 'model', provider, model, contextTokens: window, connection, keySource: undefined };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return none(error.kind, error.message, error.remedy ?? `Choose another model with ${CHOOSE_MODEL_COMMAND}.`);
  }
}

async function unconfirmed(
  baseUrl: string | undefined,
  { keys, providers }: { readonly keys: KeySource; readonly providers: ProviderTable },
): Promise<ModelChoice> {
  for (const { id, environmentVariable, ownAddress } of Object.values(providers)) {
    if (environmentVariable !== undefined && (await keys.key(id, baseUrl ?? ownAddress)) !== undefined) {
      return none(
        'no-key',
        NO_MODEL_MESSAGE,
        `The environment variable ${environmentVariable} holds a key, but nobody confirmed its use: confirm it or set another key with ${SET_KEY_COMMAND}.`,
      );
    }
  }
  return none(
    'no-key',
    NO_MODEL_MESSAGE,
    `Set a key with ${SET_KEY_COMMAND}, choose a server of your own with ${CHOOSE_MODEL_COMMAND}, or set autoMode.classifier.whenUnavailable to "ask" to be asked instead.`,
  );
}

function unknownModel(configured: string, id: ModelId | undefined, providers: ProviderTable): ModelChoice {
  const shown = JSON.stringify(configured.slice(0, 100));
  const known = Object.keys(providers).join(', ');
  const [example] = Object.values(providers).flatMap(({ id: provider, defaultModel }) =>
    defaultModel === undefined ? [] : [formatModelId({ provider, model: defaultModel })],
  );
  const form = example === undefined ? '' : `, for instance ${example}`;
  return none(
    'no-model',
    id === undefined
      ? `The classifier model ${shown} is not of the form provider/model-id; auto mode fails closed.`
      : `The classifier model ${shown} names a provider that Auto Mode does not know; auto mode fails closed.`,
    `Set autoMode.classifier.model to provider/model-id${form}. Known providers: ${known}.`,
  );
}

function keyRemedy({ title, environmentVariable }: Provider): string {
  const variable = environmentVariable === undefined ? '' : `, or in the environment variable ${environmentVariable}`;
  return `Set the ${title} key with ${SET_KEY_COMMAND}${variable}.`;
}

function shownId({ id }: Provider, model: string): string {
  return JSON.stringify(formatModelId({ provider: id, model }).slice(0, 100));
}

function none(outage: OutageKind, message: string, remedy: string): ModelChoice {
  return { kind: 'none', outage, message, remedy };
}
