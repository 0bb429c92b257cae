import assert from 'node:assert/strict';
import { migrateSettings } from '../../../../src/features/settings/settingsMigration';

const RENAMED = { oldModel: 'classifier.model', old_allow: 'rules.allow' };

describe('settings that have another name now', () => {
  const cases: readonly (readonly [what: string, before: object, refuses: string | undefined, after: object])[] = [
    [
      'are moved',
      { oldModel: 'a/b', old_allow: ['x'] },
      undefined,
      { 'classifier.model': 'a/b', 'rules.allow': ['x'] },
    ],
    [
      'give way to the new name',
      { oldModel: 'a/b', 'classifier.model': 'c/d' },
      undefined,
      { 'classifier.model': 'c/d' },
    ],
    ['stay where the new name cannot be written', { oldModel: 'a/b' }, 'classifier.model', { oldModel: 'a/b' }],
    ['stay where the old name cannot be removed', { oldModel: 'a/b' }, 'oldModel', { oldModel: 'a/b' }],
    ['leave others alone', { enabled: false }, undefined, { enabled: false }],
  ];
  for (const [what, before, refuses, after] of cases) {
    it(what, async () => {
      const values = new Map<string, unknown>(Object.entries(before));
      const told: string[] = [];
      const settings = {
        userValueOf: (name: string) => values.get(name),
        writeUserValue: (name: string, value: unknown) => {
          if (name === refuses) return Promise.reject(new Error('the file has unsaved changes'));
          if (value === undefined) values.delete(name);
          else values.set(name, value);
          return Promise.resolve();
        },
      };
      await migrateSettings(RENAMED, settings, (line) => told.push(line));
      assert.deepEqual(Object.fromEntries(values), after);
      assert.equal(told.length > 0, JSON.stringify(before) !== JSON.stringify(after) || refuses !== undefined);
      const again = told.length;
      if (refuses === undefined) await migrateSettings(RENAMED, settings, (line) => told.push(line));
      assert.equal(told.length, again, 'a second time there is nothing to do');
    });
  }

  it('stay where the editor cannot tell what is set, now or a moment later', async () => {
    for (const readable of [0, 1]) {
      const values = new Map<string, unknown>([
        ['oldModel', 'a/b'],
        ['classifier.model', 'c/d'],
      ]);
      const told: string[] = [];
      let reads = 0;
      const settings = {
        userValueOf: (name: string) => {
          reads += 1;
          if (reads > readable) throw new Error('nested too deeply');
          return values.get(name);
        },
        writeUserValue: (name: string, value: unknown) => {
          values.set(name, value);
          return Promise.resolve();
        },
      };
      await migrateSettings({ oldModel: 'classifier.model' }, settings, (line) => told.push(line));
      assert.deepEqual([...values.values()], ['a/b', 'c/d']);
      assert.match(told.join('\n'), /could not be renamed.*nested too deeply/);
    }
  });
});
