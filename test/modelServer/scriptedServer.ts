/** A server on this machine whose answers a test scripts, with every way in which a server fails, whatever protocol it speaks. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ScriptedRequest<Body> {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
  /** Undefined where the request had no JSON body. */
  readonly body: Body | undefined;
  /** Resolves when the connection of this request is closed, by whom ever. */
  readonly closed: Promise<void>;
}

/** Answers and failures that are the same in every protocol. */
export type TransportReply =
  | {
      readonly kind: 'raw';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string | Buffer;
    }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Starts a good answer and then sends one space at a time, for ever. */
  | { readonly kind: 'trickle'; readonly everyMs: number }
  /** Announces a longer body than it sends, then closes the connection. */
  | { readonly kind: 'cut'; readonly body: string }
  /** Closes the connection with a reset, before any answer. */
  | { readonly kind: 'reset' };

export interface ScriptedServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Closes every connection, hanging ones too. */
  stop(): Promise<void>;
}

/** Listens on a free loopback port until `stop()`. */
export async function startScriptedServer<Body>(
  answer: (request: ScriptedRequest<Body>, response: ServerResponse) => Promise<void>,
): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    received<Body>(incoming, response)
      .then((request) => answer(request, response))
      .catch((error: unknown) => {
        // A script that throws is a mistake in a test: the client sees it as a failure of the server, and the test's output names it.
        console.error('The script of a model server failed:', error);
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

async function received<Body>(incoming: IncomingMessage, response: ServerResponse): Promise<ScriptedRequest<Body>> {
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const rawBody = Buffer.concat(chunks).toString('utf8');
  let body: Body | undefined;
  try {
    body = JSON.parse(rawBody) as Body;
  } catch {
    body = undefined;
  }
  return { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, rawBody, body, closed };
}

export async function sendReply(
  reply: TransportReply,
  { closed }: Pick<ScriptedRequest<unknown>, 'closed'>,
  response: ServerResponse,
): Promise<void> {
  switch (reply.kind) {
    case 'raw':
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
      return;
    case 'hang':
      await closed;
      return;
    case 'trickle': {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":"slow",');
      const timer = setInterval(() => response.write(' '), reply.everyMs);
      await closed;
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

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** Whether a request of the classifier is its first look, by the last line of the system prompt. */
export function isFirstLook({ rawBody }: Pick<ScriptedRequest<unknown>, 'rawBody'>): boolean {
  return rawBody.includes('The answer that is wanted now: the first look');
}
