import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import * as z from 'zod';
import { ProviderFailure, type Connection, type ModelCall, type ModelReply, type Provider } from '../models/provider';
import { askServer, listedModels, offeredTools } from './openAiClient';
import { AcceptedForms, serverAndModel, usesTool, type RequestForm } from './requestForm';
import { noError, nonsense, server, type Exchange } from './serverFailure';
import { SET_ADDRESS } from '../models/serverAddress';
import { isStructured, parsedArguments } from './toolArguments';

const TITLE = 'OpenAI-compatible server';
/** Prompts have about 4.5; repetitions do not count. */
const MAX_CHARACTERS_PER_TOKEN = 5.5;
/** Windows are multiples of it. */
const WINDOW_STEP = 2_048;
/** Ollama keeps these from the beginning when it cuts: https://github.com/ollama/ollama/issues/17427 */
const MAX_KEPT_TOKENS = 8;
/** Our text has more with every model. */
const MIN_CHARACTERS_PER_OWN_TOKEN = 3.5;
const TEMPLATE_TOKENS = 1_000;

const forms = new AcceptedForms(['named-tool', 'any-tool', 'schema', 'text'], {
  temperature: true,
  reasoning: false,
  strict: false,
  limit: 'max_tokens',
  cacheMarks: false,
});

export const localServerProvider: Provider = {
  id: 'local',
  title: TITLE,
  // Others may listen on a usual port.
  ownAddress: undefined,
  needsKey: false,
  environmentVariable: undefined,
  defaultModel: undefined,
  models: [],
  // The real window depends on the server's settings.
  usualContextTokens: 32_768,
  // The server holds the beginning; home hardware answers slowly.
  cheapFirstLook: true,

  requestBody: (call) => request(call, forms.of(serverAndModel(call))),

  ask(call, signal, sent) {
    const exchange = { ...call, title: TITLE };
    return forms.ask(serverAndModel(call), async (form) => {
      const body = request(call, form);
      const answer: unknown = await askServer(addressOf(call), exchange, (sdk) => {
        sent?.(body);
        return sdk.chat.completions.create(body, { signal });
      });
      return modelReply(answer, form, exchange, call);
    });
  },

  async listModels(connection, signal) {
    const ids = await listedModels(addressOf(connection), { ...connection, title: TITLE }, signal);
    return ids.filter((id) => !/embed/i.test(id));
  },
};

/** @throws ProviderFailure */
function addressOf({ baseUrl }: Connection): string {
  if (baseUrl !== undefined) return baseUrl;
  throw new ProviderFailure(
    'no-model',
    'The address of the model server is not set; auto mode fails closed.',
    SET_ADDRESS,
  );
}

function request(call: ModelCall, form: RequestForm): ChatCompletionCreateParamsNonStreaming {
  const { name, description, schema } = call.tool;
  return {
    model: call.model,
    // Small models' chat templates know one plain string per role.
    messages: [
      { role: 'system', content: [...call.system, call.instruction].join('\n\n') },
      { role: 'user', content: call.user.join('\n\n') },
    ],
    stream: false,
    [form.limit]: call.maxTokens,
    ...(form.temperature ? { temperature: 0 } : {}),
    ...(usesTool(form.answer)
      ? {
          tools: offeredTools(call, form.answer).map((tool) => ({
            type: 'function' as const,
            function: { name: tool.name, description: tool.description, parameters: { ...tool.schema } },
          })),
          tool_choice: form.answer === 'named-tool' ? { type: 'function', function: { name } } : 'required',
        }
      : {}),
    ...(form.answer === 'schema'
      ? {
          response_format: {
            type: 'json_schema',
            json_schema: { name, description, schema: { ...schema }, strict: true },
          },
        }
      : {}),
  };
}

