import type { IncomingMessage } from 'node:http';
import type { CallEnvironment } from '../../calls/request';
import { readEnvironment } from './callEnvironment';

export type RequestBody =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Undefined: the launcher sends none; null: unknown. */
      readonly environment: CallEnvironment | null | undefined;
    }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-text' }
  | { readonly kind: 'cut-off' };

/**
 * The payload alone, or after the agent's environment, by content type:
 * environment&<NAME>=<value>\0<NAME>=<value>\0&<payload>
 * The launcher removes null bytes from the payload: the last one ends the environment. No variable: unreadable.
 */
export const WITH_ENVIRONMENT = 'application/x-auto-mode-call';
export const ENVIRONMENT_START = 'environment&';

const MAX_ENVIRONMENT_BYTES = 8 * 1024 * 1024;

/**
 * An oversized body is read to its end, or the launcher would miss the answer.
 * @param maxBytes of the payload
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<RequestBody> {
  const withEnvironment = request.headers['content-type'] === WITH_ENVIRONMENT;
  const most = withEnvironment ? maxBytes + MAX_ENVIRONMENT_BYTES : maxBytes;
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= most) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    return { kind: 'cut-off' };
  }
  if (!request.complete) return { kind: 'cut-off' };
  if (length > most) return { kind: 'too-large' };
  const body = Buffer.concat(chunks);
  if (!withEnvironment) return readPayload(body, maxBytes, undefined);
  if (body.subarray(0, ENVIRONMENT_START.length).toString('latin1') !== ENVIRONMENT_START) return { kind: 'not-text' };
  const end = Math.max(body.lastIndexOf(0) + 1, ENVIRONMENT_START.length);
  if (body.toString('latin1', end, end + 1) !== '&') return { kind: 'not-text' };
  return readPayload(body.subarray(end + 1), maxBytes, readEnvironment(body.subarray(ENVIRONMENT_START.length, end)));
}

function readPayload(payload: Buffer, maxBytes: number, environment: CallEnvironment | null | undefined): RequestBody {
  if (payload.length > maxBytes) return { kind: 'too-large' };
  const text = utf8(payload);
  return text === undefined ? { kind: 'not-text' } : { kind: 'text', text, environment };
}

/** Replacement characters are not what runs. */
function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
