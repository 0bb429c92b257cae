import type { IncomingMessage } from 'node:http';

export type RequestBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-text' }
  /** The sender ended before the body did. */
  | { readonly kind: 'cut-off' };

/**
 * The whole body as text. One that is too large is read to its end but not kept: a launcher that is still sending would not see an answer.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    return { kind: 'cut-off' };
  }
  if (!request.complete) return { kind: 'cut-off' };
  if (length > maxBytes) return { kind: 'too-large' };
  try {
    // What is not text would be read with replacement characters, and something else be judged than what runs.
    return {
      kind: 'text',
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks)),
    };
  } catch {
    return { kind: 'not-text' };
  }
}
