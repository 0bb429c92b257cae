/**
 * A model server on this machine that speaks OpenAI's Responses and Chat Completions, as OpenAI and the servers for local models do. A
 * script answers each request, so that a test decides what the model says, how slowly, and how the server fails. The real SDK talks to it.
 */
import type { ServerResponse } from 'node:http';
import {
  isFirstLook,
  sendJson,
  sendReply,
  startScriptedServer,
  type ScriptedRequest,
  type ScriptedServer,
  type TransportReply,
} from './scriptedServer';

export { isFirstLook } from './scriptedServer';

/** What a request asked for; only what tests read is typed. */
export interface OpenAiBody {
  readonly model: string;
  readonly temperature?: number;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly tool_choice?: unknown;
  // Responses
  readonly instructions?: string;
  readonly input?: readonly {
    readonly type?: string;
    readonly role: string;
    readonly content: readonly { readonly text: string }[];
  }[];
  readonly max_output_tokens?: number;
  readonly reasoning?: unknown;
  readonly store?: boolean;
  readonly text?: { readonly format: { readonly type: string } };
  // Chat Completions
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly response_format?: { readonly type: string };
}

export type OpenAiRequest = ScriptedRequest<OpenAiBody>;

export type OpenAiToolCall =
  | { readonly name: string; /** JSON. */ readonly arguments: string }
  /** A tool that takes any text; Responses only. */
  | { readonly name: string; readonly input: string };

export type OpenAiReply =
  /** The model's answer in the protocol of the request. */
  | {
      readonly kind: 'answer';
      readonly toolCalls?: readonly OpenAiToolCall[];
      readonly text?: string;
      readonly ending?: 'refusal' | 'length' | 'content-filter' | 'strange';
      readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number };
    }
  /** OpenAI's own error form. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly message?: string;
      readonly param?: string;
      readonly code?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Waits before the first byte of another reply. */
  | { readonly kind: 'late'; readonly afterMs: number; readonly reply: OpenAiReply }
  | TransportReply;

/** `index` counts the requests that this script has answered before. */
export type OpenAiScript = (request: OpenAiRequest, index: number) => OpenAiReply | Promise<OpenAiReply>;

export interface OpenAiServer extends ScriptedServer {
  /** Every question to a model, oldest first. */
  readonly requests: readonly OpenAiRequest[];
  /** Everything else that was asked. */
  readonly otherRequests: readonly OpenAiRequest[];
}

/**
 * Listens on a free loopback port until `stop()`.
 * @param models answers `GET /v1/models`; an empty list without it
 * @param pages what else can be read there, by its path
 */
export async function startOpenAiServer(
  script: OpenAiScript,
  models?: OpenAiScript,
  pages: Readonly<Record<string, OpenAiScript>> = {},
): Promise<OpenAiServer> {
  const requests: OpenAiRequest[] = [];
  const otherRequests: OpenAiRequest[] = [];
  let listings = 0;
  const reads = new Map<string, number>();

  async function answer(request: OpenAiRequest, response: ServerResponse): Promise<void> {
    const route = `${request.method} ${request.path.replace(/\?.*$/, '')}`;
    if (route === 'POST /v1/responses' || route === 'POST /v1/chat/completions') {
      requests.push(request);
      await send(await script(request, requests.length - 1), request, response);
      return;
    }
    otherRequests.push(request);
    if (route === 'GET /v1/models') {
      await send(models === undefined ? modelList() : await models(request, listings++), request, response);
      return;
    }
    const page = request.method === 'GET' ? pages[request.path] : undefined;
    if (page !== undefined) {
      const index = reads.get(request.path) ?? 0;
      reads.set(request.path, index + 1);
      await send(await page(request, index), request, response);
    } else {
      await send({ kind: 'error', status: 404, message: 'Not found' }, request, response);
    }
  }

  return { ...(await startScriptedServer(answer)), requests, otherRequests };
}

/** The model says `text` and ends its turn. */
export function says(text: string): OpenAiReply {
  return { kind: 'answer', text };
}

/** The model calls one tool. */
export function callsTool(name: string, input: unknown): OpenAiReply {
  return { kind: 'answer', toolCalls: [{ name, arguments: JSON.stringify(input) }] };
}

