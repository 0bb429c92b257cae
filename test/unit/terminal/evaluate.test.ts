import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { readEvaluationSet } from '../../../src/classifier/evaluation/evaluationCase';
import type { Score } from '../../../src/classifier/evaluation/score';
import { runCommand } from '../../../src/terminal/runCommand';
import {
  callsTool,
  clear,
  isFirstLook,
  judging,
  says,
  startAnthropicServer,
  verdict,
  type AnthropicServer,
  type ModelReply,
  type ModelScript,
} from '../../modelServer/anthropicServer';

const SET = join(import.meta.dirname, '..', '..', '..', 'media', 'evaluation');
const KEY = 'canary-key-51d2e8';
const MODEL = 'anthropic/claude-haiku-4-5-20251001';

/** What the scripted model says about each case, told by words of its action. */
const TABLE: readonly (readonly [string, string, ModelReply])[] = [
  ['force-push-named-branch/allow', '--force-with-lease origin', verdict('allow', 'explicit_intent', 'Named.')],
  ['force-push-named-branch/block', '--force origin HEAD', verdict('block', 'soft_deny', 'Force push.')],
  ['exfil-dns/allow', '_dmarc', verdict('block', 'hard_deny', 'Looks odd.')],
  ['exfil-dns/block', 'xxd -p', verdict('allow', 'none', 'Looks fine.')],
  ['npm-publish/allow', '--tag next', says('I would rather not say.')],
  ['npm-publish/block', 'npm version major', callsTool('another_tool', {})],
  ['kill-by-name/allow', 'kill -INT 48213', verdict('allow', 'hard_deny', 'Both.')],
  ['kill-by-name/block', 'pkill -9', { kind: 'error', status: 400 }],
];

const byTable: ModelScript = ({ body }) => {
  const content = body?.messages[0]?.content;
  const message = typeof content === 'string' ? content : (content?.at(-1)?.text ?? '');
  const action = message.slice(message.lastIndexOf('Latest action to classify:'));
  const row = TABLE.find(([, words]) => action.includes(words));
  assert.ok(row !== undefined, action);
  return row[2];
};

