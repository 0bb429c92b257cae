/** Names of models: how they are written, and which ones a person can choose. */
import { withinDeadline } from './deadline';
import type { KeySource } from './keySource';
import type { KnownModel, Provider } from './provider';
import { checkedBaseUrl } from './serverAddress';

export type ProviderTable = Readonly<Record<string, Provider>>;

/** A model that no table lists is taken to have this window. */
const USUAL_CONTEXT_TOKENS = 200_000;
const LISTING_TIMEOUT_MS = 10_000;

export interface ModelId {
  readonly provider: string;
  readonly model: string;
}

/** Reads `provider/model-id`; the model's id may hold slashes. Undefined where it is not of that form. */
export function parseModelId(text: string): ModelId | undefined {
  const match = /^([a-z][a-z0-9-]{0,40})\/([^\s\p{C}]{1,200})$/u.exec(text);
  const [, provider, model] = match ?? [];
  return provider === undefined || model === undefined ? undefined : { provider, model };
}

export function formatModelId({ provider, model }: ModelId): string {
  return `${provider}/${model}`;
}

/** The provider of that name; never something that every object inherits. */
export function providerNamed(providers: ProviderTable, name: string): Provider | undefined {
  return Object.hasOwn(providers, name) ? providers[name] : undefined;
}

export function contextTokens(provider: Provider, model: string): number {
  return provider.models.find(({ id }) => id === model)?.contextTokens ?? USUAL_CONTEXT_TOKENS;
}

export interface ListedModel {
  /** `provider/model-id` */
  readonly id: string;
  /** What is taken where nobody chooses. */
  readonly isDefault: boolean;
}

/**
 * The models to choose from: what each provider says this key may use, where there is a key that may be used; else the built-in list.
 * @throws only the reason of `signal`
 */
export async function listModels(
  options: { readonly keys: KeySource; readonly providers: ProviderTable; readonly baseUrl: string | undefined },
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const lists = await Promise.all(
    Object.values(options.providers).map(async (provider) =>
      (await providerModels(provider, options, signal)).map((model) => ({
        id: formatModelId({ provider: provider.id, model }),
        isDefault: model === provider.defaultModel,
      })),
    ),
  );
  return lists.flat();
}

async function providerModels(
  provider: Provider,
  { keys, baseUrl }: { readonly keys: KeySource; readonly baseUrl: string | undefined },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const builtIn = provider.models.map(({ id }: KnownModel) => id);
  try {
    const key = await keys.key(provider.id);
    const address = checkedBaseUrl(baseUrl);
    if (provider.needsKey && key === undefined) return builtIn;
    if (key?.source === 'environment' && !keys.environmentKeyConfirmed(provider.id)) return builtIn;
    if (!address.ok) return builtIn;
    const listed = await withinDeadline(LISTING_TIMEOUT_MS, signal, (deadline) =>
      provider.listModels({ key: key?.value, baseUrl: address.url }, deadline.signal),
    );
    // The server's order is by age; the built-in one is by fitness.
    const known = builtIn.filter((id) => listed.includes(id));
    return listed.length === 0 ? builtIn : [...known, ...listed.filter((id) => !known.includes(id))];
  } catch {
    signal.throwIfAborted();
    return builtIn;
  }
}
