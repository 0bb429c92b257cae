import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { OUTCOMES, type Decision } from '../../engine/model/decision';
import type { CheckRequest } from '../../calls/request';
import { HEARTBEAT } from '../protocol/replyFrame';
import { readBody } from '../protocol/requestBody';
import { TOKEN_HEADER, type Token } from '../protocol/token';
import { requestWindow } from './windowRequest';

/** `rules`: deny and ask only. `whole`: the deciding window is off. */
export type Extent = 'rules' | 'whole';
const EXTENTS: readonly Extent[] = ['rules', 'whole'];

const HERE = '/v1/window/here';
const OBJECTION = '/v1/window/objection/';
const NONCE_HEADER = 'x-auto-mode-nonce';
const HERE_MS = 2_000;
const TICK_MS = 2_000;
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Without a heartbeat for so long it is frozen. */
const LIMITS = { silentMs: 20_000, mostCharacters: MAX_BODY_BYTES };

const answerSchema = z.looseObject({ outcome: z.enum(OUTCOMES), stage: z.string(), reason: z.string() });

export interface WindowMessagesOptions {
  readonly token: Token;
  readonly object: (request: CheckRequest, extent: Extent, signal: AbortSignal) => Promise<Decision>;
  readonly log: (line: string) => void;
}

export class WindowMessages {
  constructor(private readonly options: WindowMessagesOptions) {}

  /** False if not a window's request. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const url = request.url ?? '';
    if (!url.startsWith('/v1/window/')) return false;
    response.setHeader('Connection', 'close');
    const extent = EXTENTS.find((candidate) => url === OBJECTION + candidate);
    if (url === HERE && request.method === 'GET') this.here(request, response);
    else if (extent !== undefined && request.method === 'POST') void this.objection(request, response, extent);
    else response.writeHead(404).end();
    return true;
  }

  /** An impostor must not get the asker's token. */
  private here(request: IncomingMessage, response: ServerResponse): void {
    const nonce = request.headers[NONCE_HEADER];
    const secret = this.options.token.secret();
    if (typeof nonce !== 'string' || secret === undefined) response.writeHead(404).end();
    else response.end(proofOf(secret, nonce));
  }

  private async objection(request: IncomingMessage, response: ServerResponse, extent: Extent): Promise<void> {
    const shown = request.headers[TOKEN_HEADER];
    if (!this.options.token.accepts(typeof shown === 'string' ? shown : undefined)) {
      this.options.log('A request of another window without the right token was turned away.');
      response.writeHead(403).end();
      return;
    }
    const stop = new AbortController();
    const tick = setInterval(() => response.write(HEARTBEAT), TICK_MS);
    response.once('close', () => {
      // The decider may ignore its signal.
      clearInterval(tick);
      stop.abort(new Error('The other window no longer waits for an answer.'));
    });
    try {
      const body = await readBody(request, MAX_BODY_BYTES);
      const asked = JSON.parse(body.kind === 'text' ? body.text : '') as CheckRequest;
      response.end(JSON.stringify(await this.options.object(asked, extent, stop.signal)));
    } catch (error) {
      this.options.log(
        `A request of another window failed: ${error instanceof Error ? error.message : 'unknown error'}`,
      );
      response.destroy();
    } finally {
      clearInterval(tick);
    }
  }
}

/** The token stays secret. */
export async function isWindow(address: string, token: Pick<Token, 'secret'>): Promise<boolean> {
  const nonce = randomBytes(16).toString('hex');
  const secret = token.secret();
  if (secret === undefined) return false;
  const signal = AbortSignal.timeout(HERE_MS);
  try {
    const said = await requestWindow(address, { path: HERE, headers: { [NONCE_HEADER]: nonce }, ...LIMITS, signal });
    const [given, right] = [Buffer.from(said), Buffer.from(proofOf(secret, nonce))];
    return given.length === right.length && timingSafeEqual(given, right);
  } catch {
    return false;
  }
}

/** Rejects without a whole answer. */
export async function askWindow(
  address: string,
  token: Token,
  request: CheckRequest,
  extent: Extent,
  signal: AbortSignal,
): Promise<Decision> {
  const headers = { [TOKEN_HEADER]: token.secret() ?? '', 'content-type': 'application/json' };
  const said = await requestWindow(address, {
    ...{ path: OBJECTION + extent, headers, body: JSON.stringify(request) },
    ...LIMITS,
    signal,
  });
  return answerSchema.parse(JSON.parse(said)) as unknown as Decision;
}

function proofOf(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(`window ${nonce}`).digest('hex');
}
