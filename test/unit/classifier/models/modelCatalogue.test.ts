import assert from 'node:assert/strict';
import { parseModelId } from '../../../../src/classifier/models/modelCatalogue';

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