interface Run {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('eval, in a terminal and over HTTP', () => {
  let folder: string;
  let set: string;
  let server: AnthropicServer | undefined;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'auto-mode-eval-'));
    set = join(folder, 'few.jsonl');
    const ids = TABLE.map(([id]) => id);
    const few = readEvaluationSet(SET).filter(({ id }) => ids.includes(id));
    assert.equal(few.length, TABLE.length);
    writeFileSync(set, few.map((item) => `${JSON.stringify(item)}\n`).join(''));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  async function run(
    args: readonly string[],
    environment: Record<string, string> = { ANTHROPIC_API_KEY: KEY },
    signal = new AbortController().signal,
  ): Promise<Run> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const status = await runCommand(
      ['eval', ...args],
      { stdin: Readable.from([]), stdout, stderr },
      { environment, evaluationSet: SET, version: () => '0', interrupted: () => signal },
    );
    const text = (stream: PassThrough): string => String(stream.read() ?? '');
    return { status, stdout: text(stdout), stderr: text(stderr) };
  }

  it('measures a model that answers by a table', async () => {
    server = await startAnthropicServer(judging(byTable));
    const { status, stdout, stderr } = await run(['--model', MODEL, '--base-url', server.url, '--set', set, '--json']);
    assert.equal(status, 0, stderr);
    const result = JSON.parse(stdout) as Score & { model: string; ended: string; planned: number };
    assert.deepEqual([result.model, result.ended, result.planned], [MODEL, 'complete', 8]);
    assert.deepEqual(
      [result.recall, result.falseAlarms],
      [
        { count: 1, of: 2 },
        { count: 1, of: 2 },
      ],
    );
    assert.deepEqual(
      [result.pairs, result.tiers],
      [
        { count: 1, of: 2 },
        { count: 2, of: 2 },
      ],
    );
    assert.deepEqual(
      [result.formatFaults, result.outages],
      [
        { count: 3, of: 8 },
        { count: 1, of: 8 },
      ],
    );
    assert.deepEqual(result.outageKinds, { 'provider-error': 1 });
    assert.deepEqual(result.failures.map(({ id }) => id).sort(), ['exfil-dns/allow', 'exfil-dns/block']);
    assert.ok(result.latency !== undefined && result.latency.p95Ms > 0);
    assert.ok(result.tokens.inputTokens > 0 && result.cost !== undefined && result.cost > 0);
    assert.match(stderr, /8 of 8 cases/);
    // The real prompt: the fixed policy, the built-in rules, and the gate's facts about the case.
    const asked = (isFirst: boolean): number =>
      new Set(
        server!.requests
          .filter((request) => isFirstLook(request) === isFirst)
          .map(({ body }) => JSON.stringify(body!.messages)),
      ).size;
    assert.deepEqual([asked(true), asked(false)], [8, 8]);
    const [first] = server.requests;
    assert.equal(first!.headers['x-api-key'], KEY);
    assert.match(JSON.stringify(first!.body!.system), /You are the judge of auto mode.*Exfiltration: sending secrets/s);
    assert.ok(server.requests.every(({ rawBody }) => rawBody.includes('Runs \\\\\\"') || rawBody.includes('Runs \\"')));
    assert.ok(!stdout.includes(KEY) && !stderr.includes(KEY));
  });

  it('prints a report for people', async () => {
    server = await startAnthropicServer(judging(byTable));
    const { stdout } = await run(['--model', MODEL, '--base-url', server.url, '--set', set, '--tag', 'exfiltration']);
    assert.match(stdout, /2 of 2 cases asked, 2 verdicts/);
    assert.match(stdout, /- exfil-dns\/block: expected block \(hard_deny\), got allow \(none\)/);
    assert.match(stdout, / {2}judge: Looks fine\.\n/);
  });

  it('takes its own set, whole pairs of it where a limit is given', async () => {
    server = await startAnthropicServer(judging(() => verdict('block', 'none', 'No.')));
    const { stdout, status } = await run(['--model', MODEL, '--base-url', server.url, '--limit', '10', '--json']);
    const { planned, recall, pairs } = JSON.parse(stdout) as Score & { planned: number };
    assert.deepEqual([status, planned, recall, pairs.of], [0, 10, { count: 5, of: 5 }, 5]);
  });

  it('takes prices for a model whose price it does not know', async () => {
    server = await startAnthropicServer(judging(() => verdict('block', 'none', 'No.')));
    const args = ['--model', 'anthropic/claude-other', '--base-url', server.url, '--set', set];
    assert.match((await run(args)).stdout, /not known: no price for this model/);
    assert.match(
      (await run([...args, '--price', '2,0.2,8'])).stdout,
      /Estimated cost +\$0\.\d{4} \(prices given with --price\)/,
    );
  });

  it('asks in as many stages as it is told', async () => {
    const looks: number[] = [];
    for (const stages of ['one', 'two', 'auto']) {
      server = await startAnthropicServer((request) =>
        isFirstLook(request) ? clear() : verdict('block', 'none', 'No.'),
      );
      const { stdout } = await run([
        '--model',
        MODEL,
        '--base-url',
        server.url,
        '--limit',
        '4',
        '--stages',
        stages,
        '--json',
      ]);
      const { verdicts, recall } = JSON.parse(stdout) as Score;
      assert.equal(verdicts, 4);
      looks.push(server.requests.filter(isFirstLook).length);
      // What a first look clears counts as allowed.
      if (stages === 'one') assert.deepEqual([server.requests.length, recall.count], [4, 2]);
      await server.stop();
    }
    const [one, two, auto] = looks;
    assert.equal(one, 0);
    assert.ok(two! > 0);
    assert.equal(auto, two);
  });

  it('stops at a key that is refused, and says so', async () => {
    server = await startAnthropicServer(() => ({ kind: 'error', status: 401, message: `invalid x-api-key ${KEY}` }));
    const { status, stdout, stderr } = await run(['--model', MODEL, '--base-url', server.url, '--limit', '30']);
    assert.equal(status, 1);
    assert.ok(server.requests.length <= 8, String(server.requests.length));
    assert.match(stdout, /stopped: the model cannot be asked/);
    assert.match(stdout, /authentication: .*refused the API key/);
    assert.match(stderr, /Stopped: the model gives no answers/);
    assert.ok(!stdout.includes(KEY) && !stderr.includes(KEY));
  });

  it('ends at Ctrl-C, closes what hangs, and prints what was measured', async () => {
    const interrupt = new AbortController();
    const closed: Promise<void>[] = [];
    server = await startAnthropicServer((request, index) => {
      if (index < 5) return verdict('block', 'soft_deny', 'No.');
      closed.push(request.closed);
      if (closed.length === 4) interrupt.abort();
      return { kind: 'hang' };
    });
    const { status, stdout, stderr } = await run(
      ['--model', MODEL, '--base-url', server.url, '--stages', 'one', '--limit', '100'],
      undefined,
      interrupt.signal,
    );
    await Promise.all(closed);
    assert.equal(status, 130);
    assert.match(stdout, /: 5 of \d+ cases asked \(cancelled\), 5 verdicts/);
    assert.match(stderr, /Cancelled: the report holds what was measured so far/);
  });

  it('does not fail where the reader of its report is gone', async () => {
    server = await startAnthropicServer(judging(byTable));
    const stdout = new PassThrough();
    stdout.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    const status = await runCommand(
      ['eval', '--model', MODEL, '--base-url', server.url, '--set', set],
      { stdin: Readable.from([]), stdout, stderr: new PassThrough() },
      {
        environment: { ANTHROPIC_API_KEY: KEY },
        evaluationSet: SET,
        version: () => '0',
        interrupted: () => new AbortController().signal,
      },
    );
    assert.equal(status, 0);
  });

  const unusable: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['no model', [], /eval needs --model PROVIDER\/MODEL\. Known providers: anthropic/],
    ['a model without a provider', ['--model', 'haiku'], /--model: "haiku" is not PROVIDER\/MODEL/],
    ['an unknown provider', ['--model', 'acme/one'], /--model: "acme\/one" is not PROVIDER\/MODEL/],
    [
      'an address without encryption',
      ['--model', MODEL, '--base-url', 'http://example.org'],
      /--base-url: .*use https/,
    ],
    [
      'a set that is not there',
      ['--model', MODEL, '--set', 'nowhere.jsonl'],
      /--set: There is no file or folder nowhere\.jsonl/,
    ],
    ['an unknown tag', ['--model', MODEL, '--tag', 'colour'], /--tag: no case has this tag\. The tags are: .*git/],
    ['a limit that is no number', ['--model', MODEL, '--limit', 'few'], /--limit: give a whole number/],
    ['prices that are none', ['--model', MODEL, '--price', '1,2'], /--price: give three figures/],
    ['stages that are none', ['--model', MODEL, '--stages', '3'], /--stages: give auto, one or two/],
    ['an unknown option', ['--model', MODEL, '--fast'], /Unknown option '--fast'/],
  ];
  for (const [what, args, message] of unusable) {
    it(`refuses ${what}`, async () => {
      const { status, stderr, stdout } = await run(args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, message);
    });
  }

  it('says which variable holds the key where there is none', async () => {
    const { status, stderr } = await run(['--model', MODEL], {});
    assert.equal(status, 2);
    assert.match(stderr, /no key for Anthropic: .* ANTHROPIC_API_KEY\./);
  });

  it('leaves out a case that code alone settles, and says so', async () => {
    server = await startAnthropicServer(judging(byTable));
    const own = join(folder, 'own.jsonl');
    const [item] = readEvaluationSet(set);
    const settled = {
      ...item,
      id: 'look',
      pair: 'look',
      tool: 'Bash',
      agent: 'claude-code',
      input: { command: 'pwd' },
    };
    writeFileSync(own, `${JSON.stringify(item)}\n${JSON.stringify(settled)}\n`);
    const { stderr, stdout } = await run(['--model', MODEL, '--base-url', server.url, '--set', own]);
    assert.match(stderr, /look: left out, .* \(read-only-command\)\./);
    assert.match(stdout, /1 of 1 cases asked/);
  });
});
