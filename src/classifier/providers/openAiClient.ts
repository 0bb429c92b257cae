import type OpenAI from 'openai';
import type * as Sdk from 'openai';
import * as z from 'zod';
import type { ForcedTool, ModelCall } from '../models/provider';
import { createHttpFetch } from './httpFetch';
import { refusalOr, type RequestForm } from './requestForm';
import { withoutSdkVariables } from './sdkVariables';
import { MAX_ANSWER_BYTES, networkFailure, nonsense, statusFailure, type Exchange } from './serverFailure';

/** The SDK requires one; never sent. */
const NO_KEY = 'none';

const httpFetch = createHttpFetch({
  headers: new Set(['accept', 'content-type', 'authorization', 'user-agent']),
  maxAnswerBytes: MAX_ANSWER_BYTES,
});

/** The SDK is large; many sessions never need it. */
let sdkModule: Promise<typeof Sdk> | undefined;
function loadSdk(): Promise<typeof Sdk> {
  return (sdkModule ??= import('openai'));
}

/**
 * @param address with or without its API version
 * @throws ProviderFailure
 */
export async function askServer<T>(
  address: string,
  exchange: Exchange,
  request: (sdk: OpenAI) => PromiseLike<T>,
): Promise<T> {
  const { OpenAI, APIConnectionError, APIError } = await loadSdk();
  const { key } = exchange;
  // The SDK drops a timeout's cause and foreign error answers.
  const seen: { cause?: unknown; errorBody?: string } = {};
  const options = {
    apiKey: key ?? NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: apiAddress(address),
    defaultHeaders: { authorization: key === undefined ? null : `Bearer ${key}` },
    // The classifier retries and limits time.
    maxRetries: 0,
    logLevel: 'off' as const,
    fetch: async (...given: Parameters<typeof httpFetch>) => {
      try {
        const response = await httpFetch(...given);
        if (!response.ok) seen.errorBody = await response.clone().text();
        return response;
      } catch (error) {
        seen.cause = error;
        throw error;
      }
    },
  };
  try {
    return await request(withoutSdkVariables('OPENAI_', () => new OpenAI(options)));
  } catch (error) {
    if (error instanceof APIConnectionError) throw networkFailure(seen.cause, exchange);
    if (!(error instanceof APIError) || typeof error.status !== 'number') throw nonsense(exchange);
    const body = parsedJson(seen.errorBody ?? '');
    const failure = statusFailure(error.status, error.headers as Headers | undefined, body, exchange);
    throw refusalOr(failure, error.status, body);
  }
}

function apiAddress(address: string): string {
  return /\/v\d+[a-z0-9]*(?:\/|$)/.test(new URL(address).pathname) ? address : `${address}/v1`;
}

const listedEntries = z.array(z.object({ id: z.string() }).optional().catch(undefined));
/** Such as Together's bare list. */
const modelListSchema = z.union([
  z.object({ data: listedEntries.nullable() }).transform(({ data }) => data ?? []),
  listedEntries,
]);

/** @throws ProviderFailure */
export async function listedModels(
  address: string,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const page: unknown = await askServer(address, exchange, (sdk) => sdk.get('/models', { signal }));
  const parsed = modelListSchema.safeParse(page);
  if (!parsed.success) throw nonsense(exchange);
  const names = parsed.data.flatMap((entry) => (entry === undefined ? [] : [entry.id]));
  if (names.length === 0 && parsed.data.length > 0) throw nonsense(exchange);
  return names;
}

/** A model that may call any tool gets only the wanted one. */
export function offeredTools({ tools, tool }: ModelCall, answer: RequestForm['answer']): readonly ForcedTool[] {
  return answer === 'named-tool' ? tools : [tool];
}

/** Strict output requires every property: optional ones become nullable. */
export function strictSchema({ schema }: ForcedTool): Record<string, unknown> {
  const properties = Object.entries(schema.properties).map(([name, property]): [string, object] => {
    if (schema.required.includes(name)) return [name, property];
    const { type, ...rest } = property as { readonly type?: unknown };
    return [name, { ...rest, type: [type, 'null'] }];
  });
  return { ...schema, properties: Object.fromEntries(properties), required: Object.keys(schema.properties) };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
