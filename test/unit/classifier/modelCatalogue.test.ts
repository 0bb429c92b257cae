import assert from 'node:assert/strict';
import type { KeySource } from '../../../src/classifier/keySource';
import { listModels, parseModelId, type ListedModel } from '../../../src/classifier/modelCatalogue';
import { PROVIDERS } from '../../../src/classifier/providers/providerTable';
import { says, startAnthropicServer, type AnthropicServer, type ModelReply } from '../../modelServer/anthropicServer';
import { keySource } from './classifierQuestion';

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
    return listModels({ keys, providers: PROVIDERS, baseUrl: server.url }, new AbortController().signal);
  }

  it("gives the provider's models that can judge, best first", async () => {
    const models = await list(
      listing('claude-next-9', 'claude-sonnet-4-5', 'claude-opus-4-6', 'claude-haiku-4-5-20251001', 'claude-instant'),
    );
    assert.deepEqual(models, [
      { id: 'anthropic/claude-haiku-4-5-20251001', isDefault: true },
      { id: 'anthropic/claude-opus-4-6', isDefault: false },
      { id: 'anthropic/claude-sonnet-4-5', isDefault: false },
    ]);
    assert.match(server!.otherRequests[0]!.path, /^\/v1\/models/);
  });

  const fallbacks: readonly [what: string, reply: ModelReply, keys?: KeySource][] = [
    ['a key that is refused', { kind: 'error', status: 401 }],
    ['a web page', { kind: 'raw', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['nonsense', { kind: 'raw', status: 200, headers: { 'content-type': 'application/json' }, body: '{"data": [1]}' }],
    ['a reset', { kind: 'reset' }],
    ['no model that can judge', listing('claude-next-9')],
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
    const pending = listModels({ keys: keySource(), providers: PROVIDERS, baseUrl: server.url }, controller.signal);
    controller.abort();
    await assert.rejects(pending, { name: 'AbortError' });
  });
});

describe('parseModelId', () => {
  const cases: readonly [text: string, provider: string | undefined, model?: string][] = [
    ['anthropic/claude-haiku-4-5', 'anthropic', 'claude-haiku-4-5'],
    ['ollama/qwen3:8b', 'ollama', 'qwen3:8b'],
    ['openrouter/meta/llama-3', 'openrouter', 'meta/llama-3'],
    ['Anthropic/x', undefined],
    ['/x', undefined],
    ['x', undefined],
    ['', undefined],
    [`a/${'x'.repeat(201)}`, undefined],
  ];
  for (const [text, provider, model] of cases) {
    it(JSON.stringify(text.slice(0, 40)), () => {
      assert.deepEqual(parseModelId(text), provider === undefined ? undefined : { provider, model });
    });
  }
});
