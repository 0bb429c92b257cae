import type Anthropic from '@anthropic-ai/sdk';
import type { ClientOptions } from '@anthropic-ai/sdk';
import * as z from 'zod';
import { cutMiddle, visible } from '../framing';
import { ProviderFailure, type Connection, type ModelCall, type ModelReply, type Provider } from '../provider';
import { redactSecrets } from '../redaction';
import { ANSWER_TOO_LARGE, NetworkFailure, createHttpFetch } from './httpFetch';

const OWN_ADDRESS = 'https://api.anthropic.com';
/**
 * The API version of 2026-10-21, which the SDK asks for by itself, refuses every request that sets a temperature:
 * https://platform.claude.com/docs/en/api/versioning
 */
const API_VERSION = '2023-06-01';
const MAX_ANSWER_BYTES = 1_000_000;
/** Longest part of a server's own error message that is passed on. */
const MAX_QUOTED_CHARACTERS = 300;
/** Later generations refuse a temperature whatever the API version. */
const TAKES_TEMPERATURE = /^claude-(?:haiku|sonnet|opus)-4-[56](?:-\d{8})?$/;
const MODEL_SETTING = 'Choose another model with the setting autoMode.classifier.model.';

export const anthropicProvider: Provider = {
  id: 'anthropic',
  title: 'Anthropic',
  needsKey: true,
  environmentVariable: 'ANTHROPIC_API_KEY',
  defaultModel: 'claude-haiku-4-5-20251001',
  models: [
    { id: 'claude-haiku-4-5-20251001', contextTokens: 200_000 },
    { id: 'claude-haiku-4-5', contextTokens: 200_000 },
    { id: 'claude-sonnet-4-6', contextTokens: 200_000 },
    { id: 'claude-opus-4-6', contextTokens: 200_000 },
    { id: 'claude-opus-4-5-20251101', contextTokens: 200_000 },
    { id: 'claude-opus-4-5', contextTokens: 200_000 },
  ],

  async ask(call, signal) {
    const sdk = await client(call);
    const request = {
      model: call.model,
      max_tokens: call.maxTokens,
      temperature: 0,
      system: call.system.map(textBlock),
      messages: [{ role: 'user' as const, content: call.user.map(textBlock) }],
      tools: [
        {
          name: call.tool.name,
          description: call.tool.description,
          input_schema: { ...call.tool.schema, required: [...call.tool.schema.required] },
        },
      ],
      tool_choice: { type: 'tool' as const, name: call.tool.name },
    };
    let answer: unknown;
    try {
      answer = await sdk.messages.create(request, { signal });
    } catch (error) {
      throw await failure(error, call);
    }
    return modelReply(answer, call);
  },

  async listModels(connection, signal) {
    const sdk = await client(connection);
    try {
      const { data } = await sdk.models.list({ limit: 1000 }, { signal });
      return z
        .array(z.object({ id: z.string() }))
        .parse(data)
        .map(({ id }) => id)
        .filter((id) => TAKES_TEMPERATURE.test(id));
    } catch (error) {
      throw await failure(error, connection);
    }
  },
};

const httpFetch = createHttpFetch({
  headers: new Set(['accept', 'content-type', 'x-api-key', 'anthropic-version', 'user-agent']),
  maxAnswerBytes: MAX_ANSWER_BYTES,
});

async function client({ key, baseUrl }: Connection): Promise<Anthropic> {
  // Loaded with the first question: the SDK is large, and many sessions never need it.
  const { Anthropic } = await import('@anthropic-ai/sdk');
  const options: ClientOptions = {
    apiKey: key ?? null,
    authToken: null,
    webhookKey: null,
    baseURL: baseUrl ?? OWN_ADDRESS,
    // This version documents the key in a header of its own; the SDK sends it as a bearer token, which is what a later one expects.
    defaultHeaders: { 'anthropic-version': API_VERSION, 'x-api-key': key ?? null, authorization: null },
    // Repetition and the time limit are the classifier's own, over all attempts together.
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: { traces: { enabled: false }, propagation: false },
    fetch: httpFetch,
  };
  return withoutSdkVariables(() => new Anthropic(options));
}

/**
 * Runs `construct` while no `ANTHROPIC_*` variable is set: the SDK reads some of them without a way to say no (custom headers, which a
 * malformed value turns into an error of every request). Synchronous, so nothing else sees the gap.
 */
function withoutSdkVariables<T>(construct: () => T): T {
  const hidden = Object.entries(process.env).filter(([name]) => name.toUpperCase().startsWith('ANTHROPIC_'));
  for (const [name] of hidden) Reflect.deleteProperty(process.env, name);
  try {
    return construct();
  } finally {
    for (const [name, value] of hidden) process.env[name] = value;
  }
}

function textBlock(text: string): { type: 'text'; text: string } {
  return { type: 'text', text };
}

