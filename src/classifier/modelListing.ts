/** Which models a person can choose. */
import type { ClassifierSettings } from '../engine/configuration';
import { withinDeadline } from './deadline';
import type { KeySource } from './keySource';
import { formatModelId, parseModelId, type ProviderTable } from './modelCatalogue';
import { chooseModel } from './modelChoice';
import type { KnownModel, Provider } from './provider';
import { checkedBaseUrl } from './serverAddress';

const LISTING_TIMEOUT_MS = 10_000;

const NO_KEYS: KeySource = { key: () => Promise.resolve(undefined), environmentKeyConfirmed: () => false };

export interface ListedModel {
  /** `provider/model-id` */
  readonly id: string;
  /** What is taken where nobody chooses. */
  readonly isDefault: boolean;
  /** The configured address, if the model was looked for there; undefined: the provider's own. */
  readonly baseUrl: string | undefined;
}

export interface ListingOptions {
  readonly keys: KeySource;
  readonly providers: ProviderTable;
  readonly settings: Pick<ClassifierSettings, 'model' | 'baseUrl'>;
}

/**
 * The models to choose from: what each provider says this key may use, where there is a key that may be used; else the built-in list. The
 * configured address is asked only with the key of the provider that it belongs to; the others are asked at their own.
 * @throws only the reason of `signal`
 */
export async function listModels(options: ListingOptions, signal: AbortSignal): Promise<readonly ListedModel[]> {
  const checked = checkedBaseUrl(options.settings.baseUrl);
  const configured = checked.ok ? checked.url : undefined;
  const owner = await addressOwner(options);
  const lists = await Promise.all(
    Object.values(options.providers).map(async (provider): Promise<readonly ListedModel[]> => {
      const isThere = provider.id === owner || (owner === undefined && provider.ownAddress === undefined);
      const baseUrl = isThere && provider.inspect === undefined ? configured : undefined;
      if (baseUrl === undefined && provider.ownAddress === undefined) return [];
      // A stored key that was meant for another server is not tried here.
      const keys = isThere && owner === undefined ? NO_KEYS : options.keys;
      const models = checked.ok ? await providerModels(provider, baseUrl, keys, signal) : builtIn(provider);
      return models.map((model) => ({
        id: formatModelId({ provider: provider.id, model }),
        isDefault: model === provider.defaultModel,
        baseUrl,
      }));
    }),
  );
  return lists.flat();
}

/**
 * The models of a server at an address that the user has just entered.
 * @throws ProviderFailure; the reason of `signal`; DeadlineExceeded
 */
export function serverModels(
  provider: Provider,
  connection: { readonly key: string | undefined; readonly baseUrl: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  return withinDeadline(LISTING_TIMEOUT_MS, signal, (deadline) => provider.listModels(connection, deadline.signal));
}

/** The provider that is asked at the configured address. */
async function addressOwner({ keys, providers, settings }: ListingOptions): Promise<string | undefined> {
  const configured = parseModelId(settings.model ?? '');
  if (configured !== undefined) return configured.provider;
  try {
    const choice = await chooseModel(settings, undefined, { keys, providers });
    return choice.kind === 'model' ? choice.provider.id : undefined;
  } catch {
    return undefined;
  }
}

async function providerModels(
  provider: Provider,
  baseUrl: string | undefined,
  keys: KeySource,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const known = builtIn(provider);
  try {
    const key = await keys.key(provider.id);
    if (provider.needsKey && key === undefined) return known;
    if (key?.source === 'environment' && !keys.environmentKeyConfirmed(provider.id)) return known;
    const listed = await withinDeadline(LISTING_TIMEOUT_MS, signal, (deadline) =>
      provider.listModels({ key: key?.value, baseUrl }, deadline.signal),
    );
    // The server's order is by age; the built-in one is by fitness.
    const best = known.filter((id) => listed.includes(id));
    return listed.length === 0 ? known : [...best, ...listed.filter((id) => !best.includes(id))];
  } catch {
    signal.throwIfAborted();
    return known;
  }
}

function builtIn({ models }: Provider): readonly string[] {
  return models.map(({ id }: KnownModel) => id);
}
