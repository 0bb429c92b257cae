import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { createModelClassifier } from '../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../src/classifier/providers/providerTable';
import type { Classifier, ClassifierAnswer } from '../../src/engine/model/ports';
import * as anthropic from '../modelServer/anthropicServer';
import * as openAi from '../modelServer/openAiServer';
import { CANARY_KEY, keySource, question, settings } from '../unit/classifier/classifierQuestion';

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const QUESTIONS = 200;

interface Asked {
  readonly rawBody: string;
  readonly closed: Promise<void>;
}
/** What the scripted model does with a request; `hang` never answers. */
type Judge = (asked: Asked) => Promise<object | 'hang'>;
interface Server {
  readonly url: string;
  readonly requests: readonly Asked[];
  stop(): Promise<void>;
}

/** One wire format each; the judge's answer is the input of the tool that the request asks for. */
const PROTOCOLS: readonly {
  readonly model: string;
  readonly start: (judge: Judge) => Promise<Server>;
}[] = [
  {
    model: 'anthropic/claude-haiku-4-5-20251001',
    start: (judge) =>
      anthropic.startAnthropicServer(async (request) => {
        const answer = await judge(request);
        return answer === 'hang' ? { kind: 'hang' } : anthropic.callsTool(toolOf(request), answer);
      }),
  },
  ...['openai/gpt-4.1-mini', 'local/qwen3:8b'].map((model) => ({
    model,
    start: (judge: Judge) =>
      openAi.startOpenAiServer(async (request) => {
        const answer = await judge(request);
        return answer === 'hang' ? { kind: 'hang' as const } : openAi.callsTool(toolOf(request), answer);
      }),
  })),
];

function isFirstLook({ rawBody }: Asked): boolean {
  return rawBody.includes('The answer that is wanted now: the first look');
}

function toolOf(asked: Asked): string {
  return isFirstLook(asked) ? 'first_look' : 'classify_result';
}

/** The number in the command of the action. */
function numberIn({ rawBody }: Asked): number {
  return Number(/Latest action to classify:.*?number-(\d+)/s.exec(rawBody)?.[1]);
}

for (const { model, start } of PROTOCOLS) {
  describe(`${QUESTIONS} questions at once, ${model}`, () => {
    let server: Server | undefined;
    afterEach(async () => {
      await server?.stop();
      server = undefined;
    });

    function classifier(): Classifier {
      const [provider = ''] = model.split('/');
      const keys = keySource({ [provider]: { value: CANARY_KEY, source: 'secret-storage' } });
      return createModelClassifier({ keys, providers: PROVIDERS, clock });
    }

    function ask(judge: Classifier, number: number, signal: AbortSignal): Promise<ClassifierAnswer> {
      return judge.classify(
        question({
          input: { command: `deploy number-${number}` },
          settings: settings({ model, baseUrl: server?.url, stages: 'auto', timeoutSeconds: 50 }),
        }),
        signal,
      );
    }

    it('each get their own answer, and nothing is left of them', async () => {
      server = await start(async (asked) => {
        const number = numberIn(asked);
        await new Promise((resolve) => setTimeout(resolve, (number * 7) % 40));
        if (isFirstLook(asked)) return { verdict: number % 2 === 0 ? 'clear' : 'look_closer' };
        return { thinking: 't', decision: 'block', tier: 'soft_deny', reason: `Number ${number}.` };
      });
      const judge = classifier();
      const signals = Array.from({ length: QUESTIONS }, () => new AbortController().signal);
      const answers = await Promise.all(signals.map((signal, number) => ask(judge, number, signal)));
      for (const [number, answer] of answers.entries()) {
        assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
        assert.equal(answer.decision, number % 2 === 0 ? 'allow' : 'block');
        if (number % 2 === 1) assert.equal(answer.reason, `Number ${number}.`);
        assert.equal(answer.usage.stage, number % 2 === 0 ? 'first-look' : 'judgement');
      }
      assert.equal(server.requests.length, QUESTIONS * 1.5);
      assert.deepEqual(
        signals.flatMap((signal) => getEventListeners(signal, 'abort')),
        [],
      );
    });

    it('are answered where the other half hangs, and an abort closes the sockets of those', async () => {
      server = await start((asked) => Promise.resolve(numberIn(asked) % 2 === 0 ? { verdict: 'clear' } : 'hang'));
      const judge = classifier();
      const stops = Array.from({ length: QUESTIONS / 2 }, () => new AbortController());
      const hanging = Promise.allSettled(stops.map(({ signal }, index) => ask(judge, 2 * index + 1, signal)));
      const answered = await Promise.all(stops.map((_, index) => ask(judge, 2 * index, new AbortController().signal)));
      assert.ok(answered.every(({ kind }) => kind === 'verdict'));
      while (server.requests.length < QUESTIONS) await new Promise((resolve) => setTimeout(resolve, 10));
      const stuck = server.requests.filter((asked) => numberIn(asked) % 2 === 1);
      assert.equal(stuck.length, QUESTIONS / 2);
      for (const stop of stops) stop.abort();
      await Promise.all(stuck.map(({ closed }) => closed));
      assert.ok((await hanging).every(({ status }) => status === 'rejected'));
      assert.deepEqual(
        stops.flatMap(({ signal }) => getEventListeners(signal, 'abort')),
        [],
      );
    });
  });
}
