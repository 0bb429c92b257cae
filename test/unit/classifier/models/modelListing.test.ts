import assert from 'node:assert/strict';
import type { ApiKey, KeySource } from '../../../../src/classifier/models/keySource';
import { keyAddress, listModels, serverModels, type ListedModel } from '../../../../src/classifier/models/modelListing';
import { ProviderFailure, type Provider } from '../../../../src/classifier/models/provider';
import { anthropicProvider } from '../../../../src/classifier/providers/anthropic';
import { localServerProvider } from '../../../../src/classifier/providers/localServer';
import { openAiProvider } from '../../../../src/classifier/providers/openAi';
import {
  modelList,
  startOpenAiServer,
  verdict,
  type OpenAiReply,
  type OpenAiServer,
} from '../../../modelServer/openAiServer';
import {
  says,
  startAnthropicServer,
  type AnthropicServer,
  type ModelReply,
} from '../../../modelServer/anthropicServer';
import { keySource } from '../classifierQuestion';

const ANTHROPIC = { anthropic: anthropicProvider };
const BUILT_IN = [
  'anthropic/claude-haiku-4-5-20251001',
  'anthropic/claude-haiku-4-5',
  'anthropic/claude-sonnet-4-6',
  'anthropic/claude-opus-4-6',
  'anthropic/claude-opus-4-5-20251101',
  'anthropic/claude-opus-4-5',
];

function listing(...ids: readonly string[]): ModelReply {
  const data = ids.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' }));
  const body = JSON.stringify({ data, has_more: false, first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null });
  return { kind: 'raw', status: 200, headers: { 'content-type': 'application/json' }, body };
}

