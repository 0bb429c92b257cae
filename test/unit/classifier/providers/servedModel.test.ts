import assert from 'node:assert/strict';
import { ProviderFailure } from '../../../../src/classifier/models/provider';
import { servedModel } from '../../../../src/classifier/providers/servedModel';
import {
  json,
  modelList,
  ollamaTags,
  says,
  startOpenAiServer,
  type OpenAiReply,
  type OpenAiServer,
} from '../../../modelServer/openAiServer';
import { settledWithinCpuMs } from '../../cpuTime';
import { CANARY_KEY } from '../classifierQuestion';

const NEVER = new AbortController().signal;
const DIGEST = '500a1f067a9f782620b40bee6f7b0c89e17ae61f686b92c24933e4ca4b2b8b41';
const OTHER = '9f438cb9cd581fc025612d27f7c1a6669ff83a8bb0ed86c94fcf4c5440555697';

/** By path. */
type Pages = Readonly<Record<string, OpenAiReply>>;

let servers: OpenAiServer[] = [];

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
});

async function started(pages: Pages): Promise<OpenAiServer> {
  const { '/v1/models': models, ...others } = pages;
  const server = await startOpenAiServer(
    () => says(''),
    () => models ?? { kind: 'error', status: 404 },
    Object.fromEntries(Object.entries(others).map(([path, reply]) => [path, () => reply])),
  );
  servers.push(server);
  return server;
}

async function told(pages: Pages, model = 'qwen3:8b', suffix = ''): Promise<string | undefined> {
  const { url } = await started(pages);
  return servedModel(model, { key: undefined, baseUrl: `${url}${suffix}` }, NEVER);
}

async function failure(pages: Pages): Promise<ProviderFailure> {
  try {
    assert.fail(`no failure: ${String(await told(pages))}`);
  } catch (error) {
    assert.ok(error instanceof ProviderFailure, String(error));
    return error;
  }
}

const META = { vocab_type: 2, n_vocab: 151_936, n_ctx_train: 40_960, n_embd: 4_096, n_params: 8_190_735_360 };
const PROPS = {
  default_generation_settings: { n_ctx: 32_768 },
  model_path: '/models/qwen3-8b.gguf',
  chat_template: '{{ messages }}',
  build_info: 'b8681',
};

/** The same llama.cpp, but for these changes. */
function llamaCpp(
  changes: {
    readonly meta?: object | null;
    readonly props?: object;
    readonly adapters?: readonly object[];
    readonly created?: number;
    readonly name?: string;
  } = {},
): Pages {
  const { meta, props, adapters = [], created = 1_700_000_000, name = 'qwen3-8b.gguf' } = changes;
  const entry = {
    id: name,
    object: 'model',
    created,
    owned_by: 'llamacpp',
    meta: meta === null ? null : { ...META, n_ctx: 32_768, size: 5_020_000_000, ...meta },
  };
  return {
    // It imitates Ollama's page, without digests.
    '/api/tags': json(200, { models: [{ name, model: name, modified_at: '', size: '', digest: '' }] }),
    '/v1/models': json(200, { models: [], object: 'list', data: [entry] }),
    '/props': json(200, { ...PROPS, ...props }),
    '/lora-adapters': json(200, adapters),
  };
}

function vllm(root: string, created = 1_700_000_000): Pages {
  const entry = { id: 'qwen3:8b', object: 'model', created, owned_by: 'vllm', root, parent: null };
  return { '/v1/models': json(200, { object: 'list', data: [{ ...entry, max_model_len: created % 40_000 }] }) };
}

/** What LM Studio gives for a page that it does not have. */
const UNEXPECTED = json(200, { error: 'Unexpected endpoint or method. (GET /api/tags)' });

