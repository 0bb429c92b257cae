/** Which models a person can choose. */
import type { ClassifierSettings } from '../../engine/model/configuration';
import { withinDeadline } from '../../common/deadline';
import type { KeySource } from './keySource';
import { formatModelId, parseModelId, providerNamed, type ProviderTable } from './modelCatalogue';
import { chooseModel } from './modelChoice';
import type { Connection, KnownModel, Provider } from './provider';
import { MIN_IDENTIFYING_KEY_CHARACTERS } from '../prompt/secretCleaner';
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

/** Why a provider could not be asked for its models. */
export type ListingGap = 'address' | 'key' | 'unconfirmed-key';

/** What one provider offers. */
export interface ProviderListing {
  readonly provider: Provider;
  /** The configured address, if the models were looked for there; undefined: the provider's own. */
  readonly baseUrl: string | undefined;
  /** The built-in list where the provider gave none. */
  readonly models: readonly ListedModel[];
  /** Set where nothing was asked. */
  readonly gap?: ListingGap;
  /** Set where it was asked in vain: a ProviderFailure, DeadlineExceeded, or what the key store threw. */
  readonly failure?: unknown;
}

/**
 * The models to choose from: what each provider says this key may use, where there is a key that may be used; else the built-in list. The
 * configured address is asked only with the key of the provider that it belongs to; the others are asked at their own.
 * @throws only the reason of `signal`
 */
export async function listModels(options: ListingOptions, signal: AbortSignal): Promise<readonly ListedModel[]> {
  const owner = await addressOwner(options);
  const lists = await Promise.all(
    Object.values(options.providers).map((provider) => providerListing(provider, owner, options, signal)),
  );
  return lists.flatMap(({ models }) => models);
}

/**
 * What one provider offers, by the same rules.
 * @param owner whose the configured address is: see `addressOwner`
 * @throws only the reason of `signal`
 */
export async function providerListing(
  provider: Provider,
  owner: string | undefined,
  { keys, settings }: Pick<ListingOptions, 'keys' | 'settings'>,
  signal: AbortSignal,
): Promise<ProviderListing> {
  const checked = checkedBaseUrl(settings.baseUrl);
  const configured = checked.ok ? checked.url : undefined;
  const isThere = isAskedThere(provider, owner);
  const baseUrl = isThere ? configured : undefined;
  const listed = (models: readonly string[], rest: Pick<ProviderListing, 'gap' | 'failure'> = {}): ProviderListing => ({
    provider,
    baseUrl,
    models: models.map((model) => ({
      id: formatModelId({ provider: provider.id, model }),
      isDefault: model === provider.defaultModel,
      baseUrl,
    })),
    ...rest,
  });
  const known = builtIn(provider);
  if (baseUrl === undefined && provider.ownAddress === undefined) return listed([], { gap: 'address' });
  if (!checked.ok) return listed(known, { gap: 'address' });
  // A stored key that was meant for another server is not tried here.
  const usable = isThere && owner === undefined ? NO_KEYS : keys;
  try {
    const key = await usable.key(provider.id, baseUrl ?? provider.ownAddress);
    if (provider.needsKey && key === undefined) return listed(known, { gap: 'key' });
    if (key?.source === 'environment' && !usable.environmentKeyConfirmed(provider.id)) {
      return listed(known, { gap: 'unconfirmed-key' });
    }
    const models = await withinDeadline(LISTING_TIMEOUT_MS, signal, (deadline) =>
      namesFrom(provider, { key: key?.value, baseUrl }, deadline.signal),
    );
    // The server's order is by age; the built-in one is by fitness.
    const best = known.filter((id) => models.includes(id));
    return listed(models.length === 0 ? known : [...best, ...models.filter((id) => !best.includes(id))]);
  } catch (failure) {
    signal.throwIfAborted();
    return listed(known, { failure });
  }
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
  return withinDeadline(LISTING_TIMEOUT_MS, signal, (deadline) => namesFrom(provider, connection, deadline.signal));
}

/** A name is shown and kept in the settings, so one in which a server gives the key back is none. */
async function namesFrom(provider: Provider, connection: Connection, signal: AbortSignal): Promise<readonly string[]> {
  const { key } = connection;
  const names = await provider.listModels(connection, signal);
  return key === undefined || key.length < MIN_IDENTIFYING_KEY_CHARACTERS
    ? names
    : names.filter((name) => !name.includes(key));
}

/**
 * Where the provider would be asked, and so whom its key is for.
 * @param owner whose the configured address is: see `addressOwner`
 */
export function providerAddress(
  provider: Provider,
  owner: string | undefined,
  { baseUrl }: Pick<ClassifierSettings, 'baseUrl'>,
): string | undefined {
  const checked = checkedBaseUrl(baseUrl);
  return (checked.ok && isAskedThere(provider, owner) ? checked.url : undefined) ?? provider.ownAddress;
}

/** The server that a key of the provider is for which the user enters with these settings; an address without a model is any provider's. */
export function keyAddress(
  provider: Provider,
  settings: Pick<ClassifierSettings, 'model' | 'baseUrl'>,
): string | undefined {
  return providerAddress(provider, parseModelId(settings.model ?? '')?.provider ?? provider.id, settings);
}

/** The provider that is asked at the configured address; undefined where that cannot be told. */
export async function addressOwner({ keys, providers, settings }: ListingOptions): Promise<string | undefined> {
  const configured = parseModelId(settings.model ?? '');
  if (configured !== undefined) return configured.provider;
  try {
    const choice = await chooseModel(settings, undefined, { keys, providers });
    return choice.kind === 'model' ? choice.provider.id : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The configured address, if a model that is not the configured one would be asked there; undefined: the provider's own. So no provider's
 * key is sent to a server that was entered for another one.
 * @param model `provider/model-id`
 */
export async function addressForModel(model: string, options: ListingOptions): Promise<string | undefined> {
  const { baseUrl } = options.settings;
  const provider = providerNamed(options.providers, parseModelId(model)?.provider ?? '');
  if (baseUrl === undefined || provider === undefined) return undefined;
  return isAskedThere(provider, await addressOwner(options)) ? baseUrl : undefined;
}

/** An address that is nobody's is that of the server that has none of its own. */
function isAskedThere({ id, ownAddress, inspect }: Provider, owner: string | undefined): boolean {
  return inspect === undefined && (id === owner || (owner === undefined && ownAddress === undefined));
}

function builtIn({ models }: Provider): readonly string[] {
  return models.map(({ id }: KnownModel) => id);
}
