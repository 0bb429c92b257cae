import fc from 'fast-check';

const [FIRST_SURROGATE, SURROGATES, LAST] = [0xd800, 0x800, 0x10ffff];

/** Any character, the same as fast-check's own unit 'binary', which makes a table of a million of them in each process. */
export const codePoint: fc.Arbitrary<string> = fc.nat(LAST - SURROGATES).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (value) => {
    const code = typeof value === 'string' ? (value.codePointAt(0) ?? -1) : -1;
    const isSurrogate = code >= FIRST_SURROGATE && code < FIRST_SURROGATE + SURROGATES;
    if (code < 0 || isSurrogate || value !== String.fromCodePoint(code)) throw new Error('not one character');
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);
