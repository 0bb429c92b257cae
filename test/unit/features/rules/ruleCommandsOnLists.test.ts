import assert from 'node:assert/strict';
import { ruleSectionTexts } from '../../../../src/texts/ruleSectionTexts';
import { RuleCommands, type RuleChangeAnswer } from '../../../../src/features/rules/ruleCommands';
import { FakeRuleEditor, FOLDER } from './fakeRuleEditor';

const PLACE = `folder:${FOLDER}`;

/** A rule editor whose user answers. */
class Window extends FakeRuleEditor {
  dialogs: string[] = [];
  documents: string[] = [];
  answer = true;
  whileAsked: () => unknown = () => undefined;
  readonly commands = new RuleCommands({
    rules: this.rules,
    writer: this.writer,
    sections: ruleSectionTexts(),
    confirm: async (question, detail) => {
      this.dialogs.push(`${question}\n${detail}`);
      await this.whileAsked();
      return this.answer;
    },
    openWhole: (text) => {
      this.documents.push(text);
      return Promise.resolve();
    },
  });

  async add(section: 'permissions.deny' | 'permissions.allow', rule: string, place = 'user'): Promise<void> {
    const seen = this.rules.current(section, place)?.list.version ?? '';
    await this.writer.change({ kind: 'add', request: 0, section, place, seen, rule, message: '' });
  }

  run(command: 'move' | 'removeList' | 'undo', argument: unknown): Promise<RuleChangeAnswer> {
    return this.commands[command](argument);
  }
}

