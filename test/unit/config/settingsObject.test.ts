import assert from 'node:assert/strict';
import { readSettings } from '../../../src/config/settingsObject';

/** An object with an own property of that name, as JSON makes it. */
const parsed = (json: string): unknown => JSON.parse(json);

describe('settings in a JSON object', () => {
  const forms: readonly [string, unknown][] = [
    ['dotted, with the prefix', { 'autoMode.pause.total': 5 }],
    ['dotted, without it', { 'pause.total': 5 }],
    ['nested', { pause: { total: 5 } }],
    ['nested, with the prefix', { autoMode: { pause: { total: 5 } } }],
    ['half nested', { autoMode: { 'pause.total': 5 } }],
    ['half dotted', { 'autoMode.pause': { total: 5 } }],
  ];
  for (const [name, object] of forms) {
    it(name, () => {
      const { values, problems } = readSettings(object, 'environment');
      assert.deepEqual(values, { 'pause.total': 5 });
      assert.deepEqual(problems, []);
    });
  }

  it('names that other programs use are understood, and reported', () => {
    const { values, problems } = readSettings({ soft_deny: ['a'], classifierModel: 'a/b' }, 'user');
    assert.deepEqual(values, { 'rules.softDeny': ['a'], 'classifier.model': 'a/b' });
    assert.equal(problems?.length, 2);
  });

  const unknown: readonly [unknown, string, RegExp][] = [
    [{ enable: true }, 'autoMode.enable', /There is no such setting/],
    [{ permissions: { denied: [] } }, 'autoMode.permissions.denied', /Remove it/],
    [{ softdeny: [] }, 'autoMode.softdeny', /Perhaps autoMode\.rules\.softDeny was meant/],
    [{ Enabled: false }, 'autoMode.Enabled', /Perhaps autoMode\.enabled was meant/],
    [{ permissions: ['bash'] }, 'autoMode.permissions', /no effect/],
    [{ 'editor.fontSize': 12 }, 'autoMode.editor.fontSize', /no effect/],
    [parsed('{"__proto__": {"enabled": false}}'), 'autoMode.__proto__', /no effect/],
    [parsed('{"autoMode": {"__proto__": {"enabled": false}}}'), 'autoMode.__proto__', /no effect/],
    [{ constructor: { prototype: { enabled: false } } }, 'autoMode.constructor', /no effect/],
    [{ toString: 1 }, 'autoMode.toString', /no effect/],
    [{ hasOwnProperty: true }, 'autoMode.hasOwnProperty', /no effect/],
  ];
  for (const [object, key, message] of unknown) {
    it(`${JSON.stringify(object)} is reported as ${key}`, () => {
      const { values, problems } = readSettings({ ...(object as object), 'pause.total': 5 }, 'user');
      assert.deepEqual(values, { 'pause.total': 5 }, 'the others count');
      assert.equal(problems?.length, 1);
      assert.equal(problems[0]?.key, key);
      assert.match(problems[0].message, message);
      assert.equal(({} as { enabled?: unknown }).enabled, undefined);
    });
  }

  for (const value of [5, 'text', null, true, [], ['bash'], undefined, Number.NaN]) {
    it(`${JSON.stringify(value)} in place of the object sets nothing, and is reported`, () => {
      const { values, problems } = readSettings(value, 'folder', '/home/u/work');
      assert.deepEqual(values, {});
      assert.equal(problems?.[0]?.key, '/home/u/work');
    });
  }

  it('two names for one list that holds back add up', () => {
    const object = {
      'permissions.deny': ['bash(a)'],
      permissions: { deny: ['bash(b)'] },
      'autoMode.permissions.deny': 5,
    };
    const { values, problems } = readSettings(object, 'managed');
    assert.deepEqual(values['permissions.deny' as keyof typeof values], ['bash(a)', 'bash(b)', [5]]);
    assert.equal(problems?.length, 2);
  });

  it('of two names for another setting the first counts, and the second is reported', () => {
    const { values, problems } = readSettings({ enabled: true, 'autoMode.enabled': false }, 'managed');
    assert.deepEqual(values, { enabled: true });
    assert.match(problems?.[0]?.message ?? '', /Keep one of them/);
  });

  it('100,000 names are not all reported, and long ones are shortened', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, index]));
    const { problems } = readSettings({ 'permissions.deny': ['bash'], ...many }, 'user');
    assert.ok((problems?.length ?? 0) <= 501);
    const long = readSettings({ ['n'.repeat(1_000_000)]: 'v'.repeat(1_000_000) }, 'folder', 'w'.repeat(1_000_000));
    assert.ok(JSON.stringify(long).length < 2_000);
  });
});
