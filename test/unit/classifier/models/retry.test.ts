import assert from 'node:assert/strict';
import { withinDeadline } from '../../../../src/common/deadline';
import { ProviderFailure } from '../../../../src/classifier/models/provider';
import { ANSWER_TOO_LARGE, NetworkFailure } from '../../../../src/classifier/providers/httpFetch';
import { networkFailure, nonsense, statusFailure } from '../../../../src/classifier/providers/serverFailure';
import { withRetries } from '../../../../src/classifier/models/retry';
import { OUTAGE_KINDS, type OutageKind } from '../../../../src/engine/model/decision';

const SERVER = { title: 'Server', key: undefined, baseUrl: undefined };
const NEVER = new AbortController().signal;

function status(code: number, message = '', headers?: Headers): ProviderFailure {
  return statusFailure(code, headers, { error: { message } }, SERVER);
}

const network = (code: string, mayPass: boolean): ProviderFailure =>
  networkFailure(new NetworkFailure(code, 'It failed.', mayPass), SERVER);

/** What can be wrong, as the providers tell it; whether the same request is sent again. */
const FAILURES: readonly (readonly [what: string, failure: ProviderFailure, kind: OutageKind, again: boolean])[] = [
  ['a network that has not answered', network('ECONNREFUSED', true), 'network', true],
  ['a network that broke in the answer', network('ECONNRESET', false), 'network', false],
  ['a certificate', network('CERT_HAS_EXPIRED', false), 'network', false],
  ['an answer without end', network(ANSWER_TOO_LARGE, false), 'invalid-answer', false],
  ['no answer of the API', nonsense(SERVER), 'invalid-answer', false],
  ['a status 400', status(400, 'bad schema'), 'provider-error', false],
  ['a status 404', status(404), 'provider-error', false],
  ['a status 404 for a model', statusFailure(404, undefined, {}, { ...SERVER, model: 'm' }), 'no-model', false],
  ['a redirection', status(302), 'provider-error', false],
  ['a status 500', status(500), 'provider-error', true],
  ['a status 503', status(503), 'provider-error', true],
  ['a status 529', status(529), 'provider-error', true],
  ['a status 408', status(408), 'timeout', true],
  ['a rate limit', status(429, 'slow down'), 'rate-limit', true],
  ['a rate limit that is final', status(429, '', new Headers({ 'x-should-retry': 'false' })), 'rate-limit', false],
  ['no credit (429)', status(429, 'You exceeded your current quota.'), 'quota', false],
  ['no credit (400)', status(400, 'Your credit balance is too low.'), 'quota', false],
  ['a limit of spending', status(400, 'You have reached your specified API usage limits.'), 'quota', false],
  ['no credit (402)', status(402), 'quota', false],
  ['a wrong key', status(401), 'authentication', false],
  ['a key without rights', status(403), 'authentication', false],
  ['a prompt too long', status(400, 'prompt is too long'), 'too-large', false],
  ...OUTAGE_KINDS.map((kind) => [`${kind} as such`, new ProviderFailure(kind, 'No.', undefined), kind, false] as const),
];

/** Runs `attempt` under a deadline, with hardly any delay between repetitions. */
function run<T>(attempt: () => Promise<T>, milliseconds = 60_000, signal = NEVER): Promise<T> {
  return withinDeadline(milliseconds, signal, (deadline) => withRetries(attempt, deadline, [2, 4]));
}

describe('repetition of a request', () => {
  for (const [what, failure, kind, again] of FAILURES) {
    it(`${again ? 'comes' : 'does not come'} after ${what}`, async () => {
      let attempts = 0;
      const given = run(() => {
        attempts += 1;
        return Promise.reject(failure);
      });
      await assert.rejects(given, (error) => error === failure);
      assert.equal(failure.kind, kind);
      assert.equal(attempts, again ? 3 : 1);
    });
  }

  it('ends with the first answer', async () => {
    let attempts = 0;
    const answer = await run(() => {
      attempts += 1;
      return attempts < 2 ? Promise.reject(status(529)) : Promise.resolve('answer');
    });
    assert.deepEqual([answer, attempts], ['answer', 2]);
  });

  for (const [what, wait] of [
    ['in seconds', '60'],
    ['as a date', new Date(Date.now() + 3_600_000).toUTCString()],
    ['that leaves no time for an answer', '0.9'],
  ] as const) {
    it(`tells the rate limit at once where the server asks for a wait beyond the deadline, ${what}`, async () => {
      const limited = status(429, '', new Headers({ 'retry-after': wait }));
      let attempts = 0;
      const given = run(() => {
        attempts += 1;
        return Promise.reject(limited);
      }, 1_000);
      // Not the error of the deadline, which comes after a wait that is too long.
      await assert.rejects(given, (error) => error === limited);
      assert.equal(attempts, 1);
    });
  }

  it('waits as long as the server asks, whatever the usual delay', async () => {
    const started = performance.now();
    const limited = status(429, '', new Headers({ 'retry-after': '0.2' }));
    let attempts = 0;
    await run(() => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(limited) : Promise.resolve();
    });
    assert.ok(performance.now() - started >= 195);
  });

  it('waits a little even where the server asks for no wait or names a time that is past, and not all alike', async () => {
    const waits: number[] = [];
    for (const value of ['0', new Date(Date.now() - 3_600_000).toUTCString(), '0', '0', '0', '0']) {
      const limited = status(429, '', new Headers({ 'retry-after': value }));
      const times: number[] = [];
      const attempt = (): Promise<void> => {
        times.push(performance.now());
        return times.length === 1 ? Promise.reject(limited) : Promise.resolve();
      };
      await withinDeadline(60_000, NEVER, (deadline) => withRetries(attempt, deadline, [100, 100]));
      waits.push((times[1] ?? 0) - (times[0] ?? 0));
    }
    assert.ok(
      waits.every((wait) => wait >= 45),
      String(waits),
    );
    assert.ok(new Set(waits.map(Math.round)).size > 1, String(waits));
  });

  it('ends at once where the agent gives up during a wait', async () => {
    const agent = new AbortController();
    const limited = status(429, '', new Headers({ 'retry-after': '300' }));
    let attempts = 0;
    const started = performance.now();
    setTimeout(() => {
      agent.abort(new Error('The agent is gone.'));
    }, 20);
    const given = run(
      () => {
        attempts += 1;
        return Promise.reject(limited);
      },
      600_000,
      agent.signal,
    );
    await assert.rejects(given, /The agent is gone\./);
    assert.equal(attempts, 1);
    assert.ok(performance.now() - started < 20_000);
  });
});
