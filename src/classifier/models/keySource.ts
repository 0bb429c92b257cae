export interface KeySource {
  /**
   * A stored key wins, and only applies to the server it was entered for.
   * @param address undefined if unknown
   */
  key(provider: string, address: string | undefined): Promise<ApiKey | undefined>;
  /** The user agreed to its environment key without having chosen a model. */
  environmentKeyConfirmed(provider: string): boolean;
}

export interface ApiKey {
  readonly value: string;
  readonly source: 'secret-storage' | 'environment';
}
