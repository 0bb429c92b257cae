import assert from 'node:assert/strict';
import type { KeySource } from '../../../../src/classifier/models/keySource';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import type { ClassifierAnswer, ClassifierQuestion } from '../../../../src/engine/model/ports';
import {
  startOpenAiServer,
  verdict,
  type OpenAiReply,
  type OpenAiScript,
  type OpenAiServer,
} from '../../../modelServer/openAiServer';
import { CANARY_KEY, keySource, question, settings } from '../classifierQuestion';
import { OneServer } from './oneServer';

export const clock = { now: () => Date.now(), monotonic: () => performance.now() };
export const NEVER = new AbortController().signal;
export const CANARY_SECRET = 'hunter2-canary-secret';
export const INVALID = 'Classifier response was not valid decision JSON; auto mode fails closed.';
export const ALLOW = verdict('allow', 'none', 'Fine.');
export const GOOD = { thinking: 't', decision: 'allow', tier: 'none', reason: 'r' };

export interface Protocol {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly path: string;
}

export const PROTOCOLS: readonly Protocol[] = [
  { name: 'OpenAI', provider: 'openai', model: 'gpt-4.1-mini', path: '/v1/responses' },
  { name: 'a server of the user', provider: 'local', model: 'qwen3:8b', path: '/v1/chat/completions' },
];

export interface Asked {
  readonly answer: ClassifierAnswer;
  readonly server: OpenAiServer;
}

export type OpenAiServers = OneServer<OpenAiScript, OpenAiServer>;
export type Changes = Partial<ClassifierQuestion> & { readonly timeoutSeconds?: number; readonly suffix?: string };
export interface How {
  readonly keys?: KeySource;
  readonly signal?: AbortSignal;
}

export const openAiServers = (): OpenAiServers => new OneServer(startOpenAiServer);
export const storedKeyOf = (provider: string): KeySource =>
  keySource({ [provider]: { value: CANARY_KEY, source: 'secret-storage' } });

/** Puts questions of this protocol. */
export function askerOf(
  { provider, model }: Protocol,
  servers: OpenAiServers,
): (script: OpenAiScript, changes?: Changes, how?: How) => Promise<Asked> {
  return async (script, { timeoutSeconds = 60, suffix = '', ...rest } = {}, how = {}) => {
    const { keys = storedKeyOf(provider), signal = NEVER } = how;
    const server = await servers.start(script);
    const classifier = createModelClassifier({ keys, providers: PROVIDERS, clock, retryDelaysMs: [5, 5] });
    const chosen = settings({ model: `${provider}/${model}`, baseUrl: `${server.url}${suffix}`, timeoutSeconds });
    return { answer: await classifier.classify(question({ settings: chosen, ...rest }), signal), server };
  };
}

export function always(reply: OpenAiReply): OpenAiScript {
  return () => reply;
}

export function outageOf(answer: ClassifierAnswer): Extract<ClassifierAnswer, { kind: 'outage' }> {
  assert.equal(answer.kind, 'outage', JSON.stringify(answer));
  return answer;
}