/** The model calls one tool that takes any text. */
export function callsTextTool(name: string, input: string): OpenAiReply {
  return { kind: 'answer', toolCalls: [{ name, input }] };
}

/**
 * A script that drives a real agent: it makes one tool call after the other, each when the result of the one before has come back,
 * then says `text`. Requests without tools (titles, summaries) get `text` at once.
 */
export function agentScript(
  calls: readonly { readonly name: string; readonly input: unknown }[],
  text = 'Done.',
): OpenAiScript {
  return ({ body }) => {
    const call = body?.tools === undefined || body.tools.length === 0 ? undefined : calls[toolResults(body).length];
    return call === undefined ? says(text) : callsTool(call.name, call.input);
  };
}

/** The results of tool calls that a Chat Completions request carries back to the model, oldest first. */
export function toolResults(body: OpenAiBody | undefined): readonly string[] {
  return (body?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content);
}

/** The same over Responses, whose calls have more forms: one reply after the other, each when the result of the one before is there. */
export function repliesInTurn(replies: readonly OpenAiReply[], text = 'Done.'): OpenAiScript {
  return ({ body }) => replies[callOutputs(body).length] ?? says(text);
}

/** The results of tool calls that a Responses request carries back to the model, oldest first, each as JSON. */
export function callOutputs(body: OpenAiBody | undefined): readonly string[] {
  return (body?.input ?? [])
    .filter(({ type }) => type?.endsWith('_call_output') === true)
    .map((item) => JSON.stringify(item));
}

/**
 * What a judge answers, in the form that was asked for: a call of `classify_result`, or JSON. Before that, it sends every call from the
 * first look to the judgement.
 */
export function verdict(decision: 'allow' | 'block', tier: string, reason: string): OpenAiScript {
  const input = { thinking: 'Looked at the action.', decision, tier, reason };
  return (request) => (isFirstLook(request) ? lookCloser(request) : inForm(request, 'classify_result', input));
}

/** What a judge answers to a first look that lets the call run. */
export function clear(request: OpenAiRequest): OpenAiReply {
  return inForm(request, 'first_look', { verdict: 'clear' });
}

/** What a judge answers to a first look that sends the call to the judgement. */
export function lookCloser(request: OpenAiRequest): OpenAiReply {
  return inForm(request, 'first_look', { verdict: 'look_closer' });
}

function inForm({ body }: OpenAiRequest, tool: string, input: object): OpenAiReply {
  return body?.tools === undefined ? says(JSON.stringify(input)) : callsTool(tool, input);
}

/** The answer of `GET /v1/models`. */
export function modelList(...ids: readonly string[]): OpenAiReply {
  const data = ids.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'library' }));
  return json(200, { object: 'list', data });
}

