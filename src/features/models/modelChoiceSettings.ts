export interface ModelChoiceSettings {
  /** Undefined: the automatic choice. */
  readonly model: string | undefined;
  /** Undefined: the provider's own address. */
  readonly baseUrl: string | undefined;
}
