import assert from 'node:assert/strict';
import { KeptModels } from '../../../../src/features/models/keptModels';

describe('the digests of chosen models', () => {
  let memory: Map<string, unknown>;
  const name = { address: 'http://localhost:11434', model: 'qwen3:8b' };

  beforeEach(() => {
    memory = new Map();
  });

  function models(): KeptModels {
    const update = (key: string, value: unknown): Promise<void> => {
      memory.set(key, value);
      return Promise.resolve();
    };
    return new KeptModels({ get: (key) => memory.get(key), update });
  }

  it('are kept by address and model, over restarts', async () => {
    await models().set(name, 'ollama 1');
    await models().set({ ...name, model: 'gemma3:4b' }, 'ollama 2');
    await models().set({ ...name, address: 'http://localhost:11434/v1' }, 'ollama 3');
    await models().set(name, 'ollama 4');
    assert.equal(models().get(name), 'ollama 4');
    assert.equal(models().get({ ...name, model: 'gemma3:4b' }), 'ollama 2');
    assert.equal(models().get({ ...name, address: 'http://localhost:11434/v1' }), 'ollama 3');
    assert.equal(models().get({ ...name, model: 'other' }), undefined);
    await models().set(name, undefined);
    assert.equal(models().get(name), undefined);
    assert.equal(models().get({ ...name, model: 'gemma3:4b' }), 'ollama 2');
  });

  it('are no more than a hundred, the oldest go first', async () => {
    for (let index = 0; index < 101; index += 1) await models().set({ ...name, model: `m${index}` }, 'ollama 1');
    assert.equal(models().get({ ...name, model: 'm0' }), undefined);
    assert.equal(models().get({ ...name, model: 'm1' }), 'ollama 1');
  });

  for (const value of ['text', 7, null, {}, [1], [['a', 'b']], [['http://localhost:11434', 'qwen3:8b', 3]]]) {
    it(`are none in what is no list of ours: ${JSON.stringify(value)}`, () => {
      memory.set('modelDigests', value);
      assert.equal(models().get(name), undefined);
    });
  }
});
