import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parsedArguments } from '../../../../src/classifier/providers/toolArguments';
import { runs } from '../../propertyRuns';

describe('parsedArguments', () => {
  const cases: readonly [text: string, value: unknown][] = [
    ['{"a":1,"b":{"a":2}}', { a: 1, b: { a: 2 } }],
    ['{"b":{"a":1},"c":[{"a":2},{"a":3}],"a":4}', { b: { a: 1 }, c: [{ a: 2 }, { a: 3 }], a: 4 }],
    ['{"b":{"a":1,"a":2}}', '{"b":{"a":1,"a":2}}'],
    ['[{"a":1,"b":[],"a":2}]', '[{"a":1,"b":[],"a":2}]'],
    ['{"a":"\\"a\\":","b":"{\\"a\\":1}"}', { a: '"a":', b: '{"a":1}' }],
    ['{"a":["a","a"]}', { a: ['a', 'a'] }],
    ['{"a":"b","b":"a"}', { a: 'b', b: 'a' }],
    ['{"a":1,"a":2}', '{"a":1,"a":2}'],
    ['{"a":1, "a" \n : 2}', '{"a":1, "a" \n : 2}'],
    ['{"a":1,"\\u0061":2}', '{"a":1,"\\u0061":2}'],
    ['{"a\\\\":1,"a":2}', { 'a\\': 1, a: 2 }],
    [`{"a":1,"a"${' '.repeat(1_000)}:2}`, `{"a":1,"a"${' '.repeat(1_000)}:2}`],
    ['', ''],
    ['{', '{'],
    ['null', null],
    ['"text"', 'text'],
  ];
  for (const [text, value] of cases) {
    it(JSON.stringify(text.slice(0, 60)), () => {
      assert.deepEqual(parsedArguments(text), value);
    });
  }

  it('gives every object back as it was', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        assert.deepEqual(parsedArguments(JSON.stringify(value)), JSON.parse(JSON.stringify(value)));
      }),
      runs(1, 100),
    );
  });
});
