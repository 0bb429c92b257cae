/**
 * The SDKs' only network access. Environment variables, redirects and switches against certificate checks have no
 * effect.
 */
// The editor puts its proxy into these names, not into `node:http`. Certificates are checked.
import http from 'http';
import https from 'https';
import type { LookupFunction } from 'node:net';
import { table } from '../../common/table';
import { repeatsKey } from './repeatedKey';

export const ANSWER_TOO_LARGE = 'ANSWER_TOO_LARGE';
/** Readers differ in which of equal keys counts. */
export const ANSWER_AMBIGUOUS = 'ANSWER_AMBIGUOUS';

/** Without address and headers. */
export class NetworkFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** May answer soon. */
    readonly mayPass = false,
  ) {
    super(message);
  }
}

/** Local servers listen on the first. On the second another user may listen, and make the name resolve to it. */
const LOCALHOST = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const lookUpLocalhost: LookupFunction = (_hostname, { all }, callback) => {
  process.nextTick(() => {
    if (all === true) callback(null, LOCALHOST);
    else callback(null, '127.0.0.1', 4);
  });
};

export interface HttpFetchOptions {
  /** Lower case; an SDK's other headers are dropped. */
  readonly headers: ReadonlySet<string>;
  readonly maxAnswerBytes: number;
}

type FetchInput = string | URL | Request;

// A second answer must not pass for the next request's. Local connections are cheap, so they close; encrypted ones cost
// more than some answers.
const agents = {
  'http:': new http.Agent({ keepAlive: false }),
  'https:': new https.Agent({ keepAlive: true, rejectUnauthorized: true }),
};

/** Reads the whole answer first. Rejects with NetworkFailure or the reason of `init.signal`. */
export function createHttpFetch(
  options: HttpFetchOptions,
): (input: FetchInput, init?: RequestInit) => Promise<Response> {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    try {
      return await send(url, init, options, true);
    } catch (error) {
      // The server may close an idle connection as it is reused.
      if (!(error instanceof StaleConnection)) throw error;
      return send(url, init, options, false);
    }
  };
}

class StaleConnection extends Error {}

function send(url: URL, init: RequestInit, options: HttpFetchOptions, keepAlive: boolean): Promise<Response> {
  return new Promise((resolve, reject) => {
    const isHttps = url.protocol === 'https:';
    const request = (isHttps ? https : http).request(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries([...new Headers(init.headers)].filter(([name]) => options.headers.has(name))),
      agent: keepAlive ? agents[isHttps ? 'https:' : 'http:'] : false,
      ...(url.hostname === 'localhost' ? { lookup: lookUpLocalhost } : {}),
      ...(isHttps ? { rejectUnauthorized: true } : {}),
      ...(init.signal ? { signal: init.signal } : {}),
    });
    let answered = false;
    const fail = (error: NodeJS.ErrnoException): void => {
      const isStale = keepAlive && request.reusedSocket && !answered && error.code === 'ECONNRESET';
      if (init.signal?.aborted === true || error instanceof NetworkFailure) reject(error);
      else reject(isStale ? new StaleConnection() : networkFailure(error, answered));
    };
    request.on('error', fail);
    // No answer, as where another protocol is asked for.
    request.on('close', () => {
      if (!answered) fail(new Error('closed'));
    });
    request.on('response', (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > options.maxAnswerBytes) {
          request.destroy();
          fail(new NetworkFailure(ANSWER_TOO_LARGE, 'The answer is too large.'));
        }
      });
      response.on('error', fail);
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        if (init.method === 'POST' && isSuccess(response) && saysTwoThings(body)) {
          fail(new NetworkFailure(ANSWER_AMBIGUOUS, 'The answer says two things at once.'));
          return;
        }
        try {
          resolve(answer(response, body));
        } catch {
          fail(new NetworkFailure('BAD_ANSWER', 'The answer is not one that HTTP allows.'));
        }
      });
    });
    request.end(typeof init.body === 'string' ? init.body : undefined);
  });
}

function isSuccess({ statusCode = 0 }: http.IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function saysTwoThings(body: Buffer): boolean {
  // Drops a byte order mark, as `Response` does.
  const text = new TextDecoder().decode(body);
  try {
    JSON.parse(text);
  } catch {
    // The reader of JSON reports it.
    return false;
  }
  return repeatsKey(text);
}

function answer({ statusCode = 0, headers }: http.IncomingMessage, body: Buffer): Response {
  const list = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  const mayHaveBody = statusCode !== 204 && statusCode !== 205 && statusCode !== 304;
  return new Response(mayHaveBody ? new Uint8Array(body) : null, { status: statusCode, headers: list });
}

function networkFailure(error: NodeJS.ErrnoException, answered: boolean): NetworkFailure {
  const code = error.code ?? 'UNKNOWN';
  const sentence = SENTENCES[code] ?? (/CERT|TLS|SSL/.test(code) ? CERTIFICATE : BROKEN);
  return new NetworkFailure(code, sentence, !answered && PASSING.has(code));
}

const PASSING: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EAI_AGAIN',
  'ENETDOWN',
  'ENETUNREACH',
  'EHOSTUNREACH',
]);

const BROKEN = 'The connection broke off.';
const CERTIFICATE = "The server's certificate is not trusted.";
const SENTENCES: Readonly<Record<string, string>> = table({
  ECONNREFUSED: 'Nothing answers at the address.',
  ENOTFOUND: "The server's name cannot be resolved.",
  EAI_AGAIN: "The server's name cannot be resolved at present.",
  ENETUNREACH: 'The network cannot be reached.',
  EHOSTUNREACH: 'The server cannot be reached.',
  ETIMEDOUT: 'The server could not be reached in time.',
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
});