describe('RuleCommands on lists', () => {
  let window: Window;
  beforeEach(() => {
    window = new Window();
  });

  const cases: readonly {
    readonly says: string;
    readonly user?: Record<string, unknown>;
    readonly first?: (window: Window) => Promise<unknown>;
    readonly command: 'move' | 'removeList' | 'undo';
    readonly argument: object;
    /** Lines of the dialog. */
    readonly asks: readonly string[];
    readonly gives: Record<string, unknown>;
    readonly workspace?: Record<string, unknown>;
  }[] = [
    {
      says: 'moves an entry to another list with its message',
      user: { 'permissions.deny': ['bash(a)', 'bash(b) "m"'] },
      command: 'move',
      argument: { section: 'permissions.deny', entry: 'bash(b)', toSection: 'permissions.ask' },
      asks: [
        'Move this entry to another list?',
        '│ Deny, User settings:',
        '│ - bash(b) "m"',
        '│ Ask, User settings:',
        '│ + bash(b) "m"',
      ],
      gives: { 'permissions.deny': ['bash(a)'], 'permissions.ask': ['$defaults', 'bash(b) "m"'] },
    },
    {
      says: 'moves an entry to another place',
      user: { 'permissions.deny': ['bash(a)'] },
      command: 'move',
      argument: { section: 'permissions.deny', entry: ' bash(a) ', toPlace: 'workspace' },
      asks: ['│ - bash(a)', '│ + bash(a)', '│ Deny, Workspace settings:'],
      gives: { 'permissions.deny': [] },
      workspace: { 'permissions.deny': ['bash(a)'] },
    },
    {
      says: 'moves one to the list of a folder, and says what that begins with',
      user: { 'rules.allow': ['mine', 'two'] },
      command: 'move',
      argument: { section: 'rules.allow', entry: 'two', toPlace: PLACE },
      asks: [
        FOLDER,
        'This folder has no list of its own: your other settings hold. The first change here copies them, and from then on this list holds in their place.',
      ],
      gives: { 'rules.allow': ['mine'], folders: { [FOLDER]: { 'rules.allow': ['mine', 'two', 'two'] } } },
    },
    {
      says: "removes a folder's own list, and shows what holds instead",
      user: { 'rules.softDeny': ['mine', 'both'], folders: { [FOLDER]: { 'rules.softDeny': ['own', 'both'] } } },
      command: 'removeList',
      argument: { section: 'rules.softDeny', place: PLACE },
      asks: ["Remove this folder's own list?", '│ - own', '│ + mine', FOLDER, 'Your other settings hold there again.'],
      gives: { 'rules.softDeny': ['mine', 'both'], folders: undefined },
    },
    {
      says: 'undoes one more rule',
      user: { 'permissions.deny': ['bash(a)'] },
      first: (one) => one.add('permissions.deny', 'bash(b)'),
      command: 'undo',
      argument: {},
      asks: ['Undo this change?', '│ - bash(b)', 'It was: Added: bash(b)'],
      gives: { 'permissions.deny': ['bash(a)'] },
    },
    {
      says: 'undoes the first rule of a folder, with what was copied for it',
      user: { 'permissions.allow': ['bash(mine)'] },
      first: (one) => one.add('permissions.allow', 'bash(b)', PLACE),
      command: 'undo',
      argument: {},
      asks: ['│ - bash(b)', FOLDER],
      gives: { 'permissions.allow': ['bash(mine)'], folders: undefined },
    },
    {
      says: 'undoes a move in both lists',
      user: { 'permissions.deny': ['bash(a)'], 'permissions.allow': [] },
      first: (one) =>
        one.run('move', { section: 'permissions.deny', entry: 'bash(a)', toSection: 'permissions.allow' }),
      command: 'undo',
      argument: {},
      asks: ['│ + bash(a)', '│ - bash(a)', '│ Allow, User settings:'],
      gives: { 'permissions.deny': ['bash(a)'], 'permissions.allow': [] },
    },
    {
      says: 'undoes another order',
      user: { 'rules.allow': ['one', 'two'] },
      first: async (one) => {
        const { list } = one.rules.current('rules.allow', 'user') ?? {};
        const at = { request: 0, section: 'rules.allow', place: 'user', seen: list?.version ?? '' } as const;
        await one.writer.change({ kind: 'reorder', ...at, index: 1, to: 0 });
      },
      command: 'undo',
      argument: {},
      asks: ['│ 1. one', '│ 2. two'],
      gives: { 'rules.allow': ['one', 'two'] },
    },
  ];
  for (const { says, user = {}, first, command, argument, asks, gives, workspace = {} } of cases) {
    it(`${says}, and does nothing without a yes`, async () => {
      window.user = structuredClone(user);
      await first?.(window);
      const [before, writes] = [structuredClone(window.user), window.writes.length];
      window.dialogs = [];
      window.answer = false;
      assert.deepEqual(await window.run(command, argument), { changed: false });
      assert.deepEqual([window.user, window.writes.length], [before, writes]);

      window.answer = true;
      assert.equal((await window.run(command, argument)).changed, true);
      assert.deepEqual([window.user, window.workspace], [gives, workspace]);
      assert.equal(window.dialogs.length, 2);
      const lines = (window.dialogs[1] ?? '').split('\n');
      for (const line of asks) assert.ok(lines.includes(line), `${line} is not in ${lines.join(' / ')}`);
    });
  }

  it('says that there is nothing to undo, and asks nobody', async () => {
    assert.deepEqual(await window.run('undo', {}), { changed: false, text: 'There is nothing to undo.' });
    assert.deepEqual(window.dialogs, []);
  });

  it('tells of the lists of folders and of edits, so that the palette offers what makes sense', async () => {
    window.user = { folders: { [FOLDER]: { 'permissions.deny': ['bash(a)'], 'rules.allow': ['own'] } } };
    const found = window.rules.folderLists().map(({ section, place }) => [section, place.id]);
    assert.deepEqual([found, window.writer.lastEdit], [[['rules.allow', PLACE]], undefined]);
    await window.run('removeList', { section: 'rules.allow', place: PLACE });
    assert.deepEqual([window.rules.folderLists(), window.writer.lastEdit === undefined, window.edited], [[], false, 1]);
  });

  const meanwhile: readonly {
    readonly says: string;
    readonly command: 'move' | 'removeList' | 'undo';
    readonly argument: object;
    readonly change: (window: Window) => unknown;
    readonly because: RegExp;
  }[] = [
    {
      says: 'moves nothing from a list that changed',
      command: 'move',
      argument: { section: 'permissions.deny', entry: 'bash(a)', toSection: 'permissions.allow' },
      change: (one) => (one.user = { ...one.user, 'permissions.deny': ['bash(c)', 'bash(a)'] }),
      because: /was changed elsewhere meanwhile, so nothing was written/,
    },
    {
      says: 'removes no list that changed',
      command: 'removeList',
      argument: { section: 'rules.allow', place: PLACE },
      change: (one) => (one.user = { ...one.user, folders: { [FOLDER]: { 'rules.allow': ['own', 'new'] } } }),
      because: /was changed elsewhere meanwhile, so nothing was written/,
    },
    {
      says: 'undoes nothing in a list that changed',
      command: 'undo',
      argument: {},
      change: (one) => (one.user = { ...one.user, 'permissions.deny': ['bash(z)'] }),
      because: /was changed elsewhere since then, so this was not undone/,
    },
    {
      says: 'undoes no other edit than the one that was shown',
      command: 'undo',
      argument: {},
      change: (one) => one.add('permissions.allow', 'bash(late)'),
      because: /Another change was made or undone meanwhile/,
    },
    {
      says: 'loosens nothing where the policy forbids it',
      command: 'undo',
      argument: {},
      change: (one) => (one.forbidLoosening = true),
      because: /The policy forbids it/,
    },
  ];
  for (const { says, command, argument, change, because } of meanwhile) {
    it(`${says} while the user was asked`, async () => {
      window.user = { 'permissions.deny': ['bash(a)'], folders: { [FOLDER]: { 'rules.allow': ['own'] } } };
      await window.add('permissions.deny', 'bash(b)');
      let then: unknown;
      window.whileAsked = async () => {
        await change(window);
        then = structuredClone(window.user);
      };
      await assert.rejects(window.run(command, argument), because);
      assert.ok(then !== undefined);
      assert.deepEqual(window.user, then);
    });
  }

  it('asks about no undo of a list that changed before', async () => {
    await window.add('permissions.deny', 'bash(b)');
    window.user = {};
    await assert.rejects(window.run('undo', {}), /not undone: Added/);
    assert.deepEqual([window.dialogs, window.user], [[], {}]);
  });

  it('shows what hides in an entry, no line of one as its own, and opens what is too long', async () => {
    const rule = `a\n+ b\u202E${'x'.repeat(5000)}`;
    window.user = { 'rules.allow': [rule] };
    await window.run('move', { section: 'rules.allow', entry: rule, toSection: 'rules.softDeny' });
    assert.match(
      window.documents[0] ?? '',
      /^Policy: .*:\n- a\\n\+ b\\u\{202E\}x{5000}\nPolicy: .*:\n\+ a\\n\+ b\\u\{202E\}x{5000}$/,
    );
  });

  for (const [says, command, argument, because] of [
    ['no argument', 'move', undefined, TypeError],
    ['an unknown list', 'move', { section: 'enabled', entry: 'x', toSection: 'rules.allow' }, TypeError],
    [
      'an unknown field',
      'move',
      { section: 'rules.allow', entry: 'x', toSection: 'rules.softDeny', yes: 1 },
      TypeError,
    ],
    [
      'an entry that is not there',
      'move',
      { section: 'rules.allow', entry: 'y', toSection: 'rules.softDeny' },
      /No entry/,
    ],
    ['the same list', 'move', { section: 'rules.allow', entry: 'x' }, /in this list already/],
    [
      'a list of another kind',
      'move',
      { section: 'rules.allow', entry: 'x', toSection: 'permissions.allow' },
      /cannot go to/,
    ],
    ['a place that is not open', 'move', { section: 'rules.allow', entry: 'x', toPlace: 'folder:/etc' }, TypeError],
    ['a workspace that would loosen', 'move', { section: 'rules.allow', entry: 'x', toPlace: 'workspace' }, TypeError],
    [
      'the built-in entries',
      'move',
      { section: 'rules.allow', entry: '$defaults', toPlace: PLACE },
      /entry of your own/,
    ],
    ["a list that is the user's", 'removeList', { section: 'rules.allow', place: 'user' }, /no list/],
    ['a folder without one', 'removeList', { section: 'rules.allow', place: PLACE }, /no list/],
    ['an argument to undo', 'undo', { edit: 1 }, TypeError],
  ] as const) {
    it(`refuses ${says}`, async () => {
      window.user = { 'rules.allow': ['$defaults', 'x'] };
      await assert.rejects(window.run(command, argument), because);
      assert.deepEqual([window.dialogs, window.writes], [[], []]);
    });
  }
});
