/** The log of requests, written by a real classifier that asks real servers. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createModelClassifier } from '../../../src/classifier/modelClassifier';
import type { ModelExchange } from '../../../src/classifier/modelExchange';
import { PROVIDERS } from '../../../src/classifier/providers/providerTable';
import type { ClassifierQuestion } from '../../../src/engine/model/ports';
import { RequestLog, type RequestLogOptions } from '../../../src/log/requestLog';
import { callsTool, startAnthropicServer, verdict, type ModelScript } from '../../modelServer/anthropicServer';
import { json, startOpenAiServer, verdict as openAiVerdict } from '../../modelServer/openAiServer';
import { PLANTED_TEXT, plantedQuestion, secretsIn } from '../classifier/canaries';
import { CANARY_KEY, keySource, question, settings } from '../classifier/classifierQuestion';
import { temporaryFolder } from './temporaryFolder';

const POSIX = process.platform !== 'win32';
const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const MODEL = 'anthropic/claude-haiku-4-5-20251001';

interface Line {
  readonly at: string;
  readonly decision: string;
  readonly stage: string;
  readonly provider: string;
  readonly model: string;
  readonly address: string;
  readonly latencyMs: number;
  readonly usage?: object;
  readonly answer?: unknown;
  readonly failure?: { readonly kind: string; readonly message: string };
  readonly body: unknown;
}

const NO_TOOL = {
  name: 'x',
  description: '',
  schema: { type: 'object' as const, properties: {}, required: [], additionalProperties: false as const },
};

/** A request that failed, for tests that do not look at it. */
const exchange: ModelExchange = {
  question: question({ settings: settings({ logRequests: true }) }),
  stage: 'judgement',
  provider: 'anthropic',
  model: 'm',
  address: undefined,
  latencyMs: 1,
  call: {
    model: 'm',
    baseUrl: undefined,
    system: [],
    instruction: '',
    user: [],
    tools: [],
    tool: NO_TOOL,
    maxTokens: 1,
  },
  body: {},
  result: { kind: 'failure', failure: { kind: 'network', message: 'No.' } },
  clean: (text) => text,
};

