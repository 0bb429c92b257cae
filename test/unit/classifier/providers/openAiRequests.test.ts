import assert from 'node:assert/strict';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import { CANARY_KEY, keySource, question, settings } from '../classifierQuestion';
import {
  ALLOW,
  GOOD,
  NEVER,
  PROTOCOLS,
  always,
  askerOf,
  clock,
  openAiServers,
  outageOf,
  storedKeyOf,
} from './openAiQuestions';

const servers = openAiServers();

for (const protocol of PROTOCOLS) {
  const { name, provider, model, path } = protocol;
  const storedKey = storedKeyOf(provider);
  const ask = askerOf(protocol, servers);

  describe(`the classifier through ${name}: requests`, () => {
    for (const suffix of ['', '/', '/v1', '/v1/']) {
      it(`asks once, at ${path}, with the address ending in "${suffix}"`, async () => {
        const { answer, server } = await ask(ALLOW, { suffix });
        assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
        assert.deepEqual(
          server.requests.map((request) => [request.method, request.path]),
          [['POST', path]],
        );
      });
    }

    it('keeps another path in the address', async () => {
      const { answer, server } = await ask(ALLOW, { suffix: '/gateway/v1beta/openai' });
      assert.equal(outageOf(answer).outage, 'no-model');
      assert.equal(server.otherRequests[0]!.path, `/gateway/v1beta/openai${path.slice('/v1'.length)}`);
    });

    it('sends no header that names a person or a machine', async () => {
      const { server } = await ask(ALLOW);
      const {
        host,
        connection,
        'content-length': length,
        'user-agent': agent,
        ...headers
      } = server.requests[0]!.headers;
      assert.deepEqual(headers, {
        accept: 'application/json',
        authorization: `Bearer ${CANARY_KEY}`,
        'content-type': 'application/json',
      });
      assert.ok(host !== undefined && connection !== undefined && length !== undefined);
      assert.match(agent ?? '', /^OpenAI\/JS [\d.]+$/);
    });

    it('sends the same bytes before what changes from call to call', async () => {
      const server = await servers.start(ALLOW);
      const classifier = createModelClassifier({ keys: storedKey, providers: PROVIDERS, clock });
      for (const command of ['npm test', 'git push']) {
        const chosen = settings({ model: `${provider}/${model}`, baseUrl: server.url });
        await classifier.classify(question({ settings: chosen, input: { command } }), NEVER);
      }
      const [first, second] = server.requests.map(({ body }) =>
        JSON.stringify(body?.instructions ?? body?.messages?.[0]),
      );
      assert.ok(first!.length > 5_000);
      assert.equal(first, second);
    });

    it('reports the usage, cached tokens apart', async () => {
      const { answer } = await ask(
        always({
          kind: 'answer',
          toolCalls: [
            {
              name: 'classify_result',
              arguments: JSON.stringify({ ...GOOD, decision: 'block', tier: 'soft_deny', rule: 'S1' }),
            },
          ],
          usage: { input: 9000, output: 80, cached: 7000 },
        }),
      );
      assert.equal(answer.kind, 'verdict');
      assert.equal(answer.rule, 'Git history: force push.');
      const { latencyMs, ...tokens } = answer.usage;
      assert.deepEqual(tokens, {
        provider,
        model,
        stage: 'judgement',
        inputTokens: 2000,
        outputTokens: 80,
        cachedTokens: 7000,
        ...(provider === 'openai' ? { costUsd: (2000 * 0.4 + 7000 * 0.1 + 80 * 1.6) / 1e6 } : {}),
      });
      assert.ok(latencyMs > 0 && latencyMs < 60_000);
    });
  });
}