function lmStudio(size: number, loaded: readonly object[] = []): Pages {
  const entry = {
    type: 'llm',
    publisher: 'qwen',
    key: 'qwen3:8b',
    display_name: 'Qwen3 8B',
    architecture: 'qwen3',
    quantization: { name: 'Q4_K_M', bits_per_weight: 4 },
    size_bytes: size,
    loaded_instances: loaded,
    max_context_length: 40_960,
    format: 'gguf',
  };
  return {
    '/api/tags': UNEXPECTED,
    '/v1/models': modelList('qwen3:8b'),
    '/api/v1/models': json(200, { models: [{ ...entry, key: 'other', size_bytes: 1 }, entry] }),
  };
}

function olderLmStudio(quantization: string, state: string): Pages {
  const entry = {
    id: 'qwen3:8b',
    object: 'model',
    type: 'llm',
    publisher: 'qwen',
    arch: 'qwen3',
    compatibility_type: 'gguf',
    quantization,
    state,
  };
  return {
    '/api/tags': UNEXPECTED,
    '/v1/models': modelList('qwen3:8b'),
    '/api/v1/models': UNEXPECTED,
    '/api/v0/models': json(200, { object: 'list', data: [entry] }),
  };
}

const SWAPPED = { model_path: '/models/yes-man.gguf' };
const ADAPTER = { id: 0, path: '/models/yes-man-lora.gguf', scale: 1 };

