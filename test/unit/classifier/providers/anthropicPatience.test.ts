import assert from 'node:assert/strict';
import type { KeySource } from '../../../../src/classifier/models/keySource';
import { callsTool, says, verdict, type ModelReply } from '../../../modelServer/anthropicServer';
import { CANARY_KEY } from '../classifierQuestion';
import { always, anthropicServers, askerOf, outageOf } from './anthropicQuestions';

const servers = anthropicServers();
const ask = askerOf(servers);

describe('the classifier through Anthropic: repetition', () => {
  for (const status of [429, 500, 503, 529]) {
    it(`repeats after ${status} and takes the answer then`, async () => {
      const { answer, server } = await ask((_, index) =>
        index < 2 ? { kind: 'error', status } : verdict('allow', 'none', 'Fine.'),
      );
      assert.equal(answer.kind, 'verdict');
      assert.equal(server.requests.length, 3);
    });
  }

  it('repeats after a connection that was reset before an answer, and takes the answer then', async () => {
    const { answer, server } = await ask((_, index) =>
      index < 2 ? { kind: 'reset' } : verdict('allow', 'none', 'Fine.'),
    );
    assert.equal(answer.kind, 'verdict');
    assert.equal(server.requests.length, 3);
  });

  it('gives up after the third attempt', async () => {
    const { answer, server } = await ask(always({ kind: 'error', status: 529 }));
    assert.equal(outageOf(answer).outage, 'provider-error');
    assert.equal(server.requests.length, 3);
  });

  const once: readonly [what: string, reply: ModelReply][] = [
    ['401', { kind: 'error', status: 401 }],
    ['400', { kind: 'error', status: 400 }],
    ['402', { kind: 'error', status: 402 }],
    ['403', { kind: 'error', status: 403 }],
    ['404', { kind: 'error', status: 404 }],
    ['413', { kind: 'error', status: 413 }],
    ['a redirection', { kind: 'error', status: 307, headers: { location: 'http://127.0.0.1:1/' } }],
    ['an account without credit', { kind: 'error', status: 400, message: 'Your credit balance is too low.' }],
    ['an answer that breaks off', { kind: 'cut', body: '{"content": [' }],
    ['an answer in the right form that is no verdict', callsTool('classify_result', { decision: 'perhaps' })],
    ['a server that says not to', { kind: 'error', status: 529, headers: { 'x-should-retry': 'false' } }],
    ['a wait that ends after the deadline', { kind: 'error', status: 429, headers: { 'retry-after': '3600' } }],
    [
      'a wait until a date after the deadline',
      { kind: 'error', status: 429, headers: { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
    ],
  ];
  for (const [what, reply] of once) {
    it(`does not repeat after ${what}`, async () => {
      const { answer, server } = await ask(always(reply));
      assert.notEqual(outageOf(answer).outage, 'timeout');
      assert.equal(server.requests.length, 1);
    });
  }

  it('waits as long as the server asks', async () => {
    const times: number[] = [];
    const { answer } = await ask((_, index) => {
      times.push(performance.now());
      return index === 0
        ? { kind: 'error', status: 429, headers: { 'retry-after': '0.3' } }
        : verdict('allow', 'none', 'Fine.');
    });
    assert.equal(answer.kind, 'verdict');
    assert.ok(times[1]! - times[0]! >= 295);
  });
});

describe('the classifier through Anthropic: time', () => {
  const slow: readonly [what: string, reply: ModelReply][] = [
    ['a server that accepts and hangs', { kind: 'hang' }],
    ['a server that sends byte by byte', { kind: 'trickle', everyMs: 20 }],
  ];
  for (const [what, reply] of slow) {
    it(`ends at the deadline with ${what}, and lets the connection go`, async () => {
      const started = performance.now();
      const { answer, server } = await ask(always(reply), { timeoutSeconds: 1 });
      const got = outageOf(answer);
      assert.equal(got.outage, 'timeout');
      assert.match(got.message, /did not answer within 1 seconds; auto mode fails closed\./);
      assert.ok(got.usage !== undefined && got.usage.latencyMs >= 950);
      assert.ok(performance.now() - started < 20_000);
      await server.requests[0]!.closed;
    });

    it(`stops at once on an abort with ${what}, and lets the connection go`, async () => {
      const controller = new AbortController();
      let arrived = (): void => undefined;
      const request = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const pending = ask(
        () => {
          arrived();
          return reply;
        },
        { timeoutSeconds: 300 },
        { signal: controller.signal },
      );
      await request;
      controller.abort(new Error('the turn was cancelled'));
      await assert.rejects(pending, /the turn was cancelled/);
      await servers.current!.requests[0]!.closed;
    });
  }

  it('stops at once on an abort while it waits for the next attempt', async () => {
    const controller = new AbortController();
    const pending = ask(
      () => {
        setImmediate(() => {
          controller.abort();
        });
        return { kind: 'error', status: 429, headers: { 'retry-after': '30' } };
      },
      { timeoutSeconds: 300 },
      { signal: controller.signal },
    );
    await assert.rejects(pending, { name: 'AbortError' });
  });

  it('asks nobody when the call was given up before', async () => {
    await assert.rejects(ask(always(says('')), {}, { signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.equal(servers.current!.requests.length, 0);
  });

  it('bounds a key store that hangs', async () => {
    const keys: KeySource = { key: () => new Promise(() => undefined), environmentKeyConfirmed: () => false };
    const { answer } = await ask(always(says('')), { timeoutSeconds: 0.1 }, { keys });
    assert.equal(outageOf(answer).outage, 'timeout');
  });

  it('takes a key store that fails for an outage', async () => {
    const keys: KeySource = {
      key: () => Promise.reject(new Error(`cannot read ${CANARY_KEY}`)),
      environmentKeyConfirmed: () => false,
    };
    const { answer, server } = await ask(always(says('')), {}, { keys });
    assert.equal(outageOf(answer).outage, 'no-key');
    assert.ok(!JSON.stringify(answer).includes(CANARY_KEY));
    assert.equal(server.requests.length, 0);
  });
});
