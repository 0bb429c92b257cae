import type Anthropic from '@anthropic-ai/sdk';
import type { ClientOptions } from '@anthropic-ai/sdk';
import * as z from 'zod';
import type { Connection, ModelCall, ModelReply, Provider, ProviderFailure } from '../provider';
import { createHttpFetch } from './httpFetch';
import { withoutSdkVariables } from './sdkVariables';
import { MAX_ANSWER_BYTES, networkFailure, nonsense, statusFailure } from './serverFailure';

const OWN_ADDRESS = 'https://api.anthropic.com';
/**
 * The API version of 2026-10-21, which the SDK asks for by itself, refuses every request that sets a temperature:
 * https://platform.claude.com/docs/en/api/versioning
 */
const API_VERSION = '2023-06-01';
/** Later generations refuse a temperature whatever the API version. */
const TAKES_TEMPERATURE = /^claude-(?:haiku|sonnet|opus)-4-[56](?:-\d{8})?$/;
const TITLE = 'Anthropic';

export const anthropicProvider: Provider = {
  id: 'anthropic',
  title: TITLE,
  ownAddress: OWN_ADDRESS,
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
  usualContextTokens: 200_000,

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
  return withoutSdkVariables('ANTHROPIC_', () => new Anthropic(options));
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
  if (!parsed.success) throw nonsense({ ...call, title: TITLE });
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

async function failure(error: unknown, call: Connection & { readonly model?: string }): Promise<ProviderFailure> {
  const { APIConnectionError, APIError } = await import('@anthropic-ai/sdk');
  const exchange = { ...call, title: TITLE };
  if (error instanceof APIConnectionError) return networkFailure(error.cause, exchange);
  if (error instanceof APIError && typeof error.status === 'number') {
    return statusFailure(error.status, error.headers as Headers | undefined, error.error, exchange);
  }
  return nonsense(exchange);
}
