import assert from 'node:assert/strict';
import { callsTool, type OpenAiReply } from '../../../modelServer/openAiServer';
import { ALLOW, PROTOCOLS, always, askerOf, openAiServers, outageOf } from './openAiQuestions';

const servers = openAiServers();

for (const protocol of PROTOCOLS) {
  const { name } = protocol;
  const ask = askerOf(protocol, servers);

  describe(`the classifier through ${name}: repetition`, () => {
    for (const status of [408, 429, 500, 503, 529]) {
      it(`repeats after ${status} and takes the answer then`, async () => {
        const { answer, server } = await ask((request, index) =>
          index < 2 ? { kind: 'error', status } : ALLOW(request, index),
        );
        assert.equal(answer.kind, 'verdict');
        assert.equal(server.requests.length, 3);
      });
    }

    const once: readonly [what: string, reply: OpenAiReply][] = [
      ['401', { kind: 'error', status: 401 }],
      ['400', { kind: 'error', status: 400 }],
      ['an answer in the right form that is no verdict', callsTool('classify_result', { decision: 'perhaps' })],
      ['an account without credit', { kind: 'error', status: 429, code: 'insufficient_quota' }],
      ['a wait that ends after the deadline', { kind: 'error', status: 429, headers: { 'retry-after': '3600' } }],
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
      const { answer } = await ask((request, index) => {
        times.push(performance.now());
        return index === 0 ? { kind: 'error', status: 429, headers: { 'retry-after': '0.3' } } : ALLOW(request, index);
      });
      assert.equal(answer.kind, 'verdict');
      assert.ok(times[1]! - times[0]! >= 295);
    });
  });

  describe(`the classifier through ${name}: time`, () => {
    const slow: readonly [what: string, reply: OpenAiReply][] = [
      ['a server that accepts and hangs', { kind: 'hang' }],
      ['a server that sends byte by byte', { kind: 'trickle', everyMs: 20 }],
    ];
    for (const [what, reply] of slow) {
      it(`ends at the deadline with ${what}, and lets the connection go`, async () => {
        const { answer, server } = await ask(always(reply), { timeoutSeconds: 1 });
        const got = outageOf(answer);
        assert.equal(got.outage, 'timeout');
        assert.match(got.message, /did not answer within 1 seconds; auto mode fails closed\./);
        await server.requests[0]!.closed;
      });

      it(`stops at once on an abort with ${what}, and closes the connection`, async () => {
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
        const aborted = performance.now();
        controller.abort(new Error('the turn was cancelled'));
        await assert.rejects(pending, /the turn was cancelled/);
        await servers.current!.requests[0]!.closed;
        assert.ok(performance.now() - aborted < 20_000);
      });
    }

    it('asks nobody when the call was given up before', async () => {
      await assert.rejects(ask(ALLOW, {}, { signal: AbortSignal.abort() }), { name: 'AbortError' });
      assert.equal(servers.current!.requests.length, 0);
    });
  });
}
