import assert from 'node:assert/strict';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { ModelIdentity, type KeptDigests, type ModelChange } from '../../../../src/classifier/models/modelIdentity';
import { ProviderFailure } from '../../../../src/classifier/models/provider';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import { servedModel } from '../../../../src/classifier/providers/servedModel';
import type { Classifier, ClassifierAnswer } from '../../../../src/engine/model/ports';
import {
  ollamaTags,
  startOpenAiServer,
  verdict,
  type OpenAiReply,
  type OpenAiScript,
  type OpenAiServer,
} from '../../../modelServer/openAiServer';
import { CANARY_KEY, keySource, question, settings } from '../classifierQuestion';

const NEVER = new AbortController().signal;
const MODEL = 'qwen3:8b';
const DIGEST = '500a1f067a9f782620b40bee6f7b0c89e17ae61f686b92c24933e4ca4b2b8b41';
const OTHER = '9f438cb9cd581fc025612d27f7c1a6669ff83a8bb0ed86c94fcf4c5440555697';
const CHOSEN = ollamaTags({ [MODEL]: DIGEST });
const SWAPPED = ollamaTags({ [MODEL]: OTHER });
const NOTHING: OpenAiReply = { kind: 'error', status: 404 };

class Kept implements KeptDigests {
  readonly digests = new Map<string, string>();
  get({ address, model }: { readonly address: string; readonly model: string }): string | undefined {
    return this.digests.get(`${address} ${model}`);
  }
  set({ address, model }: { readonly address: string; readonly model: string }, digest?: string): Promise<void> {
    if (digest === undefined) this.digests.delete(`${address} ${model}`);
    else this.digests.set(`${address} ${model}`, digest);
    return Promise.resolve();
  }
}

