import { createHash } from 'node:crypto';
import type { ApiKey, KeySource } from '../../classifier/models/keySource';

export interface SecretStore {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
  delete(name: string): PromiseLike<void>;
}

export interface Confirmations {
  get(name: string): unknown;
  update(name: string, value: unknown): PromiseLike<void>;
}

export interface SecretKeysOptions {
  readonly secrets: SecretStore;
  readonly confirmations: Confirmations;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** By provider. */
  readonly environmentVariables: Readonly<Record<string, string>>;
  /** So that the key is never shown or logged. */
  readonly note: (key: string) => void;
}

/** Its message does not repeat the key. */
export class UnusableKeyError extends Error {
  override readonly name = 'UnusableKeyError';
}

/** Printable ASCII for an HTTP header, without blanks and quotes. */
const KEY_FORM = /^[\x21\x23-\x7e]{1,1000}$/;

/** From SecretStorage, else the environment; never settings. */
export class SecretKeys implements KeySource {
  constructor(private readonly options: SecretKeysOptions) {
    for (const provider of Object.keys(options.environmentVariables)) this.environmentKey(provider);
  }

  async key(provider: string, address: string | undefined): Promise<ApiKey | undefined> {
    const stored = await this.stored(provider);
    if (stored !== '') {
      const [origin, value] = stored.split(' ');
      const isItsOwn = value !== undefined && origin === originOf(address);
      return isItsOwn ? { value, source: 'secret-storage' } : undefined;
    }
    const value = this.environmentKey(provider);
    return value === undefined ? undefined : { value, source: 'environment' };
  }

  /** For any address. */
  async isStored(provider: string): Promise<boolean> {
    return (await this.stored(provider)) !== '';
  }

  /** Only this key: a foreign container or shell can bring another. */
  environmentKeyConfirmed(provider: string): boolean {
    const value = this.environmentKey(provider);
    return value !== undefined && this.options.confirmations.get(confirmationName(provider)) === fingerprint(value);
  }

  async confirmEnvironmentKey(provider: string): Promise<void> {
    const value = this.environmentKey(provider);
    if (value !== undefined) await this.options.confirmations.update(confirmationName(provider), fingerprint(value));
  }

  /**
   * @param address of its server; no other gets it
   * @throws UnusableKeyError
   */
  async set(provider: string, key: string, address: string | undefined): Promise<void> {
    const value = key.trim();
    if (!KEY_FORM.test(value)) {
      throw new UnusableKeyError(
        'This is no API key. Copy the whole key from the provider, without blanks or quotation marks.',
      );
    }
    const origin = originOf(address);
    if (origin === undefined) {
      throw new UnusableKeyError('A key is for one server. Enter the address of the model server first.');
    }
    this.options.note(value);
    await this.options.secrets.store(secretName(provider), `${origin} ${value}`);
  }

  /** Also unconfirms the environment's key. */
  async delete(provider: string): Promise<void> {
    await this.options.secrets.delete(secretName(provider));
    await this.options.confirmations.update(confirmationName(provider), undefined);
  }

  /** Origin and key, or nothing. */
  private async stored(provider: string): Promise<string> {
    const stored = (await this.options.secrets.get(secretName(provider))) ?? '';
    const [, value] = stored.split(' ');
    if (value !== undefined) this.options.note(value);
    return stored;
  }

  private environmentKey(provider: string): string | undefined {
    const variable = Object.hasOwn(this.options.environmentVariables, provider)
      ? this.options.environmentVariables[provider]
      : undefined;
    const value = variable === undefined ? undefined : this.options.environment[variable]?.trim();
    if (value === undefined || !KEY_FORM.test(value)) return undefined;
    this.options.note(value);
    return value;
  }
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}

function secretName(provider: string): string {
  return `autoMode.key.${provider}`;
}

function confirmationName(provider: string): string {
  return `autoMode.environmentKeyConfirmed.${provider}`;
}

function fingerprint(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