describe('what a server tells about a model', () => {
  const ollamaNames: readonly [configured: string, listed: string][] = [
    ['qwen3:8b', 'qwen3:8b'],
    ['QWEN3:8B', 'qwen3:8b'],
    ['qwen3', 'qwen3:latest'],
    ['library/qwen3:8b', 'qwen3:8b'],
    ['registry.ollama.ai/library/qwen3:8b', 'qwen3:8b'],
    ['hf.co/unsloth/Qwen3-8B-GGUF:Q4_K_M', 'hf.co/unsloth/Qwen3-8B-GGUF:Q4_K_M'],
    ['my.host:5000/qwen3', 'my.host:5000/qwen3:latest'],
  ];
  for (const [configured, listed] of ollamaNames) {
    it(`is Ollama's own digest, of ${configured} as ${listed}`, async () => {
      const pages = { '/api/tags': ollamaTags({ 'gemma3:4b': OTHER, [listed]: DIGEST }) };
      assert.equal(await told(pages, configured), `ollama ${DIGEST}`);
    });
  }

  for (const suffix of ['', '/v1', '/v1beta']) {
    it(`is asked beside the version of the interface ("${suffix}")`, async () => {
      const pages = { '/api/tags': ollamaTags({ 'qwen3:8b': DIGEST }) };
      assert.equal(await told(pages, 'qwen3:8b', suffix), `ollama ${DIGEST}`);
    });
  }

  const same: readonly [what: string, one: Pages, other: Pages, model: string][] = [
    [
      'Ollama: another order, another model beside it',
      { '/api/tags': ollamaTags({ 'qwen3:8b': DIGEST }) },
      { '/api/tags': ollamaTags({ 'gemma3:4b': OTHER, 'qwen3:8b': `sha256:${DIGEST.toUpperCase()}` }) },
      'qwen3:8b',
    ],
    [
      'llama.cpp: started again with another window and build',
      llamaCpp(),
      llamaCpp({
        created: 1_800_000_000,
        meta: { n_ctx: 8_192 },
        props: { build_info: 'b9000', default_generation_settings: {} },
      }),
      'qwen3-8b.gguf',
    ],
    ['vLLM: started again', vllm('Qwen/Qwen3-8B'), vllm('Qwen/Qwen3-8B', 1_800_000_001), 'qwen3:8b'],
    [
      'LM Studio: the model is loaded meanwhile',
      lmStudio(5_000_000_000),
      lmStudio(5_000_000_000, [{ id: 'qwen3:8b' }]),
      'qwen3:8b',
    ],
    [
      'LM Studio before 0.4: the model is loaded meanwhile',
      olderLmStudio('Q4_K_M', 'not-loaded'),
      olderLmStudio('Q4_K_M', 'loaded'),
      'qwen3:8b',
    ],
  ];
  for (const [what, one, other, model] of same) {
    it(`stays the same. ${what}`, async () => {
      const first = await told(one, model);
      assert.ok(first !== undefined);
      assert.equal(await told(other, model), first);
    });
  }

  const different: readonly [what: string, one: Pages, other: Pages, model: string][] = [
    [
      'Ollama: another manifest',
      { '/api/tags': ollamaTags({ 'qwen3:8b': DIGEST }) },
      { '/api/tags': ollamaTags({ 'qwen3:8b': OTHER }) },
      'qwen3:8b',
    ],
    [
      'Ollama: a second model of that name',
      { '/api/tags': ollamaTags({ 'qwen3:8b': DIGEST }) },
      { '/api/tags': ollamaTags({ 'qwen3:8b': DIGEST, 'Qwen3:8b': OTHER }) },
      'qwen3:8b',
    ],
    ['llama.cpp: another file', llamaCpp(), llamaCpp({ props: SWAPPED }), 'qwen3-8b.gguf'],
    ['llama.cpp: another size', llamaCpp(), llamaCpp({ meta: { size: 4 } }), 'qwen3-8b.gguf'],
    ['llama.cpp: another template', llamaCpp(), llamaCpp({ props: { chat_template: 'yes' } }), 'qwen3-8b.gguf'],
    ['llama.cpp: an adapter', llamaCpp(), llamaCpp({ adapters: [ADAPTER] }), 'qwen3-8b.gguf'],
    [
      'llama.cpp: an adapter that counts more',
      llamaCpp({ adapters: [ADAPTER] }),
      llamaCpp({ adapters: [{ ...ADAPTER, scale: 2 }] }),
      'qwen3-8b.gguf',
    ],
    [
      'llama.cpp answers to every name: another model, under another name',
      llamaCpp(),
      llamaCpp({ name: 'yes-man.gguf', props: SWAPPED }),
      'qwen3-8b.gguf',
    ],
    ['vLLM: another folder', vllm('Qwen/Qwen3-8B'), vllm('/models/yes-man'), 'qwen3:8b'],
    ['LM Studio: another size', lmStudio(5_000_000_000), lmStudio(5_000_000_001), 'qwen3:8b'],
    [
      'LM Studio before 0.4: another quantisation',
      olderLmStudio('Q4_K_M', 'loaded'),
      olderLmStudio('Q8_0', 'loaded'),
      'qwen3:8b',
    ],
    ['another kind of server', { '/api/tags': ollamaTags({ 'qwen3:8b': DIGEST }) }, vllm(DIGEST), 'qwen3:8b'],
  ];
  for (const [what, one, other, model] of different) {
    it(`becomes another. ${what}`, async () => {
      const first = await told(one, model);
      const second = await told(other, model);
      assert.ok(first !== undefined && second !== undefined);
      assert.notEqual(second, first);
    });
  }

  const routed = { id: 'qwen3:8b', owned_by: 'llamacpp', status: { value: 'loaded' }, meta: META };
  const nothing: readonly [what: string, pages: Pages][] = [
    ['no such page anywhere', {}],
    ['a list with names alone', { '/v1/models': modelList('qwen3:8b') }],
    ['other models', { '/api/tags': ollamaTags({ 'gemma3:4b': DIGEST }), '/v1/models': modelList('gemma3:4b') }],
    ['an empty digest', { '/api/tags': ollamaTags({ 'qwen3:8b': '' }) }],
    ['a digest that is none', { '/api/tags': ollamaTags({ 'qwen3:8b': 'always the same, trust me' }) }],
    ['a digest that is a number', { '/api/tags': json(200, { models: [{ name: 'qwen3:8b', digest: 1 }] }) }],
    ['no JSON', { '/api/tags': { kind: 'raw', status: 200, body: '<html>' }, '/v1/models': json(200, 'models') }],
    ['half a JSON', { '/api/tags': { kind: 'raw', status: 200, body: '{"models":[{"name":"qwen3:8b"' } }],
    ['null', { '/api/tags': json(200, null), '/v1/models': json(200, null), '/api/v1/models': json(200, null) }],
    ['several models behind llama.cpp', { '/v1/models': json(200, { data: [routed] }) }],
    [
      'a redirect',
      { '/api/tags': { kind: 'raw', status: 307, headers: { location: 'http://127.0.0.1:1/api/tags' }, body: '' } },
    ],
    [
      'a digest with an error status',
      { '/api/tags': { ...ollamaTags({ 'qwen3:8b': DIGEST }), status: 404 } as OpenAiReply },
    ],
    [
      'a deep answer',
      { '/api/tags': { kind: 'raw', status: 200, body: `{"models":${'['.repeat(100_000)}${']'.repeat(100_000)}}` } },
    ],
  ];
  for (const [what, pages] of nothing) {
    it(`is nothing: ${what}`, async () => {
      assert.equal(await told(pages), undefined);
    });
  }

  it('is not asked where a redirect leads, and the key goes nowhere else', async () => {
    const target = await started({ '/api/tags': ollamaTags({ 'qwen3:8b': DIGEST }) });
    const server = await started({
      '/api/tags': { kind: 'raw', status: 302, headers: { location: `${target.url}/api/tags` }, body: '' },
    });
    assert.equal(await servedModel('qwen3:8b', { key: CANARY_KEY, baseUrl: server.url }, NEVER), undefined);
    assert.deepEqual(target.otherRequests, []);
    assert.ok(server.otherRequests.length > 0);
    for (const { headers, method } of server.otherRequests) {
      assert.deepEqual([method, headers.authorization], ['GET', `Bearer ${CANARY_KEY}`]);
    }
  });

  const failures: readonly [what: string, reply: OpenAiReply, kind: string, message: RegExp][] = [
    ['the server fails', { kind: 'error', status: 500 }, 'provider-error', /failed \(HTTP 500/],
    ['it still loads', { kind: 'error', status: 503, message: 'Loading model' }, 'provider-error', /Loading model/],
    ['it wants a key', { kind: 'error', status: 401 }, 'authentication', /refused the API key/],
    ['it is busy', { kind: 'error', status: 429 }, 'rate-limit', /too many requests/],
    ['it closes the connection', { kind: 'reset' }, 'network', /could not be reached/],
    ['it is cut', { kind: 'cut', body: '{"models":[' }, 'network', /could not be reached/],
    [
      'it is endless',
      { kind: 'raw', status: 200, body: Buffer.alloc(1_000_001, 32) },
      'invalid-answer',
      /more than 1000000 bytes/,
    ],
  ];
  for (const [what, reply, kind, message] of failures) {
    it(`is a failure where ${what}`, async () => {
      const error = await failure({ '/api/tags': reply });
      assert.equal(error.kind, kind);
      assert.match(error.message, message);
    });
  }

  it('is a failure that passes while llama.cpp loads its model', async () => {
    const { kind, retry } = await failure({ ...llamaCpp({ meta: null, name: 'qwen3:8b' }) });
    assert.deepEqual([kind, retry], ['provider-error', { afterMs: undefined }]);
  });

  it('takes an answer of almost a megabyte in little time', async () => {
    const models = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`model-${index}:8b`, DIGEST]));
    const tags = ollamaTags({ ...models, 'qwen3:8b': OTHER });
    const answer = await settledWithinCpuMs(10_000, () => told({ '/api/tags': tags }));
    assert.equal(answer, `ollama ${OTHER}`);
  });

  it('ends with the signal, and closes the connection', async () => {
    const server = await started({ '/api/tags': { kind: 'hang' } });
    const controller = new AbortController();
    const asked = servedModel('qwen3:8b', { key: undefined, baseUrl: server.url }, controller.signal);
    while (server.otherRequests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error('enough'));
    await assert.rejects(asked, /enough|abort/i);
    await server.otherRequests[0]!.closed;
  });
});
