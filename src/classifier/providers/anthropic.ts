import type Anthropic from '@anthropic-ai/sdk';
import type * as Sdk from '@anthropic-ai/sdk';
import type { ClientOptions } from '@anthropic-ai/sdk';
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';
import * as z from 'zod';
import type { Connection, ModelCall, ModelReply, Provider, ProviderFailure } from '../models/provider';
import { createHttpFetch } from './httpFetch';
import { AcceptedForms, refusalOr, serverAndModel, usesTool, type RequestForm } from './requestForm';
import { withoutSdkVariables } from './sdkVariables';
import { MAX_ANSWER_BYTES, networkFailure, noError, nonsense, statusFailure } from './serverFailure';

const OWN_ADDRESS = 'https://api.anthropic.com';
/**
 * The SDK's default, 2026-10-21, refuses a temperature, but a judge should repeat its answer:
 * https://platform.claude.com/docs/en/api/versioning
 */
const API_VERSION = '2023-06-01';
const TITLE = 'Anthropic';
const THINKING_TOKENS = 2_000;

/**
 * From Claude Opus 4.7 on models refuse a temperature; several of the fifth generation a forced tool call:
 * https://platform.claude.com/docs/en/models/sonnet-5-5/migration-guide
 */
const forms = new AcceptedForms(['named-tool', 'offered-tool', 'text'], {
  temperature: true,
  reasoning: true,
  strict: false,
  limit: 'max_completion_tokens',
  cacheMarks: true,
});

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
  cheapFirstLook: true,

  requestBody: (call) => request(call, forms.of(serverAndModel(call))),

  ask(call, signal, sent) {
    return forms.ask(serverAndModel(call), async (form) => {
      const sdk = await client(call);
      const body = request(call, form);
      sent?.(body);
      let answer: unknown;
      try {
        answer = await sdk.messages.create(body, { signal });
      } catch (error) {
        throw await failure(error, call);
      }
      const reply = modelReply(answer, call);
      // The server ignores the demand for the tool.
      const heeded = form.answer !== 'named-tool' || reply.ending !== 'complete' || !answersInWords(reply);
      return { reply, heeded };
    });
  },

  async listModels(connection, signal) {
    const sdk = await client(connection);
    try {
      const { data } = await sdk.models.list({ limit: 1000 }, { signal });
      return z
        .array(z.object({ id: z.string() }))
        .parse(data)
        .map(({ id }) => id);
    } catch (error) {
      throw await failure(error, connection);
    }
  },
};

function answersInWords({ toolCalls, text }: ModelReply): boolean {
  return toolCalls.length === 0 && text.trim() !== '';
}

/** The SDK's newest types lack the temperature. */
function request(call: ModelCall, form: RequestForm): MessageCreateParamsNonStreaming & { readonly temperature?: 0 } {
  const thinks = !form.temperature && form.reasoning;
  const mark = form.cacheMarks ? { cache_control: { type: 'ephemeral' as const } } : {};
  return {
    model: call.model,
    max_tokens: call.maxTokens + (form.temperature ? 0 : THINKING_TOKENS),
    ...(form.temperature ? { temperature: 0 } : {}),
    ...(thinks ? { output_config: { effort: 'low' } } : {}),
    // A mark ends a part that the service may cache, with all before it.
    system: [...call.system.map((text) => ({ ...textBlock(text), ...mark })), textBlock(call.instruction)],
    messages: [{ role: 'user', content: call.user.map(textBlock) }],
    ...(usesTool(form.answer)
      ? {
          // Tools come first in the cached part.
          tools: call.tools.map(({ name, description, schema }) => ({
            name,
            description,
            input_schema: { ...schema, required: [...schema.required] },
          })),
          tool_choice:
            form.answer === 'named-tool'
              ? { type: 'tool', name: call.tool.name }
              : { type: 'auto', disable_parallel_tool_use: true },
        }
      : {}),
  };
}

const httpFetch = createHttpFetch({
  headers: new Set(['accept', 'content-type', 'x-api-key', 'anthropic-version', 'user-agent']),
  maxAnswerBytes: MAX_ANSWER_BYTES,
});

/** The SDK is large; many sessions never need it. */
let sdkModule: Promise<typeof Sdk> | undefined;
function loadSdk(): Promise<typeof Sdk> {
  return (sdkModule ??= import('@anthropic-ai/sdk'));
}

async function client({ key, baseUrl }: Connection): Promise<Anthropic> {
  const { Anthropic } = await loadSdk();
  const options: ClientOptions = {
    apiKey: key ?? null,
    authToken: null,
    webhookKey: null,
    baseURL: baseUrl ?? OWN_ADDRESS,
    // This version has `x-api-key`; the SDK sends a bearer token.
    defaultHeaders: { 'anthropic-version': API_VERSION, 'x-api-key': key ?? null, authorization: null },
    // The classifier retries and limits time.
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
  error: noError,
  content: z.array(
    z.union([
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('tool_use'), name: z.string(), input: z.unknown() }),
      // The service's own tools count as others.
      z
        .object({ type: z.string().regex(/_tool_use$/) })
        .transform(({ type }) => ({ type: 'tool_use' as const, name: type, input: undefined })),
      z
        .object({ type: z.string().refine((type) => type !== 'tool_use' && type !== 'text') })
        .transform(() => ({ type: 'other' as const })),
    ]),
  ),
  stop_reason: z.string().nullish(),
  usage: z
    .object({
      input_tokens: z.number().nonnegative().optional().catch(undefined),
      output_tokens: z.number().nonnegative().optional().catch(undefined),
      cache_read_input_tokens: z.number().nonnegative().optional().catch(undefined),
      cache_creation_input_tokens: z.number().nonnegative().optional().catch(undefined),
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
      ...(usage?.cache_creation_input_tokens === undefined
        ? {}
        : { cacheWriteTokens: usage.cache_creation_input_tokens }),
    },
  };
}

function ending(stopReason: string | null | undefined): ModelReply['ending'] {
  switch (stopReason) {
    case 'end_turn':
    case 'tool_use':
    case 'stop_sequence':
    // Some servers omit it; the JSON was complete.
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
  const { APIConnectionError, APIError } = await loadSdk();
  const exchange = { ...call, title: TITLE };
  if (error instanceof APIConnectionError) return networkFailure(error.cause, exchange);
  if (error instanceof APIError && typeof error.status === 'number') {
    const cause = statusFailure(error.status, error.headers as Headers | undefined, error.error, exchange);
    return refusalOr(cause, error.status, error.error);
  }
  return nonsense(exchange);
}
