import type { OutageKind } from '../../engine/model/decision';

export interface ForcedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
}

export interface Connection {
  readonly key: string | undefined;
  /** Without a trailing slash. Undefined: the provider's own. */
  readonly baseUrl: string | undefined;
}

export interface ModelCall extends Connection {
  readonly model: string;
  /** Most stable part first: providers cache each with all before it. */
  readonly system: readonly string[];
  readonly instruction: string;
  readonly user: readonly string[];
  readonly tools: readonly ForcedTool[];
  readonly tool: ForcedTool;
  readonly maxTokens: number;
}

export interface ModelReply {
  readonly toolCalls: readonly { readonly name: string; readonly input: unknown }[];
  readonly text: string;
  /** Anything but `complete` is no verdict. */
  readonly ending: 'complete' | 'refused' | 'out-of-tokens' | 'window-exceeded' | 'unknown';
  readonly usage: {
    /** Without cached ones. */
    readonly inputTokens?: number;
    readonly outputTokens?: number;
    readonly cachedTokens?: number;
    readonly cacheWriteTokens?: number;
  };
}

export interface KnownModel {
  readonly id: string;
  readonly contextTokens: number;
}

export interface Provider {
  readonly id: string;
  readonly title: string;
  readonly ownAddress: string | undefined;
  readonly needsKey: boolean;
  readonly environmentVariable: string | undefined;
  /** A fast one. Undefined: the user must choose. */
  readonly defaultModel: string | undefined;
  /** Known as judges, best first. */
  readonly models: readonly KnownModel[];
  readonly usualContextTokens: number;
  readonly cheapFirstLook: boolean;
  /**
   * Of the editor's models: sends nothing and asks nobody.
   * @throws ProviderFailure if the model cannot be asked now
   */
  readonly inspect?: (model: string) => Promise<{ readonly contextTokens: number }>;
  requestBody(call: ModelCall): unknown;
  /**
   * Retries only a refused form.
   * @param sent gets each body first, without the key
   * @throws ProviderFailure; any error once `signal` has aborted
   */
  ask(call: ModelCall, signal: AbortSignal, sent?: (body: unknown) => void): Promise<ModelReply>;
  /** @throws ProviderFailure; any error once `signal` has aborted */
  listModels(connection: Connection, signal: AbortSignal): Promise<readonly string[]>;
}

/** `message` is a sentence without secrets. */
export class ProviderFailure extends Error {
  constructor(
    readonly kind: OutageKind,
    message: string,
    readonly remedy: string | undefined,
    readonly retry?: { readonly afterMs: number | undefined },
  ) {
    super(message);
  }
}
