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
  readonly id: string;
  readonly isDefault: boolean;
  readonly baseUrl: string | undefined;
}

export interface ListingOptions {
  readonly keys: KeySource;
  readonly providers: ProviderTable;
  readonly settings: Pick<ClassifierSettings, 'model' | 'baseUrl'>;
}

export type ListingGap = 'address' | 'key' | 'unconfirmed-key';

export interface ProviderListing {
  readonly provider: Provider;
  readonly baseUrl: string | undefined;
  readonly models: readonly ListedModel[];
  readonly gap?: ListingGap;
  /** ProviderFailure, DeadlineExceeded, or the key store's error. */
  readonly failure?: unknown;
}

/**
 * Models of usable keys, else the built-in list. The configured address gets only its own provider's key.
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
 * @param owner see `addressOwner`
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
  // Another server's key is never tried.
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
    // The server sorts by age, the list by fitness.
    const best = known.filter((id) => models.includes(id));
    return listed(models.length === 0 ? known : [...best, ...models.filter((id) => !best.includes(id))]);
  } catch (failure) {
    signal.throwIfAborted();
    return listed(known, { failure });
  }
}

/**
 * For a newly entered address.
 * @throws ProviderFailure; the reason of `signal`; DeadlineExceeded
 */
export function serverModels(
  provider: Provider,
  connection: { readonly key: string | undefined; readonly baseUrl: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  return withinDeadline(LISTING_TIMEOUT_MS, signal, (deadline) => namesFrom(provider, connection, deadline.signal));
}

/** Names are shown and stored: none may echo the key. */
async function namesFrom(provider: Provider, connection: Connection, signal: AbortSignal): Promise<readonly string[]> {
  const { key } = connection;
  const names = await provider.listModels(connection, signal);
  return key === undefined || key.length < MIN_IDENTIFYING_KEY_CHARACTERS
    ? names
    : names.filter((name) => !name.includes(key));
}

/** Whom the key is for follows from it. @param owner see `addressOwner` */
export function providerAddress(
  provider: Provider,
  owner: string | undefined,
  { baseUrl }: Pick<ClassifierSettings, 'baseUrl'>,
): string | undefined {
  const checked = checkedBaseUrl(baseUrl);
  return (checked.ok && isAskedThere(provider, owner) ? checked.url : undefined) ?? provider.ownAddress;
}

/** Without a model an address fits any provider. */
export function keyAddress(
  provider: Provider,
  settings: Pick<ClassifierSettings, 'model' | 'baseUrl'>,
): string | undefined {
  return providerAddress(provider, parseModelId(settings.model ?? '')?.provider ?? provider.id, settings);
}

/** Undefined: ambiguous. */
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
 * Undefined: the provider's own. Other providers' servers get no key.
 * @param model `provider/model-id`
 */
export async function addressForModel(model: string, options: ListingOptions): Promise<string | undefined> {
  const { baseUrl } = options.settings;
  const provider = providerNamed(options.providers, parseModelId(model)?.provider ?? '');
  if (baseUrl === undefined || provider === undefined) return undefined;
  return isAskedThere(provider, await addressOwner(options)) ? baseUrl : undefined;
}

/** An address without owner belongs to the server without its own. */
function isAskedThere({ id, ownAddress, inspect }: Provider, owner: string | undefined): boolean {
  return inspect === undefined && (id === owner || (owner === undefined && ownAddress === undefined));
}

function builtIn({ models }: Provider): readonly string[] {
  return models.map(({ id }: KnownModel) => id);
}
