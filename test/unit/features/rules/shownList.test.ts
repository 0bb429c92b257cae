import assert from 'node:assert/strict';
import type { RuleSection } from '../../../../src/panel/ruleEditing';
import { FakeRuleEditor, FOLDER } from './fakeRuleEditor';

describe('The list as the rule editor shows it', () => {
  let fake: FakeRuleEditor;
  beforeEach(() => {
    fake = new FakeRuleEditor();
  });

  it('shows where other entries come from, and what holds in place of a list', () => {
    fake.managed = { 'permissions.deny': ['bash(m)'], 'rules.allow': ['managed'] };
    fake.workspace = { 'permissions.deny': ['bash(w) "no"'] };
    fake.user = { 'permissions.deny': ['bash(u)'], folders: { [FOLDER]: { 'permissions.deny': ['bash(f)'] } } };
    const texts = (place: string): string[] => fake.look({ place }).rows.map(({ text }) => text);
    assert.deepEqual(
      [texts('user'), texts(`folder:${FOLDER}`), texts('workspace')],
      [['bash(u)'], ['bash(f)'], ['bash(w)']],
    );
    const { others } = fake.look();
    assert.deepEqual(
      others.map(({ label, entries }) => [label, ...entries.map(({ text }) => text)]),
      [['managed policy', 'bash(m)']],
    );
    const policy = fake.look({ section: 'rules.allow' });
    assert.match(policy.notes.join(), /Another source sets this list \(managed policy\)/);
    assert.deepEqual(
      policy.others.map(({ source }) => source),
      ['managed'],
    );
  });

  it('has no rows where there is no list yet, though a first entry would begin with a copy', () => {
    fake.user = { 'permissions.allow': ['bash(u)'] };
    const list = fake.look({ section: 'permissions.allow', place: `folder:${FOLDER}` });
    assert.deepEqual([list.exists, list.rows, list.total, list.lacksBuiltIn], [false, [], 0, false]);
    assert.match(list.notes.join(), /copies them/);
    assert.equal(fake.look({ section: 'rules.hardDeny' }).rows[0]?.kind, 'defaults');
  });

  it('shows how often a rule decided, by where it is kept', () => {
    fake.managed = { 'permissions.deny': ['bash(m)'] };
    fake.user = { 'permissions.deny': ['bash(x) "no"'], 'rules.softDeny': ['a sentence'] };
    fake.workspace = { 'permissions.deny': ['bash(x)'] };
    fake.hits = {
      'permissions.deny bash(x) user': 3,
      'permissions.deny bash(x) workspace': 0,
      'permissions.deny bash(m) managed': 1,
    };
    const hits = (place: string): unknown => fake.look({ place }).rows.map((row) => row.hits);
    assert.deepEqual([hits('user'), hits('workspace'), fake.seen().others[0]?.entries[0]?.hits], [[3], [0], 1]);
    assert.equal(fake.look({ section: 'rules.softDeny' }).rows[0]?.hits, undefined);
  });

  it('points out what changes nothing', () => {
    fake.user = {
      'permissions.deny': ['bash(git *)', 'bash(x)', 'bash(x)'],
      'permissions.allow': ['bash(git push)'],
      'permissions.ask': ['$defaults', 'read(.env)', 'read(.env'],
      'rules.softDeny': ['a', 'a'],
    };
    fake.workspace = { 'permissions.deny': ['bash(x)'] };
    const said = (section: RuleSection): (string | undefined)[] =>
      fake.look({ section }).rows.map(({ overlap, problem }) => problem ?? overlap);
    assert.deepEqual(said('permissions.allow'), [
      'It has no effect: bash(git *) (permissions.deny, User settings) denies every such call first.',
    ]);
    assert.deepEqual(said('permissions.deny'), [
      undefined,
      'The same rule is in permissions.deny, User settings too.',
      'The same rule is in permissions.deny, User settings too.',
    ]);
    const [defaults, repeated, malformed] = said('permissions.ask');
    assert.equal(defaults, undefined);
    assert.match(repeated ?? '', /built-in entries have this too/);
    assert.match(malformed ?? '', /not a rule/);
    assert.match(said('rules.softDeny')[1] ?? '', /same entry/);
  });

  it('compares only as many rows of a huge list as the gate can wait for', () => {
    fake.user = { 'permissions.deny': Array.from({ length: 10_000 }, () => 'bash(x)') };
    const { rows } = fake.look({ count: 10_000 });
    assert.equal(rows.length, 10_000);
    assert.equal(rows.filter(({ overlap }) => overlap !== undefined).length, 100);
    const draft = { id: 1, rule: 'bash(x)', message: '' };
    for (let id = 1; id <= 200; id += 1) {
      assert.match(fake.look({ count: 10_000, draft: { ...draft, id } }).draft?.notes.join() ?? '', /same rule/);
    }
  });

  it('shows hostile and huge entries as text, and lets nobody edit what they do not see', () => {
    const long = 'x'.repeat(1_000_000);
    fake.user = { 'rules.allow': ['<img src=x onerror=alert(1)>', 'a\u202Eb\0', long, { deep: [1] }] };
    const { rows } = fake.look({ section: 'rules.allow' });
    assert.deepEqual(
      rows.map(({ text, notEditable, kind }) => [kind, text.slice(0, 30), notEditable === undefined]),
      [
        ['entry', '<img src=x onerror=alert(1)>', true],
        ['entry', 'a\\u{202E}b\\u{0}', false],
        ['entry', 'x'.repeat(30), false],
        ['unreadable', '{"deep":[1]}', true],
      ],
    );
    assert.ok(JSON.stringify(rows).length < 5_000);
  });
});
