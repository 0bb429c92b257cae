/** A model server on this machine that speaks Gemini's `generateContent`, whole and streamed. A script answers each request. */
import type { ServerResponse } from 'node:http';
import { sendJson, sendReply, startScriptedServer, type ScriptedRequest, type ScriptedServer } from './scriptedServer';
import type { TransportReply } from './scriptedServer';

interface Part {
  readonly text?: string;
  readonly functionCall?: { readonly name: string; readonly args: unknown };
  readonly functionResponse?: { readonly name: string; readonly response: unknown };
}

/** What a request asked for; only what tests read is typed. */
export interface GeminiBody {
  readonly contents?: readonly { readonly role?: string; readonly parts?: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

export type GeminiRequest = ScriptedRequest<GeminiBody>;

export type GeminiReply =
  | {
      readonly kind: 'answer';
      readonly call?: { readonly name: string; readonly input: unknown };
      readonly text?: string;
    }
  | TransportReply;

/** `index` counts the requests that this script has answered before. */
export type GeminiScript = (request: GeminiRequest, index: number) => GeminiReply | Promise<GeminiReply>;

export interface GeminiServer extends ScriptedServer {
  /** Every question to a model, oldest first. */
  readonly requests: readonly GeminiRequest[];
  /** Everything else that was asked. */
  readonly otherRequests: readonly GeminiRequest[];
}

const QUESTION = /:(generateContent|streamGenerateContent)(?:\?|$)/;

/** Listens on a free loopback port until `stop()`. */
export async function startGeminiServer(script: GeminiScript): Promise<GeminiServer> {
  const requests: GeminiRequest[] = [];
  const otherRequests: GeminiRequest[] = [];

  async function answer(request: GeminiRequest, response: ServerResponse): Promise<void> {
    const form = request.method === 'POST' ? QUESTION.exec(request.path)?.[1] : undefined;
    if (form === undefined) {
      otherRequests.push(request);
      sendJson(response, 404, { error: { code: 404, message: 'Not found', status: 'NOT_FOUND' } });
      return;
    }
    requests.push(request);
    const reply = await script(request, requests.length - 1);
    if (reply.kind !== 'answer') {
      await sendReply(reply, request, response);
      return;
    }
    const whole = asResponse(reply);
    if (form === 'generateContent') sendJson(response, 200, whole);
    else {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(whole)}\n\n`);
    }
  }

  return { ...(await startScriptedServer(answer)), requests, otherRequests };
}

/** The model says `text` and ends its turn. */
export function says(text: string): GeminiReply {
  return { kind: 'answer', text };
}

/** The model calls one tool. */
export function callsTool(name: string, input: unknown): GeminiReply {
  return { kind: 'answer', call: { name, input } };
}

/**
 * A script that drives the real Gemini CLI: it makes one tool call after the other, each when the result of the one before has come
 * back, then says `text`. Requests without tools get `text` at once.
 */
export function agentScript(
  calls: readonly { readonly name: string; readonly input: unknown }[],
  text = 'Done.',
): GeminiScript {
  return ({ body }) => {
    const offers = body?.tools?.some(({ functionDeclarations = [] }) => functionDeclarations.length > 0) === true;
    const call = offers ? calls[toolResults(body).length] : undefined;
    return call === undefined ? says(text) : callsTool(call.name, call.input);
  };
}

/** The results of tool calls that a request carries back to the model, oldest first, each as JSON. */
export function toolResults(body: GeminiBody | undefined): readonly string[] {
  return (body?.contents ?? []).flatMap(({ parts = [] }) =>
    parts.flatMap(({ functionResponse }) =>
      functionResponse === undefined ? [] : [JSON.stringify(functionResponse.response)],
    ),
  );
}

function asResponse({ call, text }: Extract<GeminiReply, { kind: 'answer' }>): object {
  const parts: readonly Part[] = [
    ...(text === undefined ? [] : [{ text }]),
    ...(call === undefined ? [] : [{ functionCall: { name: call.name, args: call.input } }]),
  ];
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 1, totalTokenCount: 11 },
    modelVersion: 'gemini-test',
  };
}