const messageSchema = z.object({
  content: z.array(
    z.union([
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('tool_use'), name: z.string(), input: z.unknown() }),
      z.object({ type: z.string() }).transform(() => ({ type: 'other' as const })),
    ]),
  ),
  stop_reason: z.string().nullish(),
  usage: z
    .object({
      input_tokens: z.number().nonnegative().optional().catch(undefined),
      output_tokens: z.number().nonnegative().optional().catch(undefined),
      cache_read_input_tokens: z.number().nonnegative().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

function modelReply(answer: unknown, call: ModelCall): ModelReply {
  const parsed = messageSchema.safeParse(answer);
  if (!parsed.success) throw nonsense(call);
  const { content, stop_reason: stopReason, usage } = parsed.data;
  return {
    toolCalls: content.flatMap((block) =>
      block.type === 'tool_use' && 'name' in block ? [{ name: block.name, input: block.input }] : [],
    ),
    text: content.flatMap((block) => (block.type === 'text' && 'text' in block ? [block.text] : [])).join('\n'),
    ending: ending(stopReason),
    usage: {
      ...(usage?.input_tokens === undefined ? {} : { inputTokens: usage.input_tokens }),
      ...(usage?.output_tokens === undefined ? {} : { outputTokens: usage.output_tokens }),
      ...(usage?.cache_read_input_tokens === undefined ? {} : { cachedTokens: usage.cache_read_input_tokens }),
    },
  };
}

function ending(stopReason: string | null | undefined): ModelReply['ending'] {
  switch (stopReason) {
    case 'end_turn':
    case 'tool_use':
    case 'stop_sequence':
    // Some servers that speak this protocol leave it out; the answer itself was complete JSON.
    case null:
    case undefined:
      return 'complete';
    case 'refusal':
      return 'refused';
    case 'max_tokens':
      return 'out-of-tokens';
    case 'model_context_window_exceeded':
      return 'window-exceeded';
    default:
      return 'unknown';
  }
}

/** The failure in words for people. Nothing of the SDK's or the server's text goes in unless cleaned: it may quote the key. */
async function failure(error: unknown, call: Connection & { readonly model?: string }): Promise<ProviderFailure> {
  const { APIConnectionError, APIError } = await import('@anthropic-ai/sdk');
  if (error instanceof APIConnectionError) return networkFailure(error.cause, call);
  if (error instanceof APIError && typeof error.status === 'number') {
    return statusFailure(error.status, error.headers as Headers | undefined, serverMessage(error.error, call), call);
  }
  return nonsense(call);
}

function networkFailure(cause: unknown, call: Connection): ProviderFailure {
  if (cause instanceof NetworkFailure && cause.code === ANSWER_TOO_LARGE) {
    return new ProviderFailure(
      'invalid-answer',
      `${server(call)} sent an answer of more than ${MAX_ANSWER_BYTES} bytes; auto mode fails closed.`,
      addressRemedy(call),
    );
  }
  const sentence = cause instanceof NetworkFailure ? cause.message : 'The connection failed.';
  return new ProviderFailure(
    'network',
    `${server(call)} could not be reached: ${sentence} Auto mode fails closed.`,
    call.baseUrl === undefined
      ? 'Check the network connection and the proxy settings of the editor.'
      : 'Check that the server runs, and the address in the setting autoMode.classifier.baseUrl.',
  );
}

function statusFailure(
  status: number,
  headers: Headers | undefined,
  said: string,
  call: Connection & { readonly model?: string },
): ProviderFailure {
  const model = call.model === undefined ? 'the request' : `the model ${JSON.stringify(visible(call.model))}`;
  const failed = (
    kind: ProviderFailure['kind'],
    what: string,
    remedy: string,
    retry?: ProviderFailure['retry'],
  ): ProviderFailure =>
    new ProviderFailure(
      kind,
      `${server(call)} ${what} (HTTP ${status}${said}); auto mode fails closed.`,
      remedy,
      retry,
    );
  const again = headers?.get('x-should-retry') === 'false' ? undefined : { afterMs: retryAfter(headers) };
  if (status === 401 || status === 403) {
    const remedy = 'Set a valid key with the command "Auto Mode: Set Classifier API Key".';
    return failed('authentication', status === 401 ? 'refused the API key' : 'does not let this API key in', remedy);
  }
  if (status === 413 || (status === 400 && /prompt is too long|too many tokens|context window/i.test(said))) {
    return failed('too-large', `says that the action and its context are too large for ${model}`, MODEL_SETTING);
  }
  if (status === 429) {
    return failed('rate-limit', 'has had too many requests', 'Wait a moment, or raise the limit of the key.', again);
  }
  if (status === 529) return failed('provider-error', 'is overloaded', 'Wait a moment and try again.', again);
  if (status >= 500) return failed('provider-error', 'failed', 'Wait a moment and try again.', again);
  if (status === 404) return failed('provider-error', `does not know ${model}`, MODEL_SETTING);
  if (status === 402) return failed('provider-error', 'asks for a payment', 'Look at the billing of the account.');
  if (status >= 300 && status < 400) {
    return failed('provider-error', 'redirects to another address, which is not followed', addressRemedy(call));
  }
  return failed('provider-error', `refused the request for ${model}`, MODEL_SETTING);
}

function nonsense(call: Connection): ProviderFailure {
  return new ProviderFailure(
    'invalid-answer',
    `${server(call)} sent something that is no answer of this API; auto mode fails closed.`,
    addressRemedy(call),
  );
}

function server({ baseUrl }: Connection): string {
  return baseUrl === undefined ? 'Anthropic' : `The model server at ${baseUrl}`;
}

function addressRemedy({ baseUrl }: Connection): string {
  return baseUrl === undefined
    ? 'Try again; if it happens again, look for a proxy between this machine and Anthropic.'
    : 'Check the address in the setting autoMode.classifier.baseUrl.';
}

const errorBodySchema = z.object({ error: z.object({ message: z.string() }) });

/** `: "..."` with the server's own words, if it gave any in the API's form. */
function serverMessage(body: unknown, { key }: Connection): string {
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success) return '';
  const text = cutMiddle(parsed.data.error.message, 10_000);
  const clean = redactSecrets(key === undefined ? text : text.replaceAll(key, '[REDACTED]')).text;
  return `: ${JSON.stringify(visible(cutMiddle(clean, MAX_QUOTED_CHARACTERS)).replace(/\s+/g, ' '))}`;
}

/** Milliseconds that a `retry-after` header asks for: seconds, or a date. */
function retryAfter(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after') ?? undefined;
  if (value === undefined) return undefined;
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
