/** Where API keys come from. The host implements it with SecretStorage and the environment. */
export interface KeySource {
  /** The key of a provider; a stored one goes before one in the environment. */
  key(provider: string): Promise<ApiKey | undefined>;
  /** Whether the user agreed that the provider's key from the environment is used without their having chosen a model. */
  environmentKeyConfirmed(provider: string): boolean;
}

export interface ApiKey {
  readonly value: string;
  readonly source: 'secret-storage' | 'environment';
}