export function json(status: number, body: unknown): OpenAiReply {
  return { kind: 'raw', status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** What Ollama says of its models at `/api/tags`. */
export function ollamaTags(digests: Readonly<Record<string, string>>): OpenAiReply {
  const models = Object.entries(digests).map(([name, digest]) => ({
    name,
    model: name,
    modified_at: '2026-05-04T17:37:44.706015396Z',
    size: 5_200_000_000,
    digest,
    details: { format: 'gguf', family: 'qwen3', parameter_size: '8.2B', quantization_level: 'Q4_K_M' },
  }));
  return json(200, { models });
}

async function send(reply: OpenAiReply, request: OpenAiRequest, response: ServerResponse): Promise<void> {
  switch (reply.kind) {
    case 'answer':
      if (!request.path.startsWith('/v1/responses')) {
        const whole = asCompletion(reply, request);
        if (request.body?.stream === true) sendChunks(response, whole);
        else sendJson(response, 200, whole);
      } else if (request.body?.stream === true) sendEvents(response, responseEvents(asResponse(reply, request)));
      else sendJson(response, 200, asResponse(reply, request));
      return;
    case 'error': {
      const { status, message = 'Scripted failure', param = null, code = null, headers } = reply;
      sendJson(response, status, { error: { message, type: 'api_error', param, code } }, headers);
      return;
    }
    case 'late':
      await Promise.race([new Promise((resolve) => setTimeout(resolve, reply.afterMs)), request.closed]);
      await send(reply.reply, request, response);
      return;
    default:
      await sendReply(reply, request, response);
  }
}

/** Server-sent events, each named by its own `type`. */
function sendEvents(response: ServerResponse, events: readonly { readonly type: string }[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
}

/** A completion as it is streamed, without the single letters of a text: the message, how it ended, and a last line. */
function sendChunks(response: ServerResponse, { choices, ...whole }: WholeCompletion): void {
  const [{ message, finish_reason }] = choices;
  const chunk = (delta: object, reason: string | null): string =>
    `data: ${JSON.stringify({
      ...whole,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: reason }],
    })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`${chunk(message, null)}${chunk({}, finish_reason)}data: [DONE]\n\n`);
}

/** A response as it is streamed: the events that agents read, without the single letters of a text. */
function responseEvents(whole: WholeResponse): readonly { readonly type: string }[] {
  const events = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    ...whole.output.flatMap((item, index) => [
      { type: 'response.output_item.added', output_index: index, item },
      { type: 'response.output_item.done', output_index: index, item },
    ]),
    { type: `response.${whole.status}`, response: whole },
  ];
  return events.map((event, number) => ({ ...event, sequence_number: number }));
}

type Answer = Extract<OpenAiReply, { kind: 'answer' }>;

interface WholeResponse {
  readonly [field: string]: unknown;
  readonly status: string;
  readonly output: readonly object[];
}

function asResponse({ toolCalls = [], text, ending, usage }: Answer, { body }: OpenAiRequest): WholeResponse {
  const content =
    ending === 'refusal'
      ? [{ type: 'refusal', refusal: text ?? '' }]
      : text === undefined
        ? []
        : [{ type: 'output_text', text, annotations: [] }];
  const incomplete = { length: 'max_output_tokens', 'content-filter': 'content_filter' } as const;
  const reason = ending === 'length' || ending === 'content-filter' ? incomplete[ending] : undefined;
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_700_000_000,
    model: body?.model,
    status: reason !== undefined ? 'incomplete' : ending === 'strange' ? 'cancelled' : 'completed',
    incomplete_details: reason === undefined ? null : { reason },
    error: null,
    output: [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      ...(content.length === 0
        ? []
        : [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }]),
      ...toolCalls.map((call, index) => ({
        type: 'arguments' in call ? 'function_call' : 'custom_tool_call',
        id: `${'arguments' in call ? 'fc' : 'ctc'}_${index}`,
        // An agent tells its calls apart by it: no two of a conversation have the same.
        call_id: `call_${body?.input?.length ?? 0}_${index}`,
        status: 'completed',
        ...call,
      })),
    ],
    usage: {
      input_tokens: usage?.input ?? 100_000,
      input_tokens_details: { cached_tokens: usage?.cached ?? 0 },
      output_tokens: usage?.output ?? 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2,
    },
  };
}

interface WholeCompletion {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly model: string | undefined;
  readonly usage: object;
  readonly choices: readonly [{ readonly index: 0; readonly message: object; readonly finish_reason: string }];
}

function asCompletion({ toolCalls = [], text, ending, usage }: Answer, { body }: OpenAiRequest): WholeCompletion {
  const reasons = { refusal: 'stop', length: 'length', 'content-filter': 'content_filter', strange: 'paused' } as const;
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: body?.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: ending === 'refusal' ? null : (text ?? ''),
          ...(ending === 'refusal' ? { refusal: text ?? 'No.' } : {}),
          ...(toolCalls.length === 0
            ? {}
            : {
                tool_calls: toolCalls.map((call, index) => ({
                  id: `call_${body?.messages?.length ?? 0}_${index}`,
                  index,
                  type: 'function',
                  function: call,
                })),
              }),
        },
        finish_reason: ending === undefined ? (toolCalls.length === 0 ? 'stop' : 'tool_calls') : reasons[ending],
      },
    ],
    usage: {
      prompt_tokens: usage?.input ?? 100_000,
      completion_tokens: usage?.output ?? 1,
      total_tokens: 2,
      ...(usage?.cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: usage.cached } }),
    },
  };
}