describe('listModels', () => {
  let server: AnthropicServer | undefined;

  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  async function list(reply: ModelReply, keys: KeySource = keySource()): Promise<readonly ListedModel[]> {
    server = await startAnthropicServer(() => says(''), { listModels: () => reply });
    return listModels(
      { keys, providers: ANTHROPIC, settings: { model: undefined, baseUrl: server.url } },
      new AbortController().signal,
    );
  }

  it('gives what the provider offers, best first', async () => {
    const models = await list(
      listing('claude-next-9', 'claude-sonnet-4-5', 'claude-opus-4-6', 'claude-haiku-4-5-20251001'),
    );
    assert.deepEqual(models, [
      { id: 'anthropic/claude-haiku-4-5-20251001', isDefault: true, baseUrl: server!.url },
      { id: 'anthropic/claude-opus-4-6', isDefault: false, baseUrl: server!.url },
      { id: 'anthropic/claude-next-9', isDefault: false, baseUrl: server!.url },
      { id: 'anthropic/claude-sonnet-4-5', isDefault: false, baseUrl: server!.url },
    ]);
    assert.match(server!.otherRequests[0]!.path, /^\/v1\/models/);
  });

  const fallbacks: readonly [what: string, reply: ModelReply, keys?: KeySource][] = [
    ['a key that is refused', { kind: 'error', status: 401 }],
    ['a web page', { kind: 'raw', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['nonsense', { kind: 'raw', status: 200, headers: { 'content-type': 'application/json' }, body: '{"data": [1]}' }],
    ['a reset', { kind: 'reset' }],
    ['no model', listing()],
    ['no key', listing('claude-opus-4-6'), keySource({})],
    [
      'an unconfirmed key of the environment',
      listing('claude-opus-4-6'),
      keySource({ anthropic: { value: 'k', source: 'environment' } }),
    ],
  ];
  for (const [what, reply, keys] of fallbacks) {
    it(`gives the built-in list with ${what}`, async () => {
      const models = await list(reply, keys);
      assert.deepEqual(
        models.map(({ id }) => id),
        BUILT_IN,
      );
      if (keys !== undefined) assert.equal(server!.otherRequests.length, 0);
    });
  }

  it('stops on an abort', async () => {
    server = await startAnthropicServer(() => says(''), { listModels: () => ({ kind: 'hang' }) });
    const controller = new AbortController();
    const pending = listModels(
      { keys: keySource(), providers: ANTHROPIC, settings: { model: undefined, baseUrl: server.url } },
      controller.signal,
    );
    controller.abort();
    await assert.rejects(pending, { name: 'AbortError' });
  });
});

describe('the server that a key is for', () => {
  const THERE = 'https://gateway.example/v1';
  const cases: readonly (readonly [
    what: string,
    provider: Provider,
    model: string | undefined,
    baseUrl: string | undefined,
    address: string | undefined,
  ])[] = [
    ['is the company', anthropicProvider, undefined, undefined, 'https://api.anthropic.com'],
    ['is the gateway of its model', anthropicProvider, 'anthropic/m', THERE, THERE],
    [
      'is the company where the gateway is for another model',
      anthropicProvider,
      'openai/m',
      THERE,
      'https://api.anthropic.com',
    ],
    ['is the gateway where no model is chosen', anthropicProvider, undefined, THERE, THERE],
    [
      'is the company where the address cannot be used',
      anthropicProvider,
      'anthropic/m',
      'nowhere',
      'https://api.anthropic.com',
    ],
    ["is the user's server", localServerProvider, 'local/m', THERE, THERE],
    ['is not known where the address is for another model', localServerProvider, 'openai/m', THERE, undefined],
    ['is not known without an address', localServerProvider, undefined, undefined, undefined],
  ];
  for (const [what, provider, model, baseUrl, address] of cases) {
    it(what, () => {
      assert.equal(keyAddress(provider, { model, baseUrl }), address);
    });
  }
});

describe('listModels with several providers', () => {
  const STORED: ApiKey = { value: 'anthropic-key', source: 'secret-storage' };
  const OTHER: ApiKey = { value: 'other-key', source: 'secret-storage' };
  let server: OpenAiServer | undefined;

  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  /** Those that are asked at the configured address; the others would go to the companies, so that they are replaced by built-in lists. */
  async function list(
    model: string | undefined,
    keys: Readonly<Record<string, ApiKey>>,
    reply: OpenAiReply = modelList('qwen3:8b', 'nomic-embed-text'),
  ): Promise<{ readonly models: readonly ListedModel[]; readonly url: string }> {
    server = await startOpenAiServer(verdict('allow', 'none', ''), () => reply);
    const atHome = (provider: Provider): Provider => ({
      ...provider,
      listModels: (connection, signal) =>
        connection.baseUrl === undefined ? Promise.resolve([]) : provider.listModels(connection, signal),
    });
    const providers = {
      anthropic: atHome(anthropicProvider),
      openai: atHome(openAiProvider),
      local: atHome(localServerProvider),
    };
    const options = { keys: keySource(keys), providers, settings: { model, baseUrl: server.url } };
    return { models: await listModels(options, new AbortController().signal), url: server.url };
  }

  const cases: readonly [
    what: string,
    model: string | undefined,
    keys: Readonly<Record<string, ApiKey>>,
    there: string,
    authorization: string | undefined,
  ][] = [
    ["the configured model's provider", 'local/m', { anthropic: STORED, openai: OTHER }, 'local', undefined],
    [
      "the configured model's provider with its key",
      'local/m',
      { anthropic: STORED, local: OTHER },
      'local',
      'Bearer other-key',
    ],
    [
      'another one that is configured',
      'openai/m',
      { anthropic: STORED, openai: OTHER, local: STORED },
      'openai',
      'Bearer other-key',
    ],
    ['the only one with a key', undefined, { openai: OTHER }, 'openai', 'Bearer other-key'],
    ['a server of the user without any key, where nobody is chosen', undefined, { local: OTHER }, 'local', undefined],
    [
      'a server of the user without any key, where it may be of several',
      undefined,
      { anthropic: STORED, openai: OTHER },
      'local',
      undefined,
    ],
  ];
  for (const [what, model, keys, there, authorization] of cases) {
    it(`asks at the configured address: ${what}`, async () => {
      const { models, url } = await list(model, keys);
      assert.deepEqual(
        server!.otherRequests.map(({ path, headers }) => [path, headers.authorization, headers['x-api-key']]),
        [['/v1/models', authorization, undefined]],
      );
      for (const { id, baseUrl } of models) assert.equal(baseUrl, id.startsWith(`${there}/`) ? url : undefined, id);
      assert.equal(
        models.some(({ id }) => id === 'local/qwen3:8b'),
        there === 'local',
      );
      assert.ok(!models.some(({ id }) => id.includes('embed')));
    });
  }

  it('knows which models of OpenAI answer in text', async () => {
    const ids = [
      'gpt-5.2',
      'whisper-1',
      'gpt-4o-mini-tts',
      'gpt-4o-realtime-preview',
      'text-embedding-3-small',
      'o4-mini',
      'ft:gpt-4.1-mini:someone::abc',
      'gpt-4.1-mini',
    ];
    const { models } = await list('openai/m', { openai: OTHER }, modelList(...ids));
    assert.deepEqual(
      models.flatMap(({ id }) => (id.startsWith('openai/') ? [id] : [])),
      ['openai/gpt-4.1-mini', 'openai/gpt-5.2', 'openai/o4-mini', 'openai/ft:gpt-4.1-mini:someone::abc'],
    );
  });

  it('lists what a gateway offers under names that OpenAI has not', async () => {
    const { models } = await list('openai/m', { openai: OTHER }, modelList('judge-large', 'vendor/judge-small'));
    assert.deepEqual(
      models.flatMap(({ id }) => (id.startsWith('openai/') ? [id] : [])),
      ['openai/judge-large', 'openai/vendor/judge-small'],
    );
  });

  const json = (body: string): OpenAiReply => ({
    kind: 'raw',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body,
  });
  const forms: readonly [what: string, body: string, names: readonly string[]][] = [
    ['entries without a name among others', '{"data":[{"id":"one"},{"object":"model"},null,{"id":5}]}', ['one']],
    ['a list without an object around it', '[{"id":"one","type":"chat"},{"id":"two"}]', ['one', 'two']],
    ['a server that has no model yet', '{"object":"list","data":null}', []],
    ['an empty list', '[]', []],
  ];
  for (const [what, body, names] of forms) {
    it(`reads ${what}`, async () => {
      server = await startOpenAiServer(verdict('allow', 'none', ''), () => json(body));
      const connection = { key: undefined, baseUrl: server.url };
      assert.deepEqual(await serverModels(localServerProvider, connection, new AbortController().signal), names);
    });
  }

  const failures: readonly [what: string, reply: OpenAiReply, kind: string][] = [
    ['a server that asks for a key', { kind: 'error', status: 401 }, 'authentication'],
    [
      'a web page',
      { kind: 'raw', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' },
      'invalid-answer',
    ],
    ['nonsense', json('{"data":[1]}'), 'invalid-answer'],
    ['a reset', { kind: 'reset' }, 'network'],
  ];
  for (const [what, reply, kind] of failures) {
    it(`says why there is no list: ${what}`, async () => {
      server = await startOpenAiServer(verdict('allow', 'none', ''), () => reply);
      const listed = serverModels(
        localServerProvider,
        { key: undefined, baseUrl: server.url },
        new AbortController().signal,
      );
      await assert.rejects(listed, (error) => error instanceof ProviderFailure && error.kind === kind);
    });
  }
});
