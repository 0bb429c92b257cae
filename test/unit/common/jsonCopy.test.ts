import assert from 'node:assert/strict';
import { jsonCopy, MAX_REQUEST_CHARACTERS } from '../../../src/common/jsonCopy';

const cyclic: Record<string, unknown> = { a: { b: {} } };
(cyclic['a'] as Record<string, unknown>)['b'] = cyclic;
let deep: unknown = 'x';
for (let level = 0; level < 200; level += 1) deep = [deep];
const revoked = Proxy.revocable({}, {});
revoked.revoke();

const REFUSED: readonly [string, unknown, RegExp][] = [
  ['a cycle', { input: cyclic }, /input\.a\.b refers back/],
  ['a function', { input: { f: () => 1 } }, /input\.f is a function/],
  ['a bigint', { n: 1n }, /n is a bigint/],
  ['a symbol', { s: Symbol('s') }, /s is a symbol/],
  ['undefined itself', undefined, /undefined/],
  ['not a number', { n: Number.NaN }, /n is not a finite number/],
  ['infinity', [Infinity], /\[0\] is not a finite number/],
  ['a date', { d: new Date(0) }, /d is not a plain object/],
  ['a map', new Map(), /not a plain object/],
  ['a getter', Object.defineProperty({}, 'x', { get: () => 1, enumerable: true }), /x is computed by a getter/],
  ['a hole in a list', [, 1], /undefined/],
  ['200 levels', { deep }, /more than 100 levels/],
  ['a 20 MB string', { input: { command: 'x'.repeat(20_000_000) } }, /input\.command makes the request larger/],
  ['many strings', Array.from({ length: 12 }, () => 'x'.repeat(1_000_000)), /larger than 10000000/],
  ['a million values', Array.from({ length: 1_000_000 }, () => 0), /more than 500000 values/],
  ['a revoked proxy', { p: revoked.proxy }, /could not be read/],
  [
    'a proxy that throws',
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('canary');
        },
      },
    ),
    /could not be read/,
  ],
];

describe('jsonCopy', () => {
  for (const [name, value, problem] of REFUSED) {
    it(`refuses ${name}`, () => {
      const copy = jsonCopy(value);
      assert.ok(!copy.ok);
      assert.match(copy.problem, problem);
      assert.doesNotMatch(copy.problem, /canary/);
    });
  }

  it('copies plain JSON and leaves undefined properties out', () => {
    const value = { a: [1, 'x', null, true, { b: {} }], c: undefined, ключ: 'é' };
    const copy = jsonCopy(value);
    assert.ok(copy.ok);
    assert.deepEqual(copy.value, JSON.parse(JSON.stringify(value)));
  });

  it('keeps a key named __proto__ as data', () => {
    const copy = jsonCopy(JSON.parse('{"__proto__": {"polluted": true}}'));
    assert.ok(copy.ok);
    assert.equal(JSON.stringify(copy.value), '{"__proto__":{"polluted":true}}');
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  it('does not share anything with the original', () => {
    const original = { input: { command: 'ls' } };
    const copy = jsonCopy(original);
    original.input.command = 'rm -rf /';
    assert.ok(copy.ok);
    assert.deepEqual(copy.value, { input: { command: 'ls' } });
  });

  it('the same object twice is no cycle', () => {
    const shared = { x: 1 };
    assert.ok(jsonCopy({ a: shared, b: shared }).ok);
  });

  it('takes a request of just under the limit', () => {
    assert.ok(jsonCopy({ c: 'x'.repeat(MAX_REQUEST_CHARACTERS - 1) }).ok);
  });
});
