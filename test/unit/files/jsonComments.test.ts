import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseJsonWithComments } from '../../../src/files/jsonComments';
import { runs } from '../propertyRuns';

describe('parseJsonWithComments', () => {
  const valid: readonly (readonly [text: string, value: unknown])[] = [
    ['{}', {}],
    ['', {}],
    [' // nothing\n', {}],
    ['\ufeff{"a":1}', { a: 1 }],
    ['{"a":1,}', { a: 1 }],
    ['[1,2,]', [1, 2]],
    ['/* x */ {"a" /* y */ : // z\r\n 1 /**/ } // end', { a: 1 }],
    ['{"a":"// no comment /* neither */"}', { a: '// no comment /* neither */' }],
    ['{"a":"\\"//\\\\"}', { a: '"//\\' }],
    ['{"a":[true,false,null,-1.5e3,"\\u0041"]}', { a: [true, false, null, -1500, 'A'] }],
    ['"a"', 'a'],
  ];
  for (const [text, value] of valid) {
    it(`reads ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseJsonWithComments(text), value);
    });
  }

  const invalid: readonly string[] = [
    ...[
      '{',
      '}',
      '[',
      '{"a"}',
      '{"a":}',
      '{"a":1',
      '{"a":1]',
      '{,}',
      '[,]',
      '[1,,2]',
      '{"a":1 "b":2}',
      "{'a':1}",
      '{a:1}',
    ],
    ...['\u00a01', '1\v', '\ufeff\ufeff1', '{"a":[1,],"b":{"c":1,"c":2}}', '{"a":1,"\\u0061":2}'],
    ...['{"a":1}x', '{"a":1}{"b":2}', '{"a":01}', '{"a":+1}', '{"a":.5}', '{"a":NaN}', '{"a":undefined}', '{"a":tru}'],
    ...['/* never closed', '{"a":"b\nc"}', '{"a":"\\x41"}', '{"a":"b', '{"a":1,"a":2}', '# x', '{"a":1}\0'],
    '['.repeat(10_000),
    '{"a":'.repeat(10_000),
  ];
  for (const text of invalid) {
    it(`refuses ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.equal(parseJsonWithComments(text), undefined);
    });
  }

  it('reads nesting up to its bound and refuses what is deeper', () => {
    const nested = (depth: number, inner: string): string => '['.repeat(depth) + inner + ']'.repeat(depth);
    for (const text of [nested(100, '1'), nested(101, '')])
      assert.deepEqual(parseJsonWithComments(text), JSON.parse(text));
    for (const text of [nested(101, '1'), nested(102, '')]) assert.equal(parseJsonWithComments(text), undefined);
  });

  it('keeps names that mean something to JavaScript as plain names', () => {
    const value = parseJsonWithComments('{"__proto__":{"autoMode.enabled":false},"constructor":1}');
    assert.deepEqual(Object.keys(value as object), ['__proto__', 'constructor']);
  });

  it('reads what JSON.stringify writes, and refuses what is cut off', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        // JSON.stringify writes -0 as 0.
        assert.deepEqual(parseJsonWithComments(text), JSON.parse(text));
        if (typeof value === 'object' && value !== null) {
          assert.equal(parseJsonWithComments(text.slice(0, -1)), undefined);
        }
      }),
      runs(1, 300),
    );
  });
});
