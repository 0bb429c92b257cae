/**
 * A model server on this machine that speaks OpenAI's Responses and Chat Completions, as OpenAI and the servers for local models do. A
 * script answers each request, so that a test decides what the model says, how slowly, and how the server fails. The real SDK talks to it.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What a request asked for; only what tests read is typed. */
export interface OpenAiBody {
  readonly model: string;
  readonly temperature?: number;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly tool_choice?: unknown;
  // Responses
  readonly instructions?: string;
  readonly input?: readonly { readonly role: string; readonly content: readonly { readonly text: string }[] }[];
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

export interface OpenAiRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
  /** Undefined where the request had no JSON body. */
  readonly body: OpenAiBody | undefined;
  /** Resolves when the connection of this request is closed, by whom ever. */
  readonly closed: Promise<void>;
}

export type OpenAiReply =
  /** The model's answer in the protocol of the request. */
  | {
      readonly kind: 'answer';
      readonly toolCalls?: readonly { readonly name: string; /** JSON. */ readonly arguments: string }[];
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
  | {
      readonly kind: 'raw';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string | Buffer;
    }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Waits before the first byte of another reply. */
  | { readonly kind: 'late'; readonly afterMs: number; readonly reply: OpenAiReply }
  /** Starts a good answer and then sends one space at a time, for ever. */
  | { readonly kind: 'trickle'; readonly everyMs: number }
  /** Announces a longer body than it sends, then closes the connection. */
  | { readonly kind: 'cut'; readonly body: string }
  /** Closes the connection with a reset, before any answer. */
  | { readonly kind: 'reset' };

/** `index` counts the requests that this script has answered before. */
export type OpenAiScript = (request: OpenAiRequest, index: number) => OpenAiReply | Promise<OpenAiReply>;

export interface OpenAiServer {
  /** `http://127.0.0.1:PORT`, for `autoMode.classifier.baseUrl`. */
  readonly url: string;
  /** Every question to a model, oldest first. */
  readonly requests: readonly OpenAiRequest[];
  /** Everything else that was asked. */
  readonly otherRequests: readonly OpenAiRequest[];
  /** Closes every connection, hanging ones too. */
  stop(): Promise<void>;
}

/** Listens on a free loopback port until `stop()`. @param models answers `GET /v1/models`; an empty list without it */
export async function startOpenAiServer(script: OpenAiScript, models?: OpenAiScript): Promise<OpenAiServer> {
  const requests: OpenAiRequest[] = [];
  const otherRequests: OpenAiRequest[] = [];
  const sockets = new Set<Socket>();
  let listings = 0;

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await received(incoming, response);
    const route = `${request.method} ${request.path.replace(/\?.*$/, '')}`;
    if (route === 'POST /v1/responses' || route === 'POST /v1/chat/completions') {
      requests.push(request);
      await send(await script(request, requests.length - 1), request, response);
      return;
    }
    otherRequests.push(request);
    if (route === 'GET /v1/models') {
      await send(models === undefined ? modelList() : await models(request, listings++), request, response);
    } else {
      await send({ kind: 'error', status: 404, message: 'Not found' }, request, response);
    }
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      // A script that throws is a mistake in a test: the client sees it as a failure of the server, and the test's output names it.
      console.error('openAiServer script failed:', error);
      response.destroy();
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    otherRequests,
    stop: async () => {
      const closed = new Promise<void>((resolve) =>
        server.close(() => {
          resolve();
        }),
      );
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The model says `text` and ends its turn. */
export function says(text: string): OpenAiReply {
  return { kind: 'answer', text };
}

/** The model calls one tool. */
export function callsTool(name: string, input: unknown): OpenAiReply {
  return { kind: 'answer', toolCalls: [{ name, arguments: JSON.stringify(input) }] };
}

/** What a judge answers, in the form that was asked for: a call of `classify_result`, or JSON. */
export function verdict(decision: 'allow' | 'block', tier: string, reason: string): OpenAiScript {
  const input = { thinking: 'Looked at the action.', decision, tier, reason };
  return ({ body }) => (body?.tools === undefined ? says(JSON.stringify(input)) : callsTool('classify_result', input));
}

/** The answer of `GET /v1/models`. */
export function modelList(...ids: readonly string[]): OpenAiReply {
  const data = ids.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'library' }));
  return json(200, { object: 'list', data });
}