const tokens = z.number().nonnegative().optional().catch(undefined);
const completionSchema = z.object({
  error: noError,
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.unknown() }) })).nullish(),
          /** The older form, never asked for. */
          function_call: z.unknown().optional(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .length(1),
  usage: z
    .object({
      prompt_tokens: tokens,
      completion_tokens: tokens,
      prompt_tokens_details: z.object({ cached_tokens: tokens }).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

function modelReply(
  answer: unknown,
  form: RequestForm,
  exchange: Exchange,
  call: ModelCall,
): { readonly reply: ModelReply; readonly heeded: boolean } {
  const parsed = completionSchema.safeParse(answer);
  const choice = parsed.data?.choices[0];
  if (choice === undefined) throw nonsense(exchange);
  const { message, finish_reason: finishReason } = choice;
  const usage = parsed.data?.usage ?? undefined;
  refuseCutPrompt(usage?.prompt_tokens, exchange, call);
  const text = message.content ?? '';
  const calls = [
    ...(message.tool_calls ?? []).map(({ function: { name, arguments: input } }) => ({
      name,
      input: typeof input === 'string' ? parsedArguments(input) : input,
    })),
    ...((message.function_call ?? null) === null ? [] : [{ name: 'function_call', input: undefined }]),
  ];
  const ending = typeof message.refusal === 'string' && message.refusal !== '' ? 'refused' : endingOf(finishReason);
  const cached = usage?.prompt_tokens_details?.cached_tokens;
  const toolCalls =
    form.answer === 'schema' ? [...calls, { name: call.tool.name, input: parsedArguments(text) }] : calls;
  return {
    reply: {
      toolCalls,
      text: form.answer === 'schema' ? '' : text,
      ending,
      usage: {
        ...(usage?.prompt_tokens === undefined
          ? {}
          : { inputTokens: Math.max(0, usage.prompt_tokens - (cached ?? 0)) }),
        ...(usage?.completion_tokens === undefined ? {} : { outputTokens: usage.completion_tokens }),
        ...(cached === undefined ? {} : { cachedTokens: cached }),
      },
    },
    // A refused or cut answer does not show what is supported.
    heeded: ending !== 'complete' || form.answer === 'text' || isStructured(toolCalls, call.tool.name),
  };
}

function endingOf(finishReason: string | null | undefined): ModelReply['ending'] {
  switch (finishReason) {
    case 'stop':
    case 'tool_calls':
    case 'function_call':
    // Some servers omit it; the JSON was complete.
    case null:
    case undefined:
      return 'complete';
    case 'content_filter':
      return 'refused';
    case 'length':
      return 'out-of-tokens';
    default:
      return 'unknown';
  }
}

/**
 * Ollama silently drops the beginning of a long prompt, and with it the policy: newer versions cut to half the window
 * and a few tokens, older ones to the window.
 * @throws ProviderFailure if less was read than sent
 */
function refuseCutPrompt(promptTokens: number | undefined, exchange: Exchange, call: ModelCall): void {
  if (promptTokens === undefined) return;
  const text = [...call.system, call.instruction, ...call.user].join('');
  const characters = text.replace(/(.)\1{3,}/gsu, '$1').length;
  const isCut =
    characters > promptTokens * MAX_CHARACTERS_PER_TOKEN ||
    promptTokens % WINDOW_STEP === 0 ||
    // Counted in characters, half of a token-rich text may be missing unseen.
    (promptTokens % (WINDOW_STEP / 2) <= MAX_KEPT_TOKENS && mostTokens(call) > 2 * (promptTokens - MAX_KEPT_TOKENS));
  if (!isCut) return;
  throw new ProviderFailure(
    'too-large',
    `${server(exchange)} has read only ${promptTokens} tokens of a question of ${text.length} characters; auto mode fails closed.`,
    'Give the model a larger context, for Ollama with OLLAMA_CONTEXT_LENGTH=32768, and start the server again.',
  );
}

/** No token is shorter than a byte. */
function mostTokens({ system, instruction, user }: ModelCall): number {
  const own = [...system, instruction].join('').length / MIN_CHARACTERS_PER_OWN_TOKEN;
  return own + Buffer.byteLength(user.join('')) + TEMPLATE_TOKENS;
}