describe('RequestLog', () => {
  const folder = temporaryFolder();
  let stop: (() => Promise<void>) | undefined;
  let failures = 0;

  beforeEach(() => {
    failures = 0;
  });
  afterEach(async () => {
    await stop?.();
    stop = undefined;
  });

  const open = (options: Partial<RequestLogOptions> = {}): RequestLog =>
    new RequestLog({
      directory: join(folder(), 'log'),
      onFailure: () => {
        failures += 1;
      },
      ...options,
    });
  const lines = (log: RequestLog): readonly Line[] =>
    readFileSync(log.path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

  /** Puts one question to a server of Anthropic's kind; what it makes of it is not looked at. */
  async function ask(
    log: RequestLog,
    script: ModelScript,
    changes: Partial<ClassifierQuestion> & { readonly signal?: AbortSignal; readonly stages?: 'one' | 'two' } = {},
    asked: Partial<ClassifierQuestion['settings']> = {},
  ): Promise<void> {
    const { signal = new AbortController().signal, ...rest } = changes;
    await stop?.();
    const server = await startAnthropicServer(script);
    stop = () => server.stop();
    const classifier = createModelClassifier({
      keys: keySource(),
      providers: PROVIDERS,
      clock,
      retryDelaysMs: [5, 5],
      exchanges: (exchange) => {
        log.note(exchange);
      },
    });
    const all = settings({ baseUrl: server.url, model: MODEL, logRequests: true, ...asked });
    await classifier.classify(question({ settings: all, ...rest }), signal).catch(() => undefined);
    log.dispose();
  }
  const fine: ModelScript = () => verdict('allow', 'none', 'Fine.');

  it('keeps each request with its answer, once the user wants that', async () => {
    const log = open();
    const script: ModelScript = (_, index) =>
      index === 0 ? callsTool('first_look', { verdict: 'look_closer' }) : verdict('block', 'soft_deny', 'No.');
    await ask(log, script, {}, { logRequests: false, stages: 'two' });
    assert.equal(existsSync(log.path), false);
    await ask(log, script, { decisionId: 'decision-7' }, { stages: 'two' });
    const [look, judgement, ...others] = lines(log);
    assert.deepEqual(others, []);
    assert.deepEqual([look?.stage, judgement?.stage], ['first-look', 'judgement']);
    assert.deepEqual([look?.decision, judgement?.decision], ['decision-7', 'decision-7']);
    assert.deepEqual([look?.provider, look?.model], ['anthropic', 'claude-haiku-4-5-20251001']);
    assert.match(look?.address ?? '', /^http:\/\/127\.0\.0\.1:/);
    assert.ok(!Number.isNaN(Date.parse(look?.at ?? '')) && (look?.latencyMs ?? -1) >= 0);
    assert.deepEqual(look?.answer, {
      ending: 'complete',
      text: '',
      toolCalls: [{ name: 'first_look', input: { verdict: 'look_closer' } }],
    });
    assert.match(JSON.stringify(judgement?.answer), /"decision":"block"/);
    assert.match(JSON.stringify(judgement?.body), /Latest action to classify:/);
  });

  for (const [what, script, kinds] of [
    ['an error', () => ({ kind: 'error', status: 401, message: `Bad key ${CANARY_KEY}` }), ['authentication']],
    [
      'an error that passes',
      (_, index) => (index === 0 ? { kind: 'error', status: 529 } : verdict('allow', 'none', 'Fine.')),
      ['provider-error', undefined],
    ],
    ['no answer', () => ({ kind: 'hang' }), ['timeout']],
  ] as readonly (readonly [string, ModelScript, readonly (string | undefined)[]])[]) {
    it(`keeps a request that ends with ${what}`, async () => {
      const log = open();
      await ask(log, script, {}, { timeoutSeconds: kinds[0] === 'timeout' ? 1 : 60 });
      assert.deepEqual(
        lines(log).map(({ failure }) => failure?.kind),
        kinds,
      );
      assert.ok(
        lines(log).every(({ body, answer, failure }) => body !== undefined && (answer ?? failure) !== undefined),
      );
    });
  }

  it('keeps a request whose call was cancelled', async () => {
    const log = open();
    const cancel = new AbortController();
    const script: ModelScript = () => {
      cancel.abort();
      return { kind: 'hang' };
    };
    await ask(log, script, { signal: cancel.signal });
    assert.deepEqual(
      lines(log).map(({ failure }) => failure?.kind),
      ['cancelled'],
    );
  });

  it('keeps the request that a server refused for its form beside the one that it took', async () => {
    const log = open();
    const server = await startOpenAiServer((request, index) =>
      request.body?.temperature === undefined
        ? openAiVerdict('allow', 'none', 'Fine.')(request, index)
        : json(400, { error: { message: "'temperature' is not supported." } }),
    );
    stop = () => server.stop();
    const classifier = createModelClassifier({
      keys: keySource({}),
      providers: PROVIDERS,
      clock,
      exchanges: (exchange) => {
        log.note(exchange);
      },
    });
    const asked = settings({ baseUrl: server.url, model: 'local/qwen3:8b', logRequests: true });
    await classifier.classify(question({ settings: asked }), new AbortController().signal);
    log.dispose();
    assert.deepEqual(
      lines(log).map(({ failure }) => failure?.kind),
      ['form-refused', undefined],
    );
    assert.deepEqual(
      lines(log).map(({ body }) => JSON.stringify(body)),
      server.requests.map(({ rawBody }) => rawBody),
    );
  });

  it('holds no key and no secret, whoever put it in', async () => {
    const log = open();
    await ask(log, () => verdict('block', 'soft_deny', PLANTED_TEXT), plantedQuestion());
    await ask(log, () => callsTool(PLANTED_TEXT, { [PLANTED_TEXT]: PLANTED_TEXT }), plantedQuestion());
    await ask(log, () => ({ kind: 'error', status: 400, message: PLANTED_TEXT }), plantedQuestion());
    const text = readFileSync(log.path, 'utf8');
    assert.ok(lines(log).length >= 3);
    assert.deepEqual(secretsIn(text), []);
    assert.match(text, /\[REDACTED Anthropic key\]/);
  });

  if (POSIX) {
    it('is readable by its user alone', async () => {
      const log = open();
      await ask(log, fine);
      assert.equal(mode(log.path), '600');
      assert.equal(mode(join(folder(), 'log')), '700');
    });

    it('follows no link, and says once that it cannot write', async () => {
      const log = open();
      mkdirSync(join(folder(), 'log'));
      writeFileSync(join(folder(), 'elsewhere'), '');
      symlinkSync(join(folder(), 'elsewhere'), log.path);
      await ask(log, fine);
      await ask(log, fine);
      assert.equal(readFileSync(join(folder(), 'elsewhere'), 'utf8'), '');
      assert.equal(failures, 1);
    });
  }

  it('puts a full file aside, and keeps one', async () => {
    const log = open({ maxFileBytes: 1 });
    for (const decisionId of ['a', 'b', 'c']) await ask(log, fine, { decisionId });
    assert.deepEqual(
      lines(log).map(({ decision }) => decision),
      ['c'],
    );
    assert.match(readFileSync(`${log.path}.1`, 'utf8'), /"decision":"b"/);
  });

  it('does not grow for ever where a full file cannot be put aside', async () => {
    const log = open({ maxFileBytes: 1 });
    mkdirSync(join(folder(), 'log', 'classifier-requests.jsonl.1', 'x'), { recursive: true });
    await ask(log, fine, { decisionId: 'a' });
    await ask(log, fine, { decisionId: 'b' });
    assert.equal(lines(log).length, 1);
    assert.equal(failures, 1);
  });

  it('shortens what is too long, and says so', async () => {
    const log = open({ maxPartCharacters: 1_000 });
    await ask(log, fine);
    const body = lines(log)[0]?.body as { shortened: boolean; characters: number; start: string; end: string };
    assert.equal(body.shortened, true);
    assert.ok(body.characters > 10_000);
    assert.equal(body.start.length + body.end.length, 1_000);
  });

  it('leaves the time that writing takes out of the decision', () => {
    const log = open();
    for (let count = 0; count < 500; count += 1) log.note(exchange);
    assert.equal(existsSync(log.path), false);
    log.dispose();
    assert.ok(lines(log).length < 500);
    assert.equal(failures, 1, 'what is dropped is told');
  });

  it('lets other work in between the records of many calls', async () => {
    const log = open();
    for (let count = 0; count < 3; count += 1) log.note(exchange);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(lines(log).length, 1);
    log.dispose();
    assert.equal(lines(log).length, 3);
    await new Promise((resolve) => setImmediate(resolve));
    log.note(exchange);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(lines(log).length, 4);
  });
});
