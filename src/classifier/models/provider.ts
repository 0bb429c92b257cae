import type { OutageKind } from '../../engine/model/decision';

/** `schema` is JSON Schema. */
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
  /** Most stable part first: a provider may cache each with all before it. */
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
    /** Without those of a cache. */
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
  /** A fast model. Undefined: only if chosen. */
  readonly defaultModel: string | undefined;
  /** Known to work as a judge, best first. */
  readonly models: readonly KnownModel[];
  readonly usualContextTokens: number;
  readonly cheapFirstLook: boolean;
  /**
   * For models of the editor: no request, no question to the user.
   * @throws ProviderFailure if the model cannot be asked at present
   */
  readonly inspect?: (model: string) => Promise<{ readonly contextTokens: number }>;
  requestBody(call: ModelCall): unknown;
  /**
   * Retries only if its form is refused.
   * @param sent receives each body, without the key, first
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
