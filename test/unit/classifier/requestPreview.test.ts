import assert from 'node:assert/strict';
import type { KeySource } from '../../../src/classifier/models/keySource';
import { createModelClassifier, type ModelClassifier } from '../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../src/classifier/providers/providerTable';
import type { RequestPreview } from '../../../src/classifier/requestPreview';
import type { ClassifierSettings } from '../../../src/engine/model/configuration';
import type { ClassifierQuestion } from '../../../src/engine/model/ports';
import { callsTool, startAnthropicServer, verdict } from '../../modelServer/anthropicServer';
import { json, startOpenAiServer, verdict as openAiVerdict } from '../../modelServer/openAiServer';
import { plantedQuestion, secretsIn } from './canaries';
import { CANARY_KEY, keySource, question, settings } from './classifierQuestion';

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const NEVER = new AbortController().signal;
const KEYS = keySource({
  anthropic: { value: CANARY_KEY, source: 'secret-storage' },
  openai: { value: CANARY_KEY, source: 'secret-storage' },
});

function classifierWith(keys: KeySource = KEYS): ModelClassifier {
  return createModelClassifier({ keys, providers: PROVIDERS, clock, retryDelaysMs: [5, 5] });
}

function ask(changes: Partial<ClassifierSettings>, rest: Partial<ClassifierQuestion> = {}): ClassifierQuestion {
  return question({ settings: settings(changes), ...rest });
}

function shown(preview: RequestPreview): Extract<RequestPreview, { kind: 'requests' }> {
  assert.equal(preview.kind, 'requests', JSON.stringify(preview));
  return preview;
}

describe('a preview of what a classifier is sent', () => {
  let stop: (() => Promise<void>) | undefined;
  afterEach(async () => {
    await stop?.();
    stop = undefined;
  });

  it('is byte for byte what Anthropic is sent then, in both stages', async () => {
    const server = await startAnthropicServer((_, index) =>
      index === 0 ? callsTool('first_look', { verdict: 'look_closer' }) : verdict('allow', 'none', 'Fine.'),
    );
    stop = () => server.stop();
    const asked = ask({ baseUrl: server.url, model: 'anthropic/claude-haiku-4-5-20251001', stages: 'two' });
    const classifier = classifierWith();
    const preview = shown(await classifier.preview(asked));
    assert.equal(server.requests.length + server.otherRequests.length, 0, 'nothing is sent');
    assert.equal(preview.address, server.url);
    assert.equal(preview.model, 'anthropic/claude-haiku-4-5-20251001');
    assert.equal(preview.problem, undefined);
    await classifier.classify(asked, NEVER);
    assert.deepEqual(
      preview.requests.map(({ stage }) => stage),
      ['first-look', 'judgement'],
    );
    assert.deepEqual(
      preview.requests.map(({ body }) => JSON.stringify(body)),
      server.requests.map(({ rawBody }) => rawBody),
    );
  });

  for (const model of ['openai/gpt-4.1-mini', 'local/qwen3:8b']) {
    it(`is what ${model} is sent then, in the form that its server has taken`, async () => {
      let asked = 0;
      const server = await startOpenAiServer((request, index) => {
        asked += 1;
        if (request.body?.temperature !== undefined) {
          return json(400, { error: { message: "Unsupported parameter: 'temperature' is not supported." } });
        }
        return openAiVerdict('allow', 'none', 'Fine.')(request, index);
      });
      stop = () => server.stop();
      const put = ask({ baseUrl: server.url, model });
      const classifier = classifierWith();
      const before = shown(await classifier.preview(put));
      assert.equal(asked, 0);
      await classifier.classify(put, NEVER);
      const after = shown(await classifier.preview(put));
      assert.deepEqual(
        [before, after].map(({ requests }) => JSON.stringify(requests[0]?.body)),
        server.requests.map(({ rawBody }) => rawBody),
      );
    });
  }

  it('says why nothing can be sent, and is then made for the model that is set, or else the default one', async () => {
    const none = keySource({});
    for (const [changes, model, problem] of [
      [{}, 'anthropic/claude-haiku-4-5-20251001', /No classifier model/],
      [{ model: 'openai/gpt-4.1' }, 'openai/gpt-4.1', /No classifier model/],
      [{ model: 'local/qwen3:8b' }, 'local/qwen3:8b', /address of the server/],
      [{ model: 'nobody/model' }, 'anthropic/claude-haiku-4-5-20251001', /provider that Auto Mode does not know/],
      [{ baseUrl: 'ftp://x' }, 'anthropic/claude-haiku-4-5-20251001', /no http or https address/],
    ] as const) {
      const preview = shown(await classifierWith(none).preview(ask(changes)));
      assert.equal(preview.model, model);
      assert.match(preview.problem ?? '', problem);
      assert.match(preview.requests.at(-1)?.user.at(-1) ?? '', /Latest action to classify:\nbash /);
    }
  });

  it('is none for an action that no classifier is asked about', async () => {
    const preview = await classifierWith().preview(ask({}, { input: { command: 'x'.repeat(200_001) } }));
    assert.equal(preview.kind, 'none');
    assert.match(preview.reason, /characters long/);
  });

  it('ends where the key store does not answer', async () => {
    const keys: KeySource = { key: () => new Promise(() => undefined), environmentKeyConfirmed: () => false };
    await assert.rejects(classifierWith(keys).preview(ask({ timeoutSeconds: 0.05 })), /deadline/);
  });

  for (const model of ['anthropic/claude-haiku-4-5-20251001', 'openai/gpt-4.1-mini']) {
    it(`holds no key and no secret: ${model}`, async () => {
      const preview = shown(await classifierWith().preview(ask({ model, stages: 'two' }, plantedQuestion())));
      assert.deepEqual(secretsIn(JSON.stringify(preview)), []);
      assert.match(JSON.stringify(preview), /\[REDACTED Anthropic key\]/);
    });
  }
});
