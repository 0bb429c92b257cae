import assert from 'node:assert/strict';
import { environmentSettings } from '../../../src/config/environmentSettings';
import { managedPolicy } from '../../../src/config/managedPolicy';

const UNREADABLE = [
  '',
  '{',
  'null',
  '5',
  '"x"',
  '[]',
  '[{"enabled": true}]',
  '// x\n{}',
  '{"a": 1,}',
  '\0',
  '{"enabled": NaN}',
];

describe('the managed policy', () => {
  const read = (text: string | undefined): ReturnType<typeof managedPolicy> => managedPolicy(text, '/etc/p.json');

  it('sets what its object holds', () => {
    const { source, forbidLoosening } = read('{"permissions": {"deny": ["bash(x)"]}, "autoMode.enabled": true}');
    assert.deepEqual(source.values, { 'permissions.deny': ['bash(x)'], enabled: true });
    assert.deepEqual([source.problems, forbidLoosening, source.unreadable], [[], false, undefined]);
  });

  for (const text of [undefined, ...UNREADABLE]) {
    it(`${JSON.stringify(text)}: every call asks, and nothing may be loosened`, () => {
      const { source, forbidLoosening } = read(text);
      assert.equal(forbidLoosening, true);
      assert.notEqual(source.unreadable, undefined);
      assert.match(source.problems?.[0]?.message ?? '', /An administrator must write a JSON object/);
    });
  }

  const forbidding: readonly [string, boolean, number][] = [
    ['{"forbidLoosening": true}', true, 0],
    ['{"forbidLoosening": false}', false, 0],
    ['{"autoMode.forbidLoosening": true}', true, 0],
    ['{"forbidLoosening": false, "autoMode.forbidLoosening": true}', true, 0],
    ['{"forbidLoosening": "true"}', true, 1],
    ['{"forbidLoosening": null}', true, 1],
    ['{"forbidLoosening": 0}', true, 1],
    ['{"forbidLoosening": []}', true, 1],
    // Misspelt: it is told, since nobody can know what was meant.
    ['{"forbidloosening": true}', false, 1],
    ['{"__proto__": {"forbidLoosening": true}}', false, 1],
  ];
  for (const [text, forbids, problems] of forbidding) {
    it(`${text}: ${forbids ? 'forbids' : 'does not forbid'} loosening, ${problems} problem(s)`, () => {
      const policy = read(text);
      assert.equal(policy.forbidLoosening, forbids);
      assert.equal(policy.source.problems?.length, problems);
    });
  }
});

describe('the environment variable', () => {
  for (const text of [undefined, '', '  \n']) {
    it(`${JSON.stringify(text)}: not set`, () => {
      assert.equal(environmentSettings(text, true), undefined);
    });
  }

  for (const text of UNREADABLE.filter((unreadable) => unreadable !== '')) {
    it(`${JSON.stringify(text)}: every call asks, and the text itself is not shown`, () => {
      for (const remote of [false, true]) {
        const source = environmentSettings(text, true, remote);
        assert.notEqual(source?.unreadable, undefined);
        assert.deepEqual(source?.values, {});
        const [problem] = source.problems ?? [];
        assert.equal(problem?.key, 'AUTOMODE_SETTINGS_JSON');
        assert.equal(problem.entry, `${text.length} characters`);
        assert.match(problem.message, /Write one such as/);
      }
    });
  }

  it('too much text is not read', () => {
    const source = environmentSettings(`{"enabled": true}${' '.repeat(300_000)}`, true);
    assert.notEqual(source?.unreadable, undefined);
  });

  it('may set everything once confirmed, and never in a container', () => {
    const rights = (confirmed: boolean, remote: boolean): unknown[] => {
      const source = environmentSettings('{"enabled": false}', confirmed, remote);
      return [source?.source, source?.rights];
    };
    assert.deepEqual(rights(true, false), ['environment', 'everything']);
    assert.deepEqual(rights(false, false), ['environment', 'tightening']);
    assert.deepEqual(rights(true, true), ['remote', 'tightening']);
    assert.deepEqual(rights(false, true), ['remote', 'tightening']);
  });
});
