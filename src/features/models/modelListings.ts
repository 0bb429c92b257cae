import { withinDeadline } from '../../common/deadline';
import type { KeySource } from '../../classifier/models/keySource';
import { parseModelId, type ProviderTable } from '../../classifier/models/modelCatalogue';
import { chooseModel, type ModelChoice } from '../../classifier/models/modelChoice';
import {
  addressOwner,
  providerAddress,
  providerListing,
  type ProviderListing,
} from '../../classifier/models/modelListing';
import { ProviderFailure, type Provider } from '../../classifier/models/provider';
import type { ClassifierSettings } from '../../engine/model/configuration';
import type { KeyState } from '../../panel/modelChoice';
import { Listeners } from '../../common/listeners';

/** For the editor and the key store. */
const LOCAL_TIMEOUT_MS = 10_000;
/** A server may name any number. */
const MAX_MODELS = 2_000;
const MAX_EXAMINED = 60;

export interface ListedProvider {
  readonly provider: Provider;
  readonly waiting: boolean;
  readonly cancelled: boolean;
  readonly key: KeyState;
  readonly listing: ProviderListing | undefined;
  readonly ownsAddress: boolean;
  /** The editor would ask the user first. */
  readonly closed: ReadonlySet<string>;
}

export interface ModelListingsParts {
  readonly providers: ProviderTable;
  readonly keys: KeySource;
  readonly settings: () => Pick<ClassifierSettings, 'model' | 'baseUrl'>;
}

/** Asks providers in parallel, only on `refresh`; keeps answers until then. */
export class ModelListings {
  #providers: readonly ListedProvider[];
  #choice: ModelChoice | undefined;
  #asking: AbortController | undefined;
  readonly #listeners = new Listeners();

  constructor(private readonly parts: ModelListingsParts) {
    this.#providers = Object.values(parts.providers).map((provider) => ({
      provider,
      waiting: false,
      cancelled: false,
      key: 'not-needed',
      listing: undefined,
      ownsAddress: false,
      closed: new Set(),
    }));
  }

  readonly onDidChange = this.#listeners.subscribe;

  get providers(): readonly ListedProvider[] {
    return this.#providers;
  }

  get choice(): ModelChoice | undefined {
    return this.#choice;
  }

  async refresh(): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const { providers, keys, settings } = this.parts;
    const asked = { keys, providers, settings: settings() };
    this.#change(this.#providers.map((one) => ({ ...one, waiting: true, cancelled: false })));
    const owner = await inTime(addressOwner(asked), asking.signal);
    await Promise.all([
      this.#findChoice(asking.signal),
      ...this.#providers.map(({ provider }) => this.#list(provider, owner, asked, asking.signal)),
    ]);
    if (this.#asking === asking) this.#asking = undefined;
  }

  cancel(): void {
    if (this.#asking === undefined) return;
    this.stop();
    this.#change(this.#providers.map((one) => (one.waiting ? { ...one, waiting: false, cancelled: true } : one)));
  }

  stop(): void {
    this.#asking?.abort();
    this.#asking = undefined;
  }

  async #findChoice(signal: AbortSignal): Promise<void> {
    const { providers, keys, settings } = this.parts;
    const choice = await inTime(chooseModel(settings(), undefined, { keys, providers }), signal);
    if (signal.aborted || choice === undefined) return;
    this.#choice = choice;
    this.#change(this.#providers);
  }

  async #list(
    provider: Provider,
    owner: string | undefined,
    asked: Parameters<typeof addressOwner>[0],
    signal: AbortSignal,
  ): Promise<void> {
    const note = (change: Partial<ListedProvider>): void => {
      if (signal.aborted) return;
      this.#change(this.#providers.map((one) => (one.provider === provider ? { ...one, ...change } : one)));
    };
    try {
      const address = providerAddress(provider, owner, asked.settings);
      note({ key: await keyState(provider, address, asked.keys, signal), ownsAddress: provider.id === owner });
      const listing = bounded(await providerListing(provider, owner, asked, signal));
      note({ listing, waiting: false, closed: await closedModels(listing, signal) });
    } catch (failure) {
      note({ waiting: false, listing: { provider, baseUrl: undefined, models: [], failure } });
    }
  }

  #change(providers: readonly ListedProvider[]): void {
    this.#providers = providers;
    this.#listeners.fire();
  }
}

async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await withinDeadline(LOCAL_TIMEOUT_MS, signal, () => work);
  } catch {
    return undefined;
  }
}

/** @throws DeadlineExceeded, `signal`'s reason, errors of the key store */
async function keyState(
  provider: Provider,
  address: string | undefined,
  keys: KeySource,
  signal: AbortSignal,
): Promise<KeyState> {
  if (provider.inspect !== undefined) return 'not-needed';
  const key = await withinDeadline(LOCAL_TIMEOUT_MS, signal, () => keys.key(provider.id, address));
  if (key === undefined) return provider.needsKey ? 'not-set' : 'not-needed';
  if (key.source === 'secret-storage') return 'stored';
  return keys.environmentKeyConfirmed(provider.id) ? 'environment' : 'environment-unconfirmed';
}

function bounded(listing: ProviderListing): ProviderListing {
  const models = listing.models.slice(0, MAX_MODELS).filter(({ id }) => parseModelId(id) !== undefined);
  return { ...listing, models };
}

async function closedModels({ provider, models }: ProviderListing, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const closed = new Set<string>();
  const { inspect } = provider;
  if (inspect === undefined) return closed;
  const examine = async (): Promise<void> => {
    for (const { id } of models.slice(0, MAX_EXAMINED)) {
      signal.throwIfAborted();
      try {
        await inspect(parseModelId(id)?.model ?? '');
      } catch (error) {
        if (error instanceof ProviderFailure && error.kind === 'no-consent') closed.add(id);
      }
    }
  };
  await inTime(examine(), signal);
  return closed;
}
