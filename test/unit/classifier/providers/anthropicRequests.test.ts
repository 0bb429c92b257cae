import assert from 'node:assert/strict';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import { verdict, type ModelReply } from '../../../modelServer/anthropicServer';
import { CANARY_KEY, keySource, question, settings } from '../classifierQuestion';
import { NEVER, always, anthropicServers, askerOf, clock, outageOf } from './anthropicQuestions';

const servers = anthropicServers();
const ask = askerOf(servers);

describe('the classifier through Anthropic: requests', () => {
  it('sends what the design says, and nothing that names a person or a machine', async () => {
    const { answer, server } = await ask(always(verdict('allow', 'none', 'Fine.')));
    assert.equal(answer.kind, 'verdict');
    const [request] = server.requests;
    const { messages, system, tools, ...rest } = request!.body!;
    assert.deepEqual(rest, {
      model: 'claude-haiku-4-5-20251001',
      max_tokens: 700,
      temperature: 0,
      tool_choice: { type: 'tool', name: 'classify_result' },
    });
    assert.equal(request!.path, '/v1/messages');
    assert.equal(Array.isArray(system) && system.length, 3);
    assert.equal(messages.length, 1);
    assert.equal(messages[0]!.role, 'user');
    assert.match(JSON.stringify(messages[0]!.content), /Latest action to classify:\\nbash /);
    const [tool] = tools!;
    const schema = tool!.input_schema as { properties: object; required: string[] };
    assert.deepEqual(Object.keys(schema.properties), ['thinking', 'decision', 'tier', 'rule', 'reason']);
    assert.deepEqual(schema.required, ['thinking', 'decision', 'tier', 'reason']);
    const { host, connection, 'content-length': length, 'user-agent': agent, ...headers } = request!.headers;
    assert.deepEqual(headers, {
      accept: 'application/json',
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      'x-api-key': CANARY_KEY,
    });
    assert.ok(host !== undefined && connection !== undefined && length !== undefined);
    assert.match(agent ?? '', /^Anthropic\/JS [\d.]+$/);
  });

  it('takes the configured model, and a path in the address', async () => {
    const server = await servers.start(always(verdict('allow', 'none', 'Fine.')));
    const classifier = createModelClassifier({ keys: keySource(), providers: PROVIDERS, clock, retryDelaysMs: [] });
    const withPath = settings({ baseUrl: `${server.url}/gateway/`, model: 'anthropic/some-model' });
    const answer = await classifier.classify(question({ settings: withPath }), NEVER);
    assert.equal(outageOf(answer).outage, 'no-model');
    assert.deepEqual(
      server.otherRequests.map(({ path, body }) => [path, body?.model]),
      [['/gateway/v1/messages', 'some-model']],
    );
  });

  it('reports the usage', async () => {
    const { answer } = await ask(
      always({
        kind: 'message',
        content: [
          {
            type: 'tool_use',
            id: 't',
            name: 'classify_result',
            input: { thinking: 't', decision: 'block', tier: 'soft_deny', rule: 'S1', reason: 'Force push.' },
          },
        ],
        usage: {
          input_tokens: 1200,
          output_tokens: 80,
          cache_read_input_tokens: 900,
          cache_creation_input_tokens: 300,
        },
      }),
    );
    assert.equal(answer.kind, 'verdict');
    const { usage, ...rest } = answer;
    assert.deepEqual(rest, {
      kind: 'verdict',
      decision: 'block',
      tier: 'soft_deny',
      rule: 'Git history: force push.',
      reason: 'Force push.',
    });
    const { latencyMs, ...tokens } = usage;
    assert.deepEqual(tokens, {
      provider: 'anthropic',
      model: 'claude-haiku-4-5-20251001',
      stage: 'judgement',
      inputTokens: 1200,
      outputTokens: 80,
      cachedTokens: 900,
      cacheWriteTokens: 300,
      costUsd: (1200 + 80 * 5 + 900 * 0.1 + 300 * 1.25) / 1e6,
    });
    assert.ok(latencyMs > 0 && latencyMs < 60_000);
  });

  const kept: readonly [what: string, second: ModelReply, expected: string, requests: number][] = [
    ['takes a new connection where the kept one was closed meanwhile', { kind: 'reset' }, 'allow', 3],
    ['does not ask twice where the answer had begun', { kind: 'cut', body: '{' }, 'network', 2],
  ];
  for (const [what, second, expected, requests] of kept) {
    it(`keeps its connection for the next question, and ${what}`, async () => {
      const server = await servers.start((_, index) => (index === 1 ? second : verdict('allow', 'none', 'Fine.')));
      const classifier = createModelClassifier({ keys: keySource(), providers: PROVIDERS, clock });
      const asked = question({ settings: settings({ baseUrl: server.url }) });
      assert.equal((await classifier.classify(asked, NEVER)).kind, 'verdict');
      const answer = await classifier.classify(asked, NEVER);
      assert.equal(answer.kind === 'verdict' ? answer.decision : answer.outage, expected);
      assert.equal(server.requests.length, requests);
    });
  }
});

describe('the classifier through Anthropic: size', () => {
  it('refuses an action that is too large without asking, and never shortens one', async () => {
    const { answer, server } = await ask(always(verdict('allow', 'none', 'Fine.')), {
      input: { command: 'x'.repeat(200_001) },
    });
    const got = outageOf(answer);
    assert.equal(got.outage, 'too-large');
    assert.match(got.message, / 200015 characters .* 200000\./);
    assert.equal(server.requests.length, 0);
  });

  it('sends a large action whole', async () => {
    const command = `${'x'.repeat(190_000)} && evil`;
    const { answer, server } = await ask(always(verdict('allow', 'none', 'Fine.')), { input: { command } });
    assert.equal(answer.kind, 'verdict');
    assert.ok(JSON.stringify(server.requests[0]!.body).includes(command));
  });
});
