/** What the classifier needs from a company or server that runs models. One file in `providers/` implements it for each. */
import type { OutageKind } from '../../engine/model/decision';

/** A tool that the model has to call; its schema is JSON Schema. */
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

/** How to reach the provider. */
export interface Connection {
  /** Undefined where the provider needs none. */
  readonly key: string | undefined;
  /** Checked address without a slash at its end; undefined: the provider's own. */
  readonly baseUrl: string | undefined;
}

export interface ModelCall extends Connection {
  /** The provider's own name of the model. */
  readonly model: string;
  /** Parts of the system prompt that stay the same from call to call, what changes least first: a provider may cache each with what is before it. */
  readonly system: readonly string[];
  /** The end of the system prompt: which answer is wanted. */
  readonly instruction: string;
  /** Content blocks of the one user message. */
  readonly user: readonly string[];
  /** The tools of the request, the same from call to call: they are part of what a provider caches. */
  readonly tools: readonly ForcedTool[];
  /** The one of them that the model has to call. */
  readonly tool: ForcedTool;
  readonly maxTokens: number;
}

export interface ModelReply {
  readonly toolCalls: readonly { readonly name: string; readonly input: unknown }[];
  /** Visible text, if any. */
  readonly text: string;
  /** Why the model stopped. Anything but `complete` is no verdict. */
  readonly ending: 'complete' | 'refused' | 'out-of-tokens' | 'window-exceeded' | 'unknown';
  readonly usage: {
    /** Without those that were read from a cache or put into one. */
    readonly inputTokens?: number;
    readonly outputTokens?: number;
    /** Read from a cache. */
    readonly cachedTokens?: number;
    /** Read and put into a cache, at a price of their own. */
    readonly cacheWriteTokens?: number;
  };
}

export interface KnownModel {
  readonly id: string;
  /** Tokens that prompt and answer may have together. */
  readonly contextTokens: number;
}

export interface Provider {
  /** The part before the slash in `provider/model-id`. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** Where it is asked unless an address is configured; undefined: nowhere without one. */
  readonly ownAddress: string | undefined;
  readonly needsKey: boolean;
  /** Where its users usually keep their key, if there is such a variable. */
  readonly environmentVariable: string | undefined;
  /** The fast model that is taken where nobody chose one; undefined: this provider is never taken unless chosen. */
  readonly defaultModel: string | undefined;
  /** Models that are known to work as a judge, best choice first. */
  readonly models: readonly KnownModel[];
  /** The window of a model that is not among `models`. */
  readonly usualContextTokens: number;
  /** Whether a short answer takes much less time or money there than a long one, so that a first look pays. */
  readonly cheapFirstLook: boolean;
  /**
   * For a provider that is no server but part of the editor: looks at one model without asking it, or the user, anything.
   * @throws ProviderFailure where the model could not be asked at present
   */
  readonly inspect?: (model: string) => Promise<{ readonly contextTokens: number }>;
  /** What `ask` would send now, without the key. */
  requestBody(call: ModelCall): unknown;
  /**
   * One request, no retry but for one whose form is refused.
   * @param sent told each body, without the key, just before it goes out
   * @throws ProviderFailure; anything at all once `signal` has aborted
   */
  ask(call: ModelCall, signal: AbortSignal, sent?: (body: unknown) => void): Promise<ModelReply>;
  /**
   * Ids of the models that this key may use as a judge.
   * @throws ProviderFailure; anything at all once `signal` has aborted
   */
  listModels(connection: Connection, signal: AbortSignal): Promise<readonly string[]>;
}

/** The provider gave no usable answer. `message` is a sentence without secrets. */
export class ProviderFailure extends Error {
  constructor(
    readonly kind: OutageKind,
    message: string,
    readonly remedy: string | undefined,
    /** Whether the same request may succeed in a moment, and after how many milliseconds if the server said so. */
    readonly retry?: { readonly afterMs: number | undefined },
  ) {
    super(message);
  }
}
