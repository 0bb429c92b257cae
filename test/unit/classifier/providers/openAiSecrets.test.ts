import assert from 'node:assert/strict';
import { callsTool, json, says, type OpenAiScript } from '../../../modelServer/openAiServer';
import { CANARY_KEY } from '../classifierQuestion';
import { ALLOW, CANARY_SECRET, GOOD, PROTOCOLS, askerOf, openAiServers } from './openAiQuestions';

const servers = openAiServers();

for (const protocol of PROTOCOLS) {
  const { name } = protocol;
  const ask = askerOf(protocol, servers);

  describe(`the classifier through ${name}: secrets`, () => {
    it('sends no secret of the action', async () => {
      const { answer, server } = await ask(ALLOW, {
        input: { command: `DB_PASSWORD=${CANARY_SECRET} npm start` },
        transcript: [{ role: 'user', text: `use --password ${CANARY_SECRET}` }],
      });
      assert.equal(answer.kind, 'verdict');
      assert.ok(!server.requests[0]!.rawBody.includes(CANARY_SECRET));
    });

    const echoes: readonly [what: string, script: OpenAiScript][] = [
      [
        'an error that quotes the key',
        ({ headers }) => ({
          kind: 'error',
          status: 401,
          message: `bad ${String(headers.authorization)} ${CANARY_KEY}`,
        }),
      ],
      [
        'an error that names the key as its parameter',
        () => ({ kind: 'error', status: 400, param: CANARY_KEY, code: CANARY_KEY }),
      ],
      ['a bare error that quotes the key', () => json(400, { error: CANARY_KEY })],
      ['a list of errors that quotes the key', () => json(422, { detail: [{ loc: [CANARY_KEY], msg: CANARY_KEY }] })],
      [
        'an error that quotes a secret',
        () => ({
          kind: 'error',
          status: 400,
          message: `in --password ${CANARY_SECRET} and DB_PASSWORD=${CANARY_SECRET}`,
        }),
      ],
      ['an error page that quotes the key', () => ({ kind: 'raw', status: 500, body: CANARY_KEY })],
      ['a page that quotes the key', () => ({ kind: 'raw', status: 200, body: CANARY_KEY })],
      [
        'a verdict that quotes the key',
        () => callsTool('classify_result', { ...GOOD, reason: `The key is ${CANARY_KEY}.` }),
      ],
      ['a verdict of the wrong shape', () => callsTool('classify_result', { [CANARY_KEY]: CANARY_KEY })],
      [
        'arguments that quote the key',
        () => ({ kind: 'answer', toolCalls: [{ name: CANARY_KEY, arguments: CANARY_KEY }] }),
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
  });
}