export function json(status: number, body: unknown): OpenAiReply {
  return { kind: 'raw', status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/**
 * What servers for local models refuse, in their own words, each as the script that comes before the model's answer. A request that
 * they take is answered by `model`.
 */
export const FLAVOURS = {
  /** Takes tools for models whose template has them; heeds no `tool_choice`. */
  ollamaWithoutTools: refusing(({ tools }) =>
    tools === undefined
      ? undefined
      : json(400, {
          error: {
            message: 'registry.ollama.ai/library/gemma3:1b does not support tools',
            type: 'api_error',
            param: null,
            code: null,
          },
        }),
  ),
  /** The answer is text although a tool was forced. */
  ollamaIgnoringToolChoice:
    (model: OpenAiScript): OpenAiScript =>
    (request, index) =>
      request.body?.tools === undefined ? model(request, index) : says('It looks harmless to me.'),
  /** Started without `--jinja`. */
  llamaCppWithoutJinja: refusing(({ tools }) =>
    tools === undefined
      ? undefined
      : json(500, { error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' } }),
  ),
  /** Knows no tool by its name; the error is a bare sentence. */
  lmStudio: refusing(({ tool_choice: choice }) =>
    typeof choice === 'object'
      ? json(400, { error: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required" })
      : undefined,
  ),
  /** An older vLLM, whose errors have no `error` around them, with neither tools nor structured output. */
  vllmWithoutTools: refusing(({ tools, response_format: format }) => {
    const message =
      tools !== undefined
        ? 'Tool calling requires --enable-auto-tool-choice and --tool-call-parser to be set'
        : format !== undefined
          ? 'Failed to compile the grammar of response_format'
          : undefined;
    return message === undefined
      ? undefined
      : json(400, { object: 'error', message, type: 'BadRequestError', param: null, code: 400 });
  }),
  /** FastAPI's validation of the request. */
  fastApiWithoutTemperature: refusing(({ temperature }) =>
    temperature === undefined
      ? undefined
      : json(422, {
          detail: [{ type: 'extra_forbidden', loc: ['body', 'temperature'], msg: 'Extra inputs are not permitted' }],
        }),
  ),
  /** What OpenAI's models that reason refuse, one after the other. */
  openAiReasoning: refusing(({ temperature, max_tokens: maxTokens }) => {
    if (maxTokens !== undefined) {
      return unsupported(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        'max_tokens',
      );
    }
    return temperature === undefined
      ? undefined
      : unsupported("Unsupported parameter: 'temperature' is not supported with this model.", 'temperature');
  }),
} satisfies Readonly<Record<string, (model: OpenAiScript) => OpenAiScript>>;

function refusing(refusal: (body: OpenAiBody) => OpenAiReply | undefined): (model: OpenAiScript) => OpenAiScript {
  return (model) => (request, index) =>
    (request.body === undefined ? undefined : refusal(request.body)) ?? model(request, index);
}

function unsupported(message: string, param: string): OpenAiReply {
  return json(400, { error: { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' } });
}

async function received(incoming: IncomingMessage, response: ServerResponse): Promise<OpenAiRequest> {
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const rawBody = Buffer.concat(chunks).toString('utf8');
  let body: OpenAiBody | undefined;
  try {
    body = JSON.parse(rawBody) as OpenAiBody;
  } catch {
    body = undefined;
  }
  return { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, rawBody, body, closed };
}

async function send(reply: OpenAiReply, request: OpenAiRequest, response: ServerResponse): Promise<void> {
  switch (reply.kind) {
    case 'answer':
      sendJson(
        response,
        200,
        request.path.startsWith('/v1/responses') ? asResponse(reply, request) : asCompletion(reply, request),
      );
      return;
    case 'error': {
      const { status, message = 'Scripted failure', param = null, code = null, headers } = reply;
      sendJson(response, status, { error: { message, type: 'api_error', param, code } }, headers);
      return;
    }
    case 'raw':
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
      return;
    case 'hang':
      await request.closed;
      return;
    case 'late':
      await Promise.race([new Promise((resolve) => setTimeout(resolve, reply.afterMs)), request.closed]);
      await send(reply.reply, request, response);
      return;
    case 'trickle': {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":"slow",');
      const timer = setInterval(() => response.write(' '), reply.everyMs);
      await request.closed;
      clearInterval(timer);
      return;
    }
    case 'cut':
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(reply.body) + 1_000,
      });
      response.write(reply.body, () => response.destroy());
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
  }
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

type Answer = Extract<OpenAiReply, { kind: 'answer' }>;

function asResponse({ toolCalls = [], text, ending, usage }: Answer, { body }: OpenAiRequest): object {
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
        type: 'function_call',
        id: `fc_${index}`,
        call_id: `call_${index}`,
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

function asCompletion({ toolCalls = [], text, ending, usage }: Answer, { body }: OpenAiRequest): object {
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
                  id: `call_${index}`,
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