describe('the classifier through OpenAI: what is sent', () => {
  it('is a strict tool that has to be called, nothing kept, no temperature', async () => {
    const server = await servers.start(ALLOW);
    const keys = keySource({ openai: { value: CANARY_KEY, source: 'secret-storage' } });
    const classifier = createModelClassifier({ keys, providers: PROVIDERS, clock });
    // The only key there is decides who is asked, and at which address.
    const answer = await classifier.classify(question({ settings: settings({ baseUrl: server.url }) }), NEVER);
    assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
    const { instructions, input, tools, ...rest } = server.requests[0]!.body!;
    assert.deepEqual(rest, {
      model: 'gpt-4.1-mini',
      max_output_tokens: 700,
      temperature: 0,
      store: false,
      tool_choice: { type: 'function', name: 'classify_result' },
      parallel_tool_calls: false,
    });
    assert.match(instructions!, /^You are the judge of auto mode/);
    assert.equal(input!.length, 1);
    assert.match(input![0]!.content.at(-1)!.text, /Latest action to classify:\nbash /);
    const [tool] = tools as readonly {
      strict: boolean;
      parameters: { required: string[]; properties: Record<string, unknown> };
    }[];
    assert.equal(tool!.strict, true);
    assert.deepEqual(tool!.parameters.required, ['thinking', 'decision', 'tier', 'rule', 'reason']);
    assert.deepEqual(tool!.parameters.required, Object.keys(tool!.parameters.properties));
    assert.deepEqual((tool!.parameters.properties['rule'] as { type: unknown }).type, ['string', 'null']);
  });
});

/** In most tokenizers each character is a token of its own. */
const MANY_TOKENS = '^}~[_^]{`?~@=^}_|['.repeat(2_700);

describe('the classifier through a server of the user: what is sent', () => {
  it('is one message of each role and no key where there is none', async () => {
    const server = await servers.start(ALLOW);
    const classifier = createModelClassifier({ keys: keySource({}), providers: PROVIDERS, clock });
    const chosen = settings({ model: 'local/qwen3:8b', baseUrl: server.url });
    const answer = await classifier.classify(question({ settings: chosen }), NEVER);
    assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
    const { messages, tools, ...rest } = server.requests[0]!.body!;
    assert.deepEqual(rest, {
      model: 'qwen3:8b',
      max_tokens: 700,
      temperature: 0,
      stream: false,
      tool_choice: { type: 'function', function: { name: 'classify_result' } },
    });
    assert.deepEqual(
      messages!.map(({ role }) => role),
      ['system', 'user'],
    );
    assert.match(messages![1]!.content, /Latest action to classify:\nbash /);
    assert.equal(tools!.length, 1);
    assert.equal(server.requests[0]!.headers.authorization, undefined);
  });

  const read: readonly [what: string, command: string, tokens: number, isCut: boolean][] = [
    ['far fewer tokens than the question has', 'npm test', 1_000, true],
    ['half of a window, of a question just over it', `echo ${'word '.repeat(2_500)}`, 2_050, true],
    ['exactly a window', 'npm test', 4_096, true],
    ['half of a window, of text with many tokens', `echo ${MANY_TOKENS}`, 16_386, true],
    ['half of a window and three more, of such text', `echo ${MANY_TOKENS}`, 16_387, true],
    ['as many tokens as such text has', `echo ${MANY_TOKENS}`, 50_123, false],
    ['as many tokens as usual', 'npm test', 2_500, false],
    ['as many as usual, and by chance like half of a window', 'npm test', 6_146, false],
    ['few tokens for a long run of spaces', `echo${' '.repeat(50_000)}x`, 3_000, false],
  ];
  for (const [what, command, input, isCut] of read) {
    it(`${isCut ? 'says that' : 'is not said to be cut where'} the server has read ${what}`, async () => {
      const toolCalls = [{ name: 'classify_result', arguments: JSON.stringify(GOOD) }];
      const server = await servers.start(() => ({ kind: 'answer', toolCalls, usage: { input, output: 1 } }));
      const classifier = createModelClassifier({ keys: keySource({}), providers: PROVIDERS, clock });
      const chosen = settings({ model: 'local/qwen3:8b', baseUrl: server.url });
      const answer = await classifier.classify(question({ settings: chosen, input: { command } }), NEVER);
      if (!isCut) {
        assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
        return;
      }
      assert.equal(answer.kind === 'outage' && answer.outage, 'too-large');
      assert.match(
        answer.kind === 'outage' ? answer.message : '',
        new RegExp(`has read only ${input} tokens of a question of \\d+ characters`),
      );
      assert.match(answer.kind === 'outage' ? (answer.remedy ?? '') : '', /larger context/);
    });
  }
});
