/** Where API keys come from. The host implements it with SecretStorage and the environment. */
export interface KeySource {
  /**
   * The key of a provider that may be sent to `address`. A stored one goes before one in the environment, and is there only for the server
   * that it was entered for.
   * @param address where the provider would be asked; undefined where that is not known
   */
  key(provider: string, address: string | undefined): Promise<ApiKey | undefined>;
  /** Whether the user agreed that the provider's key from the environment is used without their having chosen a model. */
  environmentKeyConfirmed(provider: string): boolean;
}

export interface ApiKey {
  readonly value: string;
  readonly source: 'secret-storage' | 'environment';
}
