/** What environment.test.ts shows for Anthropic, for the SDK of OpenAI: nothing in the environment may turn who is asked, or how. */
import https from 'https';
import assert from 'node:assert/strict';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import type { ClassifierAnswer } from '../../../../src/engine/model/ports';
import { startOpenAiServer, verdict, type OpenAiServer } from '../../../modelServer/openAiServer';
import { CANARY_KEY, keySource, question, settings } from '../classifierQuestion';

const clock = { now: () => 0, monotonic: () => 0 };

function ask(model: string, baseUrl: string | undefined): Promise<ClassifierAnswer> {
  const keys = keySource({ openai: { value: CANARY_KEY, source: 'secret-storage' } });
  const classifier = createModelClassifier({ keys, providers: PROVIDERS, clock });
  return classifier.classify(question({ settings: settings({ model, baseUrl }) }), new AbortController().signal);
}

describe('the environment of the classifier through OpenAI', () => {
  let server: OpenAiServer;
  let trap: OpenAiServer;
  let before: NodeJS.ProcessEnv;
  let printed: unknown[][];
  const console_ = { ...console };

  beforeEach(async () => {
    server = await startOpenAiServer(verdict('block', 'none', 'No.'));
    trap = await startOpenAiServer(verdict('allow', 'none', 'Trapped.'));
    before = { ...process.env };
    printed = [];
    for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const) {
      console[name] = (...line: unknown[]) => {
        printed.push(line);
      };
    }
  });

  afterEach(async () => {
    Object.assign(console, console_);
    for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before);
    await server.stop();
    await trap.stop();
  });

  const variables: readonly [what: string, variables: () => Readonly<Record<string, string>>][] = [
    ['another address', () => ({ OPENAI_BASE_URL: trap.url })],
    ['another key', () => ({ OPENAI_API_KEY: 'trap-key', OPENAI_ADMIN_KEY: 'trap-admin-key' })],
    ['an organisation and a project', () => ({ OPENAI_ORG_ID: 'trap-org', OPENAI_PROJECT_ID: 'trap-project' })],
    ['headers', () => ({ OPENAI_CUSTOM_HEADERS: 'x-trap: 1\nauthorization: Bearer trap-token' })],
    ['headers that no request can have', () => ({ OPENAI_CUSTOM_HEADERS: 'not a header name: 1\nx: \u0001' })],
    ['logging', () => ({ OPENAI_LOG: 'debug', DEBUG: '*' })],
    ['logging at a level that does not exist', () => ({ OPENAI_LOG: 'loud' })],
    ['a secret for webhooks', () => ({ OPENAI_WEBHOOK_SECRET: 'trap' })],
    [
      'a proxy',
      () => ({
        HTTP_PROXY: trap.url,
        HTTPS_PROXY: trap.url,
        http_proxy: trap.url,
        ALL_PROXY: trap.url,
        NODE_USE_ENV_PROXY: '1',
        NO_PROXY: '',
      }),
    ],
  ];
  for (const [what, given] of variables) {
    for (const [model, key] of [
      ['openai/gpt-4.1-mini', CANARY_KEY],
      ['local/m', undefined],
    ] as const) {
      it(`has no effect on ${model}: ${what}`, async () => {
        const set = given();
        Object.assign(process.env, set);
        const answer = await ask(model, server.url);
        assert.equal(answer.kind === 'verdict' && answer.decision, 'block', JSON.stringify(answer));
        assert.equal(trap.requests.length + trap.otherRequests.length, 0);
        const { headers } = server.requests[0]!;
        assert.equal(headers.authorization, key === undefined ? undefined : `Bearer ${key}`);
        assert.deepEqual(
          Object.keys(headers)
            .filter((name) => name !== 'authorization')
            .sort(),
          ['accept', 'connection', 'content-length', 'content-type', 'host', 'user-agent'],
        );
        assert.deepEqual(printed, []);
        // Hidden from the SDK, not taken from the other parts of the process.
        for (const [name, value] of Object.entries(set)) assert.equal(process.env[name], value);
      });
    }
  }

  it("goes to OpenAI's own address over https where no address is configured", async () => {
    process.env['OPENAI_BASE_URL'] = trap.url;
    const { request } = https;
    const asked: string[] = [];
    https.request = (url: unknown) => {
      asked.push(String(url));
      throw new Error('no network in this test');
    };
    try {
      const answer = await ask('openai/gpt-4.1-mini', undefined);
      assert.equal(answer.kind === 'outage' && answer.outage, 'network');
    } finally {
      https.request = request;
    }
    assert.deepEqual(asked, ['https://api.openai.com/v1/responses']);
    assert.equal(trap.requests.length, 0);
  });

  it('sends nothing to OpenAI for a server of the user without an address', async () => {
    const { request } = https;
    https.request = () => {
      throw new Error('nothing may be sent');
    };
    try {
      const answer = await ask('local/m', undefined);
      assert.equal(answer.kind === 'outage' && answer.outage, 'no-model');
      await assert.rejects(
        PROVIDERS['local']!.listModels({ key: undefined, baseUrl: undefined }, new AbortController().signal),
        /address of the model server is not set/,
      );
    } finally {
      https.request = request;
    }
  });
});
