import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import * as z from 'zod';
import type { ForcedTool, ModelCall, ModelReply, Provider } from '../models/provider';
import { askServer, listedModels, offeredTools, strictSchema } from './openAiClient';
import { AcceptedForms, serverAndModel, usesTool, type RequestForm } from './requestForm';
import { noError, nonsense, type Exchange } from './serverFailure';
import { isStructured, parsedArguments } from './toolArguments';

const TITLE = 'OpenAI';
const OWN_ADDRESS = 'https://api.openai.com';
const REASONING_TOKENS = 2_000;
const TEXT_MODEL = /^(?:ft:)?(?:gpt-\d|o\d|chatgpt-)/;
const OTHER_MODEL = /audio|realtime|transcribe|tts|image|search|instruct|deep-research/;

const forms = new AcceptedForms(['named-tool', 'any-tool', 'schema', 'text'], {
  temperature: true,
  reasoning: true,
  strict: true,
  limit: 'max_completion_tokens',
  cacheMarks: false,
});

export const openAiProvider: Provider = {
  id: 'openai',
  title: TITLE,
  ownAddress: OWN_ADDRESS,
  needsKey: true,
  environmentVariable: 'OPENAI_API_KEY',
  defaultModel: 'gpt-4.1-mini',
  models: [
    { id: 'gpt-4.1-mini', contextTokens: 1_047_576 },
    { id: 'gpt-4.1', contextTokens: 1_047_576 },
    { id: 'gpt-4o-mini', contextTokens: 128_000 },
    { id: 'gpt-4o', contextTokens: 128_000 },
  ],
  usualContextTokens: 128_000,
  cheapFirstLook: true,

  requestBody: (call) => request(call, forms.of(serverAndModel(call))),

  ask(call, signal, sent) {
    const exchange = { ...call, title: TITLE };
    return forms.ask(serverAndModel(call), async (form) => {
      const body = request(call, form);
      const answer: unknown = await askServer(call.baseUrl ?? OWN_ADDRESS, exchange, (sdk) => {
        sent?.(body);
        return sdk.responses.create(body, { signal });
      });
      return modelReply(answer, form, exchange, call);
    });
  },

  async listModels(connection, signal) {
    const ids = await listedModels(connection.baseUrl ?? OWN_ADDRESS, { ...connection, title: TITLE }, signal);
    const known = ids.filter((id) => TEXT_MODEL.test(id) && !OTHER_MODEL.test(id));
    return known.length > 0 || connection.baseUrl === undefined ? known : ids.filter((id) => !/embed/i.test(id));
  },
};

function request(call: ModelCall, form: RequestForm): ResponseCreateParamsNonStreaming {
  const { tool } = call;
  const reasons = !form.temperature && form.reasoning;
  const schemaOf = (one: ForcedTool): Record<string, unknown> => (form.strict ? strictSchema(one) : { ...one.schema });
  const { name, description } = tool;
  return {
    model: call.model,
    // With the tool, the cached part.
    instructions: [...call.system, call.instruction].join('\n\n'),
    input: [{ role: 'user', content: call.user.map((text) => ({ type: 'input_text', text })) }],
    max_output_tokens: call.maxTokens + (reasons ? REASONING_TOKENS : 0),
    // The service must not keep it.
    store: false,
    ...(form.temperature ? { temperature: 0 } : {}),
    ...(reasons ? { reasoning: { effort: 'low' } } : {}),
    ...(usesTool(form.answer)
      ? {
          tools: offeredTools(call, form.answer).map((one) => ({
            type: 'function' as const,
            name: one.name,
            description: one.description,
            parameters: schemaOf(one),
            strict: form.strict,
          })),
          tool_choice: form.answer === 'named-tool' ? { type: 'function', name } : 'required',
          parallel_tool_calls: false,
        }
      : {}),
    ...(form.answer === 'schema'
      ? { text: { format: { type: 'json_schema', name, description, schema: schemaOf(tool), strict: form.strict } } }
      : {}),
  };
}

const tokens = z.number().nonnegative().optional().catch(undefined);
const responseSchema = z.object({
  error: noError,
  status: z.string().nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z.array(
    z.union([
      z.object({
        type: z.literal('function_call'),
        name: z.string(),
        arguments: z.string(),
        status: z.string().nullish(),
      }),
      z.object({
        type: z.literal('message'),
        status: z.string().nullish(),
        content: z.array(
          z.union([
            z.object({ type: z.literal('output_text'), text: z.string() }),
            z.object({ type: z.literal('refusal') }),
            z
              .object({ type: z.string().refine((type) => type !== 'output_text') })
              .transform(() => ({ type: 'other' as const })),
          ]),
        ),
      }),
      // Other kinds of tools count as others.
      z
        .object({ type: z.string().regex(/^(?!function_call$).*_call$/) })
        .transform(({ type }) => ({ type: 'function_call' as const, name: type, arguments: '', status: null })),
      z
        .object({ type: z.string().refine((type) => type !== 'function_call' && type !== 'message') })
        .transform(() => ({ type: 'other' as const })),
    ]),
  ),
  usage: z
    .object({
      input_tokens: tokens,
      output_tokens: tokens,
      input_tokens_details: z.object({ cached_tokens: tokens }).optional().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});
type Answer = z.infer<typeof responseSchema>;

function modelReply(
  answer: unknown,
  form: RequestForm,
  exchange: Exchange,
  { tool }: ModelCall,
): { readonly reply: ModelReply; readonly heeded: boolean } {
  const parsed = responseSchema.safeParse(answer);
  if (!parsed.success) throw nonsense(exchange);
  const { output, usage } = parsed.data;
  const calls = output.flatMap((item) =>
    item.type === 'function_call' && 'name' in item
      ? [{ name: item.name, input: parsedArguments(item.arguments) }]
      : [],
  );
  const text = output
    .flatMap((item) => (item.type === 'message' && 'content' in item ? item.content : []))
    .flatMap((part) => (part.type === 'output_text' && 'text' in part ? [part.text] : []))
    .join('\n');
  const ending = endingOf(parsed.data);
  const cached = usage?.input_tokens_details?.cached_tokens;
  const toolCalls = form.answer === 'schema' ? [...calls, { name: tool.name, input: parsedArguments(text) }] : calls;
  return {
    reply: {
      toolCalls,
      text: form.answer === 'schema' ? '' : text,
      ending,
      usage: {
        ...(usage?.input_tokens === undefined ? {} : { inputTokens: Math.max(0, usage.input_tokens - (cached ?? 0)) }),
        ...(usage?.output_tokens === undefined ? {} : { outputTokens: usage.output_tokens }),
        ...(cached === undefined ? {} : { cachedTokens: cached }),
      },
    },
    // A refused or cut answer does not show what is supported.
    heeded: ending !== 'complete' || form.answer === 'text' || isStructured(toolCalls, tool.name),
  };
}

function endingOf({ status, incomplete_details: details, output }: Answer): ModelReply['ending'] {
  const refuses = output.some(
    (item) => item.type === 'message' && 'content' in item && item.content.some(({ type }) => type === 'refusal'),
  );
  if (refuses || details?.reason === 'content_filter') return 'refused';
  if (details?.reason === 'max_output_tokens') return 'out-of-tokens';
  if (typeof details?.reason === 'string') return 'unknown';
  const isCut = output.some(
    (item) => 'status' in item && typeof item.status === 'string' && item.status !== 'completed',
  );
  // Some servers omit it; the JSON was complete.
  return !isCut && (status === 'completed' || status === null || status === undefined) ? 'complete' : 'unknown';
}
