import assert from 'node:assert/strict';
import { callsTool, says, verdict, type ModelScript } from '../../../modelServer/anthropicServer';
import { CANARY_KEY, keySource } from '../classifierQuestion';
import { always, anthropicServers, askerOf, outageOf } from './anthropicQuestions';

const servers = anthropicServers();
const ask = askerOf(servers);

describe('the classifier through Anthropic: secrets', () => {
  const CANARY_SECRET = 'hunter2-canary-secret';

  it('sends no secret of the action', async () => {
    const { answer, server } = await ask(always(verdict('allow', 'none', 'Fine.')), {
      input: { command: `DB_PASSWORD=${CANARY_SECRET} npm start` },
      transcript: [{ role: 'user', text: `use --password ${CANARY_SECRET}` }],
    });
    assert.equal(answer.kind, 'verdict');
    assert.ok(!server.requests[0]!.rawBody.includes(CANARY_SECRET));
  });

  const echoes: readonly [what: string, script: ModelScript][] = [
    [
      'an error that quotes the key',
      ({ headers }) => ({
        kind: 'error',
        status: 401,
        message: `bad key ${String(headers.authorization)} ${CANARY_KEY}`,
      }),
    ],
    [
      'an error that quotes the key in another type',
      () => ({ kind: 'error', status: 400, type: CANARY_KEY, message: `x ${CANARY_KEY}` }),
    ],
    ['an error page that quotes the key', () => ({ kind: 'raw', status: 500, body: CANARY_KEY })],
    ['a page that quotes the key', () => ({ kind: 'raw', status: 200, body: CANARY_KEY })],
    [
      'broken JSON that quotes the key',
      () => ({ kind: 'raw', status: 200, headers: { 'content-type': 'application/json' }, body: `{"${CANARY_KEY}` }),
    ],
    ['a verdict that quotes the key', () => verdict('block', 'none', `The key is ${CANARY_KEY}.`)],
    ['a verdict that quotes a secret', () => verdict('block', 'none', `The password is --password ${CANARY_SECRET}`)],
    ['a verdict of the wrong shape', () => callsTool('classify_result', { [CANARY_KEY]: CANARY_KEY })],
    [
      'a rule that quotes the key',
      () =>
        callsTool('classify_result', { thinking: '', decision: 'block', tier: 'none', rule: CANARY_KEY, reason: 'r' }),
    ],
    ['free text that quotes the key', () => says(CANARY_KEY)],
    [
      'a redirect that quotes the key',
      () => ({ kind: 'raw', status: 307, headers: { location: `/?key=${CANARY_KEY}` }, body: '' }),
    ],
  ];
  for (const [what, script] of echoes) {
    it(`repeats neither key nor secret: ${what}`, async () => {
      const { answer } = await ask(script);
      const text = JSON.stringify(answer);
      assert.ok(!text.includes(CANARY_KEY) && !text.includes(CANARY_SECRET), text);
    });
  }

  it('does not let a key with strange characters into an error', async () => {
    const keys = keySource({ anthropic: { value: `${CANARY_KEY}\nx: y`, source: 'secret-storage' } });
    const { answer, server } = await ask(always(verdict('allow', 'none', 'Fine.')), {}, { keys });
    assert.equal(outageOf(answer).outage, 'no-key');
    assert.ok(!JSON.stringify(answer).includes(CANARY_KEY));
    assert.equal(server.requests.length, 0);
  });

  it('passes on no more than a short, visible part of what a server says', async () => {
    const { answer } = await ask(
      always({ kind: 'error', status: 400, message: `\u001b[31m\n${'long '.repeat(100_000)}` }),
    );
    const { message } = outageOf(answer);
    assert.ok(message.length < 700);
    assert.match(message, /\\\\u001b\[31m long/);
  });
});