describe('a judge on this machine', () => {
  let server: OpenAiServer | undefined;
  let kept: Kept;
  let changes: ModelChange[];
  let identity: ModelIdentity;
  let classifier: Classifier;
  /** What the page of digests says now. */
  let tags: OpenAiReply | OpenAiScript;
  let now: number;

  beforeEach(async () => {
    kept = new Kept();
    changes = [];
    tags = CHOSEN;
    now = 0;
    server = await startOpenAiServer(verdict('allow', 'none', 'Fine.'), undefined, {
      '/api/tags': (request, index) => (typeof tags === 'function' ? tags(request, index) : tags),
    });
    build();
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  function build(lookTimeoutMs = 60_000): void {
    identity = new ModelIdentity({
      kept,
      look: servedModel,
      clock: { now: () => now, monotonic: () => now },
      onChange: (change) => changes.push(change),
      retryDelaysMs: [5, 5],
      lookTimeoutMs,
    });
    classifier = createModelClassifier({
      keys: keySource({ local: { value: CANARY_KEY, source: 'secret-storage' } }),
      providers: PROVIDERS,
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      identity,
      retryDelaysMs: [5, 5],
    });
  }

  function running(): OpenAiServer {
    assert.ok(server !== undefined);
    return server;
  }

  /** One judgement, so much later that nothing of the one before counts. */
  async function judged(
    { signal = NEVER, model = MODEL, baseUrl = running().url, timeoutSeconds = 60 } = {},
    laterMs = 2_000,
  ): Promise<ClassifierAnswer> {
    now += laterMs;
    const chosen = settings({ model: `local/${model}`, baseUrl, timeoutSeconds, stages: 'one' });
    return classifier.classify(question({ settings: chosen }), signal);
  }

  async function outage(): Promise<Extract<ClassifierAnswer, { kind: 'outage' }>> {
    const answer = await judged();
    assert.equal(answer.kind, 'outage', JSON.stringify(answer));
    return answer;
  }

  async function isJudged(): Promise<void> {
    const answer = await judged();
    assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
  }

  const looks = (): number => running().otherRequests.filter(({ path }) => path === '/api/tags').length;

  it('is kept with its first judgement, and looked at before and after each that lets a call run', async () => {
    await isJudged();
    assert.deepEqual([...kept.digests], [[`${running().url} ${MODEL}`, `ollama ${DIGEST}`]]);
    await isJudged();
    assert.equal(looks(), 4);
    assert.deepEqual(changes, []);
  });

  it('is not asked once it is another, until the user says so', async () => {
    await isJudged();
    tags = SWAPPED;
    const { outage: kind, message, remedy } = await outage();
    assert.equal(kind, 'model-changed');
    assert.equal(
      message,
      `The model "${MODEL}" at ${running().url} is not the one that was chosen: ollama 9f438cb9cd58 instead of ollama 500a1f067a9f; auto mode fails closed.`,
    );
    assert.match(remedy ?? '', /"Auto Mode: Confirm the Changed Model"/);
    assert.equal(running().requests.length, 1);
    await outage();
    const change = { address: running().url, model: MODEL, kept: `ollama ${DIGEST}`, seen: `ollama ${OTHER}` };
    assert.deepEqual(changes, [change]);
    assert.deepEqual(
      identity.changedModels().map(({ model }) => model),
      [MODEL],
    );
    await identity.confirm(change);
    await isJudged();
    assert.deepEqual(identity.changedModels(), []);
  });

  it('judges again once it is the one that was chosen', async () => {
    await isJudged();
    tags = SWAPPED;
    await outage();
    tags = CHOSEN;
    await isJudged();
    assert.deepEqual(identity.changedModels(), []);
  });

  it('is told again when it changes once more, and what was shown is what is confirmed', async () => {
    await isJudged();
    tags = SWAPPED;
    await outage();
    tags = ollamaTags({ [MODEL]: DIGEST.replace('500', '600') });
    await identity.confirm(changes[0]!);
    assert.equal((await outage()).outage, 'model-changed');
    assert.equal(changes.length, 2);
  });

  it('is remembered by whoever starts next', async () => {
    await isJudged();
    build();
    tags = SWAPPED;
    assert.equal((await outage()).outage, 'model-changed');
  });

  it('is looked at once more after an answer that lets the call run, and makes way for none in between', async () => {
    await isJudged();
    const before = looks();
    // The first look, which all of this second share, sees the chosen one; the request meets another.
    tags = (_, index) => (index <= before ? CHOSEN : SWAPPED);
    assert.equal((await outage()).outage, 'model-changed');
    assert.equal(running().requests.length, 2);
    assert.equal(looks(), before + 2);
  });

  it('is not looked at again after a block', async () => {
    await isJudged();
    const before = looks();
    const url = running().url;
    await running().stop();
    server = await startOpenAiServer(verdict('block', 'soft_deny', 'No.'), undefined, { '/api/tags': () => CHOSEN });
    kept.digests.set(`${running().url} ${MODEL}`, `ollama ${DIGEST}`);
    assert.notEqual(running().url, url);
    const answer = await judged();
    assert.equal(answer.kind === 'verdict' && answer.decision, 'block');
    assert.equal(looks(), 1);
    assert.ok(before > 0);
  });

  it('is kept apart from other models and addresses', async () => {
    tags = ollamaTags({ [MODEL]: DIGEST, 'gemma3:4b': OTHER });
    await isJudged();
    await judged({ model: 'gemma3:4b' });
    await judged({ baseUrl: `${running().url}/v1` });
    assert.deepEqual([...kept.digests.values()], [`ollama ${DIGEST}`, `ollama ${OTHER}`, `ollama ${DIGEST}`]);
  });

  it('may not fall silent once its server has told what it is', async () => {
    await isJudged();
    tags = NOTHING;
    const { outage: kind, message } = await outage();
    assert.equal(kind, 'model-changed');
    assert.match(message, /"qwen3:8b" is \(ollama 500a1f067a9f was chosen\)/);
    await identity.confirm(changes[0]!);
    await isJudged();
    assert.equal(kept.digests.size, 0);
  });

  it('judges unchecked where its server has never told, and is asked again from time to time', async () => {
    tags = NOTHING;
    await isJudged();
    await isJudged();
    assert.equal(looks(), 1);
    tags = CHOSEN;
    await judged({}, 31_000);
    assert.equal(looks(), 3);
    assert.equal(kept.digests.size, 1);
  });

  const failures: readonly [what: string, reply: OpenAiReply, kind: string][] = [
    ['fails', { kind: 'error', status: 500 }, 'provider-error'],
    ['wants another key', { kind: 'error', status: 401 }, 'authentication'],
    ['hangs', { kind: 'hang' }, 'timeout'],
    ['trickles', { kind: 'trickle', everyMs: 20 }, 'timeout'],
    ['is cut', { kind: 'cut', body: '{"models":[' }, 'network'],
    ['sends a megabyte', { kind: 'raw', status: 200, body: Buffer.alloc(1_000_001, 32) }, 'invalid-answer'],
  ];
  for (const [what, reply, kind] of failures) {
    it(`does not judge where the page of digests ${what}`, async () => {
      await isJudged();
      build(kind === 'timeout' ? 100 : 60_000);
      tags = reply;
      assert.equal((await outage()).outage, kind);
      assert.equal(running().requests.length, 1);
      assert.deepEqual(changes, []);
    });

    it(`judges where the page of digests ${what}, and nothing was ever kept`, async () => {
      build(kind === 'timeout' ? 100 : 60_000);
      tags = reply;
      await isJudged();
      assert.equal(kept.digests.size, 0);
    });
  }

  it('is asked once more what it is where its server is busy', async () => {
    await isJudged();
    tags = (_, index) => (index < 4 ? { kind: 'error', status: 503 } : CHOSEN);
    await isJudged();
    assert.equal(looks(), 6);
  });

  it('that cannot be reached is an outage of the network, and no change', async () => {
    await isJudged();
    const { url } = running();
    await running().stop();
    const answer = await judged({ baseUrl: url });
    assert.equal(answer.kind, 'outage');
    assert.equal(answer.outage, 'network');
  });

  it('is looked at within the time of the judgement', async () => {
    await isJudged();
    tags = { kind: 'hang' };
    build();
    const started = performance.now();
    const answer = await judged({ timeoutSeconds: 0.2 });
    assert.ok(performance.now() - started < 20_000);
    assert.equal(answer.kind, 'outage');
    assert.equal(answer.outage, 'timeout');
  });

  it('is looked at once before two hundred calls at once, and after each', async () => {
    await isJudged();
    const before = looks();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => judged({ signal: new AbortController().signal, timeoutSeconds: 300 }, 0)),
    );
    assert.ok(answers.every(({ kind }) => kind === 'verdict'));
    assert.ok(looks() - before <= 201, String(looks() - before));
    const between = looks();
    tags = SWAPPED;
    now += 2_000;
    const later = await Promise.all(
      Array.from({ length: 200 }, () => judged({ signal: new AbortController().signal, timeoutSeconds: 300 }, 0)),
    );
    assert.ok(later.every((answer) => answer.kind === 'outage' && answer.outage === 'model-changed'));
    assert.equal(looks(), between + 1);
    assert.equal(changes.length, 1);
  });

  it('is kept once by many first calls at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => judged({ signal: new AbortController().signal, timeoutSeconds: 300 }, 0)),
    );
    assert.ok(answers.every(({ kind }) => kind === 'verdict'));
    assert.equal(looks(), 51);
  });

  it('does not judge where the digest is another one at each second look', async () => {
    await isJudged();
    tags = (_, index) => (index % 2 === 0 ? CHOSEN : SWAPPED);
    assert.equal((await outage()).outage, 'model-changed');
    assert.equal((await outage()).outage, 'model-changed');
  });

  it('lets go of the connection at a cancellation, and only when nobody waits any more', async () => {
    await isJudged();
    let answers = (): void => undefined;
    const late = new Promise<void>((resolve) => (answers = resolve));
    tags = async () => {
      await late;
      return CHOSEN;
    };
    const first = new AbortController();
    const second = new AbortController();
    now += 2_000;
    const one = judged({ signal: first.signal }, 0);
    const two = judged({ signal: second.signal }, 0);
    const three = judged({}, 0);
    const seen = looks();
    while (looks() === seen) await new Promise((resolve) => setTimeout(resolve, 5));
    first.abort(new Error('first'));
    await assert.rejects(one, /first/);
    second.abort(new Error('second'));
    await assert.rejects(two, /second/);
    answers();
    assert.equal((await three).kind, 'verdict');

    tags = { kind: 'hang' };
    const only = new AbortController();
    const alone = judged({ signal: only.signal, timeoutSeconds: 300 });
    const done = looks();
    while (looks() === done) await new Promise((resolve) => setTimeout(resolve, 5));
    const aborted = performance.now();
    only.abort(new Error('only'));
    await assert.rejects(alone, /only/);
    await running().otherRequests.at(-1)!.closed;
    assert.ok(performance.now() - aborted < 20_000);
  });

  it('on another machine is not looked at', async () => {
    const asked: string[] = [];
    identity = new ModelIdentity({
      kept,
      look: (model) => {
        asked.push(model);
        return Promise.resolve('ollama 1');
      },
      clock: { now: () => 0, monotonic: () => 0 },
    });
    const deadline = { signal: NEVER, remaining: () => 1_000 };
    for (const baseUrl of ['https://models.example.com', 'https://127.0.0.1.example.com', undefined]) {
      const chosen = { model: MODEL, connection: { key: undefined, baseUrl } };
      await identity.check(chosen, deadline);
      assert.equal(await identity.examine(chosen, NEVER), 'elsewhere');
    }
    assert.deepEqual(asked, []);
    for (const baseUrl of ['http://localhost:1', 'http://[::1]:1', 'https://127.1.2.3']) {
      await identity.check({ model: baseUrl, connection: { key: undefined, baseUrl } }, deadline);
    }
    assert.equal(asked.length, 3);
  });

  it('does not judge where its digest cannot be kept', async () => {
    kept.set = () => Promise.reject(new Error('disk full'));
    assert.equal((await outage()).outage, 'provider-error');
  });

  it('tells its key to nobody in a failure', async () => {
    await isJudged();
    tags = { kind: 'error', status: 401, message: `wrong key ${CANARY_KEY}` };
    const { message, remedy } = await outage();
    assert.ok(!`${message} ${remedy ?? ''}`.includes(CANARY_KEY));
  });

  it('is examined anew on the word of the user, whatever was seen a moment ago', async () => {
    const chosen = { model: MODEL, connection: { key: undefined, baseUrl: running().url } };
    assert.equal(await identity.examine(chosen, NEVER), 'same');
    tags = SWAPPED;
    assert.equal(typeof (await identity.examine(chosen, NEVER)), 'object');
    // The user looks at it already.
    assert.deepEqual(changes, []);
    tags = { kind: 'reset' };
    await assert.rejects(identity.examine(chosen, NEVER), ProviderFailure);
    kept.digests.clear();
    tags = NOTHING;
    assert.equal(await identity.examine(chosen, NEVER), 'untold');
  });
});
