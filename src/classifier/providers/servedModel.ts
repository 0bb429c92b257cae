/**
 * Equal after a restart: no times, window sizes or loaded state. Ollama's digest covers weights, template and
 * parameters. llama.cpp gives file, size, template and adapters, LM Studio size and quantisation, vLLM the folder or
 * repository.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { ProviderFailure, type Connection } from '../models/provider';
import { createHttpFetch } from './httpFetch';
import {
  MAX_ANSWER_BYTES,
  networkFailure,
  server as startOfSentence,
  statusFailure,
  type Exchange,
} from './serverFailure';

const httpFetch = createHttpFetch({
  headers: new Set(['accept', 'authorization']),
  maxAnswerBytes: MAX_ANSWER_BYTES,
});

/**
 * @param connection gets the key, without redirects
 * @returns such as `ollama 500a1f067a9f...`; undefined: nothing usable
 * @throws ProviderFailure if it could not be asked; any error once `signal` has aborted
 */
export async function servedModel(
  model: string,
  connection: Connection & { readonly baseUrl: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const server: Server = {
    model,
    signal,
    exchange: { ...connection, title: 'The model server' },
    // Above the version path that users append.
    root: connection.baseUrl.replace(/\/v\d+[a-z0-9]*$/, ''),
  };
  return (await ollama(server)) ?? (await listedWithDetails(server)) ?? lmStudio(server);
}

interface Server {
  readonly model: string;
  readonly signal: AbortSignal;
  readonly exchange: Exchange;
  readonly root: string;
}

const OLLAMA_DIGEST = /^(?:sha256:)?([0-9a-f]{12,128})$/i;
const tagsSchema = z.object({
  models: z.array(z.object({ name: z.string(), digest: z.string() }).catch({ name: '', digest: '' })),
});

async function ollama(server: Server): Promise<string | undefined> {
  const answer = tagsSchema.safeParse(await asked(server, '/api/tags'));
  if (!answer.success) return undefined;
  const wanted = ollamaName(server.model);
  const digests = answer.data.models
    .filter(({ name }) => ollamaName(name) === wanted)
    // Imitations of Ollama leave it empty.
    .flatMap(({ digest }) => OLLAMA_DIGEST.exec(digest)?.[1]?.toLowerCase() ?? []);
  const [digest, ...others] = new Set(digests);
  if (digest === undefined) return undefined;
  return `ollama ${others.length === 0 ? digest : hashOf([digest, ...others].sort())}`;
}

/** Ollama ignores case and completes names. */
function ollamaName(name: string): string {
  const short = name
    .toLowerCase()
    .replace(/^registry\.ollama\.ai\//, '')
    .replace(/^library\//, '');
  return /:[^/]*$/.test(short) ? short : `${short}:latest`;
}

const LLAMA_CPP = 'llamacpp';
const number = z.number().optional().catch(undefined);
const text = z.string().optional().catch(undefined);
const listedModelSchema = z.object({
  id: z.string(),
  owned_by: text,
  root: text,
  parent: text,
  status: z.unknown().optional(),
  meta: z
    .object({
      vocab_type: number,
      n_vocab: number,
      n_ctx_train: number,
      n_embd: number,
      n_params: number,
      size: number,
    })
    .optional()
    .catch(undefined),
});
type ListedModel = z.infer<typeof listedModelSchema>;
const listSchema = z.object({ data: z.array(listedModelSchema.catch({ id: '' })) });
const propsSchema = z.object({ model_path: z.string(), chat_template: text, chat_template_tool_use: text });
const adaptersSchema = z.array(z.object({ path: z.string(), scale: number }));

async function listedWithDetails(server: Server): Promise<string | undefined> {
  const list = listSchema.safeParse(await asked(server, '/v1/models'));
  if (!list.success) return undefined;
  const { data } = list.data;
  const named = data.filter(({ id }) => id === server.model);
  // llama.cpp gives its only model any name.
  const [only, ...others] = data;
  const entries = named.length > 0 ? named : others.length === 0 && only?.owned_by === LLAMA_CPP ? [only] : [];
  const [entry] = entries;
  if (entry === undefined || entries.some(({ status }) => status !== undefined)) return undefined;
  if (entry.owned_by === LLAMA_CPP) return llamaCpp(server, entry.meta);
  if (entries.every(({ root }) => root === undefined)) return undefined;
  return `vllm ${hashOf(entries.map(({ root, parent }) => [root, parent]))}`;
}

async function llamaCpp(server: Server, meta: ListedModel['meta']): Promise<string> {
  const props = propsSchema.safeParse(await asked(server, '/props'));
  const adapters = adaptersSchema.safeParse(await asked(server, '/lora-adapters'));
  // A loading model is listed.
  if (meta === undefined) {
    throw new ProviderFailure(
      'provider-error',
      `${startOfSentence(server.exchange)} does not say yet which model it runs; auto mode fails closed.`,
      'Wait until the model is loaded and try again.',
      { afterMs: undefined },
    );
  }
  return `llama.cpp ${hashOf([meta, props.data ?? null, adapters.data ?? []])}`;
}

const quantization = z
  .union([z.string(), z.object({ name: text, bits_per_weight: number })])
  .optional()
  .catch(undefined);
const studioSchema = z.object({
  models: z.array(
    z
      .object({
        key: z.string(),
        publisher: text,
        architecture: text,
        format: text,
        quantization,
        size_bytes: z.number(),
      })
      .catch({ key: '', size_bytes: 0 }),
  ),
});
const olderStudioSchema = z.object({
  data: z.array(
    z
      .object({ id: z.string(), publisher: text, arch: z.string(), compatibility_type: text, quantization })
      .catch({ id: '', arch: '' }),
  ),
});

async function lmStudio(server: Server): Promise<string | undefined> {
  const { data: studio } = studioSchema.safeParse(await asked(server, '/api/v1/models'));
  const entries = studio?.models.filter(({ key }) => key === server.model) ?? [];
  if (entries.length > 0) return `lm-studio ${hashOf(entries)}`;
  const { data: older } = olderStudioSchema.safeParse(await asked(server, '/api/v0/models'));
  const olderEntries = older?.data.filter(({ id }) => id === server.model) ?? [];
  return olderEntries.length > 0 ? `lm-studio ${hashOf(olderEntries)}` : undefined;
}

async function asked({ root, exchange, signal }: Server, path: string): Promise<unknown> {
  const { key } = exchange;
  let response: Response;
  try {
    response = await httpFetch(`${root}${path}`, {
      headers: { accept: 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw networkFailure(error, exchange);
  }
  const { status, headers } = response;
  const body = parsedJson(await response.text());
  // A missing page is an answer; a failing server or a wrong key is not.
  const isFailure = status === 401 || status === 403 || status === 408 || status === 429 || status >= 500;
  if (isFailure && status !== 501) throw statusFailure(status, headers, body, exchange);
  return status === 200 ? body : undefined;
}

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function hashOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
