import assert from 'node:assert/strict';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import type { ClassifierAnswer, ClassifierQuestion } from '../../../../src/engine/model/ports';
import type { KeySource } from '../../../../src/classifier/models/keySource';
import {
  startAnthropicServer,
  type AnthropicServer,
  type ModelReply,
  type ModelScript,
} from '../../../modelServer/anthropicServer';
import { keySource, question, settings } from '../classifierQuestion';
import { OneServer } from './oneServer';

export const clock = { now: () => Date.now(), monotonic: () => performance.now() };
export const NEVER = new AbortController().signal;

export const INVALID = 'Classifier response was not valid decision JSON; auto mode fails closed.';

export interface Asked {
  readonly answer: ClassifierAnswer;
  readonly server: AnthropicServer;
}

export type AnthropicServers = OneServer<ModelScript, AnthropicServer>;
export type Changes = Partial<ClassifierQuestion> & { readonly timeoutSeconds?: number; readonly model?: string };
export interface How {
  readonly keys?: KeySource;
  readonly signal?: AbortSignal;
}

export const anthropicServers = (): AnthropicServers => new OneServer(startAnthropicServer);

/** Puts one question to a classifier whose provider is a server with this script. */
export function askerOf(
  servers: AnthropicServers,
): (script: ModelScript, changes?: Changes, how?: How) => Promise<Asked> {
  return async (script, { timeoutSeconds = 60, model, ...rest } = {}, { keys = keySource(), signal = NEVER } = {}) => {
    const server = await servers.start(script);
    const classifier = createModelClassifier({ keys, providers: PROVIDERS, clock, retryDelaysMs: [5, 5] });
    const answer = await classifier.classify(
      question({ settings: settings({ baseUrl: server.url, timeoutSeconds, model }), ...rest }),
      signal,
    );
    return { answer, server };
  };
}

export function always(reply: ModelReply): ModelScript {
  return () => reply;
}

export function outageOf(answer: ClassifierAnswer): Extract<ClassifierAnswer, { kind: 'outage' }> {
  assert.equal(answer.kind, 'outage', JSON.stringify(answer));
  return answer;
}
