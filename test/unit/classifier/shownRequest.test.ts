import assert from 'node:assert/strict';
import { secretCleaner } from '../../../src/classifier/prompt/secretCleaner';
import { shownAnswer } from '../../../src/classifier/shownRequest';
import { CANARY_KEY } from './classifierQuestion';

describe('an answer as it is shown', () => {
  const places: readonly (readonly [what: string, name: string, input: unknown, text: string])[] = [
    ['the name of a tool', CANARY_KEY, {}, ''],
    ['a value', 'classify_result', { reason: [`it holds ${CANARY_KEY}`] }, ''],
    ['the name of a field', 'classify_result', { fields: [{ [CANARY_KEY]: 1 }] }, ''],
    ['the text', 'classify_result', {}, `I saw ${CANARY_KEY}.`],
  ];
  for (const [what, name, input, text] of places) {
    it(`holds no key in ${what}`, () => {
      const reply = { toolCalls: [{ name, input }], text, ending: 'complete', usage: {} } as const;
      const result = { kind: 'answer', reply } as const;
      const shown = JSON.stringify(shownAnswer({ result, latencyMs: 1, clean: secretCleaner(CANARY_KEY) }));
      assert.ok(!shown.includes(CANARY_KEY), shown);
      assert.ok(shown.includes('[REDACTED]'));
    });
  }
});
