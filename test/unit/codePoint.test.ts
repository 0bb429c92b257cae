import assert from 'node:assert/strict';
import fc from 'fast-check';
import { codePoint } from './codePoint';

describe('any character', () => {
  const texts = fc.sample(fc.string({ unit: codePoint, maxLength: 40 }), { seed: 2_611_251, numRuns: 1_000 });

  it('is one below and one above the surrogates, and never half of one', () => {
    const codes = texts.flatMap((text) => Array.from(text, (character) => character.codePointAt(0) ?? -1));
    assert.ok(codes.includes(0) && codes.includes(0x10ffff));
    assert.ok(codes.some((code) => code > 0x7f && code < 0xd800));
    assert.deepEqual(
      codes.filter((code) => code >= 0xd800 && code < 0xe000),
      [],
    );
  });

  // fast-check puts them in only where it can tell a text's characters.
  it('makes texts that are names of JavaScript’s own', () => {
    assert.ok(texts.includes('__proto__') || texts.includes('constructor') || texts.includes('toString'));
  });
});
