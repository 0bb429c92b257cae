/** An SDK's or server's text is cleaned: it may quote the key. */
import * as z from 'zod';
import { cutMiddle, visible } from '../prompt/framing';
import { ProviderFailure, type Connection } from '../models/provider';
import { redactSecrets } from '../prompt/redaction';
import { ANSWER_AMBIGUOUS, ANSWER_TOO_LARGE, NetworkFailure } from './httpFetch';

export const MAX_ANSWER_BYTES = 1_000_000;
const MAX_QUOTED_CHARACTERS = 300;
const MODEL_SETTING = 'Choose another model with the setting autoMode.classifier.model.';
const BILLING = 'Look at the billing of the account.';
/** A prompt that does not fit, under various statuses. */
const TOO_LARGE =
  /prompt is too long|too many tokens|maximum context|context[ _](?:window|length|size)|exceed_context_size|max_tokens must be at least 1, got -/i;

/** An account without credit: Anthropic 400, OpenAI 429. */
const NO_CREDIT =
  /insufficient_quota|exceeded your current quota|credit balance is too low|reached your specified (?:API )?usage limit/i;

export interface Exchange extends Connection {
  readonly title: string;
  readonly model?: string | undefined;
}

/** Nothing came, or far too much. */
export function networkFailure(cause: unknown, exchange: Exchange): ProviderFailure {
  if (cause instanceof NetworkFailure && cause.code === ANSWER_TOO_LARGE) {
    return new ProviderFailure(
      'invalid-answer',
      `${server(exchange)} sent an answer of more than ${MAX_ANSWER_BYTES} bytes; auto mode fails closed.`,
      addressRemedy(exchange),
    );
  }
  if (cause instanceof NetworkFailure && cause.code === ANSWER_AMBIGUOUS) return nonsense(exchange);
  const sentence = cause instanceof NetworkFailure ? cause.message : 'The connection failed.';
  return new ProviderFailure(
    'network',
    `${server(exchange)} could not be reached: ${sentence} Auto mode fails closed.`,
    exchange.baseUrl === undefined
      ? 'Check the network connection and the proxy settings of the editor.'
      : 'Check that the server runs, and the address in the setting autoMode.classifier.baseUrl.',
    cause instanceof NetworkFailure && cause.mayPass ? { afterMs: undefined } : undefined,
  );
}

export function statusFailure(
  status: number,
  headers: Headers | undefined,
  body: unknown,
  exchange: Exchange,
): ProviderFailure {
  const words = serverWords(body);
  const model = exchange.model === undefined ? 'the request' : `the model ${JSON.stringify(visible(exchange.model))}`;
  const failed = (
    kind: ProviderFailure['kind'],
    what: string,
    remedy: string,
    retry?: ProviderFailure['retry'],
  ): ProviderFailure =>
    new ProviderFailure(
      kind,
      `${server(exchange)} ${what} (HTTP ${status}${quotedWords(words, exchange)}); auto mode fails closed.`,
      remedy,
      retry,
    );
  const again = headers?.get('x-should-retry') === 'false' ? undefined : { afterMs: retryAfter(headers) };
  if (status === 401 || status === 403) {
    const remedy = 'Set a valid key with the command "Auto Mode: Set Classifier API Key".';
    return failed('authentication', status === 401 ? 'refused the API key' : 'does not let this API key in', remedy);
  }
  if (status === 413 || (status !== 429 && TOO_LARGE.test(words))) {
    return failed('too-large', `says that the action and its context are too large for ${model}`, MODEL_SETTING);
  }
  if ((status === 400 || status === 429) && NO_CREDIT.test(words)) {
    return failed('quota', 'says that the quota of the account is used up', BILLING);
  }
  if (status === 429) {
    return failed('rate-limit', 'has had too many requests', 'Wait a moment, or raise the limit of the key.', again);
  }
  if (status === 408) return failed('timeout', 'gave up waiting', 'Wait a moment and try again.', again);
  if (status === 529) return failed('provider-error', 'is overloaded', 'Wait a moment and try again.', again);
  if (status >= 500) return failed('provider-error', 'failed', 'Wait a moment and try again.', again);
  if (status === 404) {
    const kind = exchange.model === undefined ? 'provider-error' : 'no-model';
    return failed(kind, `does not know ${model}`, unknownRemedy(exchange));
  }
  if (status === 402) return failed('quota', 'asks for a payment', BILLING);
  if (status >= 300 && status < 400) {
    return failed('provider-error', 'redirects to another address, which is not followed', addressRemedy(exchange));
  }
  return failed('provider-error', `refused the request for ${model}`, MODEL_SETTING);
}

export function nonsense(exchange: Exchange): ProviderFailure {
  return new ProviderFailure(
    'invalid-answer',
    `${server(exchange)} sent something that is no answer of this API; auto mode fails closed.`,
    addressRemedy(exchange),
  );
}

export function server({ baseUrl, title }: Exchange): string {
  return baseUrl === undefined ? title : `The model server at ${baseUrl}`;
}

function addressRemedy({ baseUrl, title }: Exchange): string {
  return baseUrl === undefined
    ? `Try again; if it happens again, look for a proxy between this machine and ${title}.`
    : 'Check the address in the setting autoMode.classifier.baseUrl.';
}

/** The path may be incomplete. */
function unknownRemedy({ baseUrl, model }: Exchange): string {
  if (baseUrl === undefined) return MODEL_SETTING;
  const address = 'Check the address in the setting autoMode.classifier.baseUrl';
  return model === undefined ? `${address}.` : `${address}, or choose another model.`;
}

export const noError = z
  .unknown()
  .refine((error) => error === undefined || error === null)
  .optional();

const text = z.string();
const optionalText = z.string().nullish().catch(undefined);
/** The APIs' form; the sentence of Ollama and LM Studio; vLLM's older form; FastAPI's, for vLLM. */
const errorBodySchema = z.union([
  z
    .object({ error: z.object({ message: text, param: optionalText, code: optionalText }) })
    .transform(({ error }) => [error.message, error.param, error.code]),
  z.object({ error: text }).transform(({ error }) => [error]),
  z.object({ message: text, param: optionalText }).transform(({ message, param }) => [message, param]),
  z.object({ detail: text }).transform(({ detail }) => [detail]),
  z
    .object({ detail: z.array(z.object({ loc: z.array(z.union([text, z.number()])).catch([]), msg: text })).max(20) })
    .transform(({ detail }) => detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)),
]);

/** Empty if unknown. Not cleaned. */
export function serverWords(body: unknown): string {
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success) return '';
  const [message, ...names] = parsed.data;
  const missing = names.filter((name) => typeof name === 'string' && message?.includes(name) !== true);
  return cutMiddle([message, ...missing].join('; '), 10_000);
}

function quotedWords(words: string, { key }: Exchange): string {
  if (words === '') return '';
  const clean = redactSecrets(key === undefined ? words : words.replaceAll(key, '[REDACTED]')).text;
  return `: ${JSON.stringify(visible(cutMiddle(clean, MAX_QUOTED_CHARACTERS)).replace(/\s+/g, ' '))}`;
}

/** In milliseconds; the header holds seconds or a date. */
function retryAfter(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after') ?? undefined;
  if (value === undefined) return undefined;
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
