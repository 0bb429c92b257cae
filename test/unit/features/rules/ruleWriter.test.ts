import assert from 'node:assert/strict';
import { FakeRuleEditor, FOLDER, type LookedAt } from './fakeRuleEditor';

const place = `folder:${FOLDER}`;

describe('RuleEdits', () => {
  let fake: FakeRuleEditor;
  beforeEach(() => {
    fake = new FakeRuleEditor();
  });

  interface Case {
    readonly says: string;
    readonly user?: Record<string, unknown>;
    readonly focus?: Partial<LookedAt>;
    readonly click: object;
    /** What the user's settings hold afterwards. */
    readonly gives: Record<string, unknown>;
    readonly workspace?: Record<string, unknown>;
  }

  const cases: readonly Case[] = [
    {
      says: 'adds a rule',
      user: { 'permissions.deny': ['bash(a)'] },
      click: { kind: 'add', rule: ' bash(b) ', message: '' },
      gives: { 'permissions.deny': ['bash(a)', 'bash(b)'] },
    },
    {
      says: 'adds a rule with a message',
      click: { kind: 'add', rule: 'bash(b)', message: 'Use c.' },
      gives: { 'permissions.deny': ['bash(b) "Use c."'] },
    },
    {
      says: 'adds to the built-in ask rules',
      focus: { section: 'permissions.ask' },
      click: { kind: 'add', rule: 'bash(b)', message: '' },
      gives: { 'permissions.ask': ['$defaults', 'bash(b)'] },
    },
    {
      says: 'edits an entry where it stands, in its own form',
      user: { 'permissions.deny': ['bash(a)', { rule: 'bash(b)', message: 'm' }, 7] },
      click: { kind: 'edit', index: 1, rule: 'bash(c)', message: 'n' },
      gives: { 'permissions.deny': ['bash(a)', { rule: 'bash(c)', message: 'n' }, 7] },
    },
    {
      says: 'takes a message away',
      user: { 'permissions.deny': ['bash(b) "m"'] },
      click: { kind: 'edit', index: 0, rule: 'bash(b)', message: '' },
      gives: { 'permissions.deny': ['bash(b)'] },
    },
    {
      says: 'removes an entry that cannot be read',
      user: { 'permissions.deny': [7, 'bash(a)'] },
      click: { kind: 'remove', index: 0 },
      gives: { 'permissions.deny': ['bash(a)'] },
    },
    {
      says: 'reorders',
      user: { 'rules.softDeny': ['a', '$defaults', 'b'] },
      focus: { section: 'rules.softDeny' },
      click: { kind: 'reorder', index: 2, to: 0 },
      gives: { 'rules.softDeny': ['b', 'a', '$defaults'] },
    },
    {
      says: 'removes $defaults of a list that nobody has set',
      focus: { section: 'protectedPaths' },
      click: { kind: 'remove', index: 0 },
      gives: { protectedPaths: [] },
    },
    {
      says: 'adds $defaults again, before the others',
      user: { 'rules.hardDeny': ['a'] },
      focus: { section: 'rules.hardDeny' },
      click: { kind: 'addDefaults' },
      gives: { 'rules.hardDeny': ['$defaults', 'a'] },
    },
    {
      says: 'moves a rule to another list, with its message',
      user: { 'permissions.deny': ['bash(a) "m"', 'bash(b)'] },
      click: { kind: 'transfer', index: 0, toSection: 'permissions.ask', toPlace: 'user' },
      gives: { 'permissions.deny': ['bash(b)'], 'permissions.ask': ['$defaults', 'bash(a) "m"'] },
    },
    {
      says: 'moves a rule to the workspace',
      user: { 'permissions.deny': ['bash(a)'] },
      click: { kind: 'transfer', index: 0, toSection: 'permissions.deny', toPlace: 'workspace' },
      gives: { 'permissions.deny': [] },
      workspace: { 'permissions.deny': ['bash(a)'] },
    },
    {
      says: 'adds to the workspace',
      focus: { section: 'permissions.ask', place: 'workspace' },
      click: { kind: 'add', rule: 'bash(b)', message: '' },
      gives: {},
      workspace: { 'permissions.ask': ['bash(b)'] },
    },
    {
      says: 'adds to a folder, and keeps everything else of it',
      user: { folders: { '~/site': { enabled: false, 'permissions.ask': ['x'] }, '/other': { enabled: false } } },
      focus: { place },
      click: { kind: 'add', rule: 'bash(b)', message: '' },
      gives: {
        folders: {
          '~/site': { enabled: false, 'permissions.ask': ['x'], 'permissions.deny': ['bash(b)'] },
          '/other': { enabled: false },
        },
      },
    },
    {
      says: "begins a folder's list of sentences as a copy of the user's",
      user: { 'rules.softDeny': ['mine'] },
      focus: { section: 'rules.softDeny', place },
      click: { kind: 'add', rule: 'new', message: '' },
      gives: { 'rules.softDeny': ['mine'], folders: { [FOLDER]: { 'rules.softDeny': ['mine', 'new'] } } },
    },
    {
      says: "discards a folder's list",
      user: { folders: { [FOLDER]: { 'rules.softDeny': ['mine'], enabled: true } } },
      focus: { section: 'rules.softDeny', place },
      click: { kind: 'discard' },
      gives: { folders: { [FOLDER]: { enabled: true } } },
    },
  ];
  for (const { says, user = {}, focus = {}, click, gives, workspace = {} } of cases) {
    it(`${says}, and undoes it`, async () => {
      fake.user = structuredClone(user);
      fake.look(focus);
      assert.deepEqual(await fake.click(click).then(({ done }) => done), true, fake.editing.slice()?.outcome?.text);
      assert.deepEqual(fake.user, gives);
      assert.deepEqual(fake.workspace, workspace);
      const undone = await fake.click({ kind: 'undo' });
      assert.equal(undone.done, true, undone.text);
      assert.deepEqual(JSON.parse(JSON.stringify(fake.user)), user);
      assert.deepEqual(JSON.parse(JSON.stringify(fake.workspace)), {});
    });
  }

  const refused: readonly {
    readonly says: string;
    readonly user?: Record<string, unknown>;
    readonly focus?: Partial<LookedAt>;
    readonly click: object;
    readonly because: RegExp;
  }[] = [
    { says: 'a malformed rule', click: { kind: 'add', rule: 'bash(x', message: '' }, because: /parenthesis/ },
    { says: 'an empty rule', click: { kind: 'add', rule: '  ', message: '' }, because: /Write a rule/ },
    {
      says: 'a message with quotation marks',
      click: { kind: 'add', rule: 'bash', message: 'a "b"' },
      because: /quotation/,
    },
    {
      says: 'a path that names nothing',
      focus: { section: 'protectedPaths' },
      click: { kind: 'add', rule: '**/*', message: '' },
      because: /name or a path/,
    },
    {
      says: '$defaults as a text',
      focus: { section: 'rules.allow' },
      click: { kind: 'add', rule: '$defaults', message: '' },
      because: /of your own/,
    },
    { says: 'an entry that is not there', click: { kind: 'remove', index: 3 }, because: /changed elsewhere/ },
    {
      says: 'a list that is none',
      user: { 'permissions.deny': 'x' },
      click: { kind: 'add', rule: 'bash', message: '' },
      because: /not a list/,
    },
    {
      says: 'a place that is not open',
      click: { kind: 'add', rule: 'bash', message: '', place: 'folder:/elsewhere' },
      because: /cannot be there/,
    },
    {
      says: 'allow rules in the workspace',
      focus: { section: 'permissions.allow' },
      click: { kind: 'add', rule: 'bash', message: '', place: 'workspace' },
      because: /cannot be there/,
    },
    {
      says: 'an edit of $defaults, which would take the built-in entries away',
      focus: { section: 'rules.hardDeny' },
      click: { kind: 'edit', index: 0, rule: 'mine', message: '' },
      because: /cannot be edited/,
    },
    {
      says: 'a move to where the entry stands',
      user: { 'permissions.deny': ['bash(a)'] },
      click: { kind: 'transfer', index: 0, toSection: 'permissions.deny', toPlace: 'user' },
      because: /already/,
    },
    {
      says: 'more rules than are read, since a list that is too long allows nothing',
      user: { 'permissions.allow': Array.from({ length: 1000 }, (_, index) => `bash(${index})`) },
      focus: { section: 'permissions.allow' },
      click: { kind: 'add', rule: 'bash(b)', message: '' },
      because: /at most 1000/,
    },
    {
      says: "a folder's list that would begin with a setting that is no list",
      user: { 'rules.hardDeny': 'mine' },
      focus: { section: 'rules.hardDeny', place },
      click: { kind: 'add', rule: 'new', message: '' },
      because: /not a list/,
    },
    {
      says: 'sentences that are to become rules',
      user: { 'rules.allow': ['a sentence'] },
      focus: { section: 'rules.allow' },
      click: { kind: 'transfer', index: 0, toSection: 'permissions.allow', toPlace: 'user' },
      because: /not a rule/,
    },
  ];
  for (const { says, user = {}, focus = {}, click, because } of refused) {
    it(`writes nothing for ${says}`, async () => {
      fake.user = structuredClone(user);
      fake.look(focus);
      const { done, text } = await fake.click(click);
      assert.equal(done, false);
      assert.match(text, because);
      assert.deepEqual(fake.writes, []);
      assert.equal(fake.editing.slice()?.undo, undefined);
    });
  }

  it('writes nothing over what was changed elsewhere meanwhile', async () => {
    fake.user = { 'permissions.deny': ['bash(a)'] };
    const { version } = fake.look();
    fake.user = { 'permissions.deny': ['bash(b)'] };
    fake.changed();
    assert.deepEqual(
      fake.seen().rows.map(({ text }) => text),
      ['bash(b)'],
    );
    const { done, text } = await fake.click({ kind: 'remove', index: 0, seen: version });
    assert.equal(done, false);
    assert.match(text, /changed elsewhere/);
    assert.deepEqual(fake.user, { 'permissions.deny': ['bash(b)'] });
  });

  it('loosens nothing where the managed policy forbids that, and tightens', async () => {
    fake.forbidLoosening = true;
    fake.user = { 'permissions.deny': ['bash(a)'] };
    fake.look();
    assert.match((await fake.click({ kind: 'remove', index: 0 })).text, /policy forbids/);
    fake.look({ section: 'permissions.allow' });
    assert.match((await fake.click({ kind: 'add', rule: 'bash(b)', message: '' })).text, /policy forbids/);
    fake.look({ section: 'rules.hardDeny' });
    assert.match((await fake.click({ kind: 'remove', index: 0 })).text, /policy forbids/);
    assert.deepEqual(fake.writes, []);
    fake.look();
    assert.equal((await fake.click({ kind: 'add', rule: 'bash(b)', message: '' })).done, true);
    assert.match((await fake.click({ kind: 'undo' })).text, /policy forbids/);
  });
});
