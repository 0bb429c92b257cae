/**
 * A model server on this machine that speaks Anthropic Messages, plain and streamed. A script answers each request, so that a test
 * decides what the model says, how slowly, and how the server fails. The real SDK and the real Claude Code talk to it.
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

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown };

/** What a request asked for; only what tests read is typed. */
export interface MessagesBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly system?: string | readonly { readonly type: string; readonly text: string }[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly MessageBlock[] }[];
  readonly tools?: readonly { readonly name: string; readonly input_schema?: unknown }[];
  readonly tool_choice?: { readonly type: string; readonly name?: string };
}

export interface MessageBlock {
  readonly type: string;
  readonly text?: string;
  readonly tool_use_id?: string;
  readonly content?: string | readonly MessageBlock[];
  readonly is_error?: boolean;
}

export type ModelRequest = ScriptedRequest<MessagesBody>;

export type ModelReply =
  /** An assistant message: one JSON body, or server-sent events where the request asked for a stream. */
  | {
      readonly kind: 'message';
      readonly content: readonly ContentBlock[];
      /** `tool_use` where there is a tool call, else `end_turn`. */
      readonly stopReason?: string;
      readonly usage?: Readonly<Record<string, number>>;
    }
  /** The API's own error shape. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly type?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | TransportReply;

/** `index` counts the requests that this script has answered before. */
export type ModelScript = (request: ModelRequest, index: number) => ModelReply | Promise<ModelReply>;

export interface AnthropicServer extends ScriptedServer {
  /** Every `POST /v1/messages`, oldest first. */
  readonly requests: readonly ModelRequest[];
  /** Everything else that was asked, for instance `HEAD /`. */
  readonly otherRequests: readonly ModelRequest[];
}

export interface AnthropicServerOptions {
  /** Answers `GET /v1/models`; not found without it. */
  readonly listModels?: ModelScript;
}

/** Listens on a free loopback port until `stop()`. */
export async function startAnthropicServer(
  script: ModelScript,
  options: AnthropicServerOptions = {},
): Promise<AnthropicServer> {
  const requests: ModelRequest[] = [];
  const otherRequests: ModelRequest[] = [];
  let listings = 0;

  async function answer(request: ModelRequest, response: ServerResponse): Promise<void> {
    const route = request.path.replace(/\?.*$/, '');
    if (request.method === 'POST' && route === '/v1/messages') {
      requests.push(request);
      await send(await script(request, requests.length - 1), request, response);
      return;
    }
    otherRequests.push(request);
    if (request.method === 'HEAD') {
      response.end();
    } else if (route === '/v1/messages/count_tokens') {
      sendJson(response, 200, { input_tokens: 5 });
    } else if (route === '/v1/models' && options.listModels !== undefined) {
      await send(await options.listModels(request, listings++), request, response);
    } else {
      await send({ kind: 'error', status: 404, type: 'not_found_error', message: 'Not found' }, request, response);
    }
  }

  return { ...(await startScriptedServer(answer)), requests, otherRequests };
}

/** The model says `text` and ends its turn. */
export function says(text: string): ModelReply {
  return { kind: 'message', content: [{ type: 'text', text }] };
}

let toolCalls = 0;

/** The model calls one tool. */
export function callsTool(name: string, input: unknown): ModelReply {
  toolCalls += 1;
  return { kind: 'message', content: [{ type: 'tool_use', id: `toolu_${toolCalls}`, name, input }] };
}

/** What a classifier server answers: one call of `classify_result`. */
export function verdict(decision: 'allow' | 'block', tier: string, reason: string): ModelReply {
  return callsTool('classify_result', { thinking: 'Looked at the action.', decision, tier, reason });
}

/** What a classifier server answers to a first look that lets the call run. */
export function clear(): ModelReply {
  return callsTool('first_look', { verdict: 'clear' });
}

/** What a classifier server answers to a first look that sends the call to the judgement. */
export function lookCloser(): ModelReply {
  return callsTool('first_look', { verdict: 'look_closer' });
}

/** A judge that sends every call to the judgement, and answers that by the script. */
export function judging(script: ModelScript): ModelScript {
  return (request, index) => (isFirstLook(request) ? lookCloser() : script(request, index));
}

/**
 * A script that drives a real agent: it makes one tool call after the other, each when the result of the one before has come back,
 * then says `text`. Requests without tools (titles, summaries) get `text` at once. Told by the conversation itself, so several
 * sessions may share one server.
 */
export function agentScript(
  calls: readonly { readonly name: string; readonly input: unknown }[],
  text = 'Done.',
): ModelScript {
  return ({ body }) => {
    if (body?.tools === undefined || body.tools.length === 0) return says(text);
    const call = calls[toolResults(body).length];
    return call === undefined ? says(text) : callsTool(call.name, call.input);
  };
}

/** The results of tool calls that a request carries back to the model, oldest first. */
export function toolResults(
  body: MessagesBody | undefined,
): readonly { readonly text: string; readonly isError: boolean }[] {
  return (body?.messages ?? [])
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(({ type }) => type === 'tool_result')
    .map(({ content = '', is_error = false }) => ({
      text: typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n'),
      isError: is_error,
    }));
}

async function send(reply: ModelReply, request: ModelRequest, response: ServerResponse): Promise<void> {
  switch (reply.kind) {
    case 'message':
      sendMessage(reply, request, response);
      return;
    case 'error': {
      const { status, type = 'api_error', message = 'Scripted failure', headers } = reply;
      sendJson(response, status, { type: 'error', error: { type, message }, request_id: 'req_scripted' }, headers);
      return;
    }
    default:
      await sendReply(reply, request, response);
  }
}

let messages = 0;

function sendMessage(
  { content, stopReason, usage }: Extract<ModelReply, { kind: 'message' }>,
  { body }: ModelRequest,
  response: ServerResponse,
): void {
  messages += 1;
  const stop = stopReason ?? (content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn');
  const message = {
    id: `msg_${messages}`,
    type: 'message',
    role: 'assistant',
    model: body?.model ?? 'scripted',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1, ...usage },
  };
  if (body?.stream !== true) {
    sendJson(response, 200, { ...message, content, stop_reason: stop });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const event = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  event('message_start', { message: { ...message, content: [], stop_reason: null } });
  content.forEach((block, index) => {
    const { empty, delta } = streamed(block);
    event('content_block_start', { index, content_block: empty });
    event('content_block_delta', { index, delta });
    event('content_block_stop', { index });
  });
  event('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 1, ...usage } });
  event('message_stop', {});
  response.end();
}

/** A block as the stream sends it: an empty one first, then its content. */
function streamed(block: ContentBlock): { empty: object; delta: object } {
  switch (block.type) {
    case 'text':
      return { empty: { type: 'text', text: '' }, delta: { type: 'text_delta', text: block.text } };
    case 'thinking':
      return {
        empty: { type: 'thinking', thinking: '', signature: '' },
        delta: { type: 'thinking_delta', thinking: block.thinking },
      };
    case 'tool_use':
      return {
        empty: { ...block, input: {} },
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      };
  }
}
