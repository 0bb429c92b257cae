export interface KeySource {
  /**
   * A stored key wins, only for the server it was entered for.
   * @param address undefined: unknown
   */
  key(provider: string, address: string | undefined): Promise<ApiKey | undefined>;
  /** The user agreed to its environment's key without choosing a model. */
  environmentKeyConfirmed(provider: string): boolean;
}

export interface ApiKey {
  readonly value: string;
  readonly source: 'secret-storage' | 'environment';
}
