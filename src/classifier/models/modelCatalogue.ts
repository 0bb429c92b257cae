import type { Provider } from './provider';

export type ProviderTable = Readonly<Record<string, Provider>>;

export interface ModelId {
  readonly provider: string;
  readonly model: string;
}

/** `provider/model-id`; ids may hold slashes. */
export function parseModelId(text: string): ModelId | undefined {
  const match = /^([a-z][a-z0-9-]{0,40})\/([^\s\p{C}]{1,200})$/u.exec(text);
  const [, provider, model] = match ?? [];
  return provider === undefined || model === undefined ? undefined : { provider, model };
}

export function formatModelId({ provider, model }: ModelId): string {
  return `${provider}/${model}`;
}

export function providerNamed(providers: ProviderTable, name: string): Provider | undefined {
  return Object.hasOwn(providers, name) ? providers[name] : undefined;
}

export function contextTokens(provider: Provider, model: string): number {
  return provider.models.find(({ id }) => id === model)?.contextTokens ?? provider.usualContextTokens;
}
