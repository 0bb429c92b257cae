import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { RuleEdit } from '../../../../src/features/rules/ruleWriter';
import { ruleSectionTexts } from '../../../../src/texts/ruleSectionTexts';
import type { NamedPlace } from '../../../../src/features/rules/rulePlaces';
import { RuleCommands, type RuleChangeAnswer } from '../../../../src/features/rules/ruleCommands';
import type { RuleSection } from '../../../../src/panel/ruleEditing';

const BUILT_IN = ['the first built-in', 'the second built-in'];
const PLACES: readonly NamedPlace[] = [
  { id: 'user', kind: 'user', label: 'User settings', place: { kind: 'user' } },
  { id: 'folder:/site', kind: 'folder', label: 'This folder alone', place: { kind: 'folder', folder: '/site' } },
];

class Fake {
  entries: readonly unknown[] = [];
  edits: RuleEdit[] = [];
  asked: string[] = [];
  opened: string[] = [];
  answer = true;
  whileAsked = (): void => undefined;
  readonly command = new RuleCommands({
    rules: {
      current: (_section: RuleSection, id: string) => {
        const place = PLACES.find((one) => one.id === id);
        if (place === undefined) return undefined;
        const { entries } = this;
        const list = { raw: entries, entries, beginning: [], version: this.version(), readOnly: undefined };
        return { place, list, builtIn: BUILT_IN };
      },
      folderLists: () => [],
    },
    writer: {
      lastEdit: undefined,
      undoWrites: () => [],
      undo: () => Promise.reject(new Error('nothing to undo')),
      change: (edit) => {
        if (edit.seen !== this.version()) return Promise.reject(new Error('changed elsewhere'));
        this.edits.push(edit);
        return Promise.resolve('done');
      },
    },
    sections: ruleSectionTexts(),
    confirm: (_question, detail) => {
      this.asked.push(detail);
      this.whileAsked();
      return Promise.resolve(this.answer);
    },
    openWhole: (text) => {
      this.opened.push(text);
      return Promise.resolve();
    },
  });

  version(): string {
    return createHash('sha256').update(JSON.stringify(this.entries)).digest('hex');
  }

  run(argument: unknown): Promise<RuleChangeAnswer> {
    return this.command.change(argument);
  }
}

describe('RuleCommands on entries', () => {
  let fake: Fake;
  beforeEach(() => {
    fake = new Fake();
  });

  const cases: readonly {
    readonly says: string;
    readonly entries?: readonly unknown[];
    readonly argument: object;
    /** Lines of the dialog; none: nobody is asked. */
    readonly asks?: readonly string[];
    readonly edit: object;
  }[] = [
    {
      says: 'adds a deny rule without a question',
      argument: { action: 'add', section: 'permissions.deny', rule: 'bash(rm *)' },
      edit: { kind: 'add', rule: 'bash(rm *)', message: '' },
    },
    {
      says: 'adds an ask rule without a question',
      argument: { action: 'add', section: 'permissions.ask', rule: ' bash(rm *) ' },
      edit: { kind: 'add', rule: 'bash(rm *)', message: '' },
    },
    {
      says: 'adds the built-in ask rules without a question',
      argument: { action: 'add', section: 'permissions.ask', rule: '$defaults' },
      edit: { kind: 'addDefaults' },
    },
    {
      says: 'asks about what the agent would be told',
      argument: { action: 'add', section: 'permissions.deny', rule: 'bash(rm *)', message: 'Run x.' },
      asks: ['│ + bash(rm *) "Run x."'],
      edit: { kind: 'add', rule: 'bash(rm *)', message: 'Run x.' },
    },
    {
      says: 'asks about a message behind the rule',
      argument: { action: 'add', section: 'permissions.deny', rule: 'bash(rm *) "Run x."' },
      asks: ['│ + bash(rm *) "Run x."'],
      edit: { kind: 'add', rule: 'bash(rm *)', message: 'Run x.' },
    },
    {
      says: 'asks about an allow rule',
      argument: { action: 'add', section: 'permissions.allow', rule: 'bash(rm *)' },
      asks: ['│ + bash(rm *)', 'List: Allow (autoMode.permissions.allow). User settings.'],
      edit: { kind: 'add', rule: 'bash(rm *)', message: '' },
    },
    {
      says: 'asks about a sentence for the classifier, whatever it is for',
      argument: { action: 'add', section: 'rules.hardDeny', rule: 'Nothing is forbidden.' },
      asks: ['│ + Nothing is forbidden.'],
      edit: { kind: 'add', rule: 'Nothing is forbidden.', message: '' },
    },
    {
      says: 'asks about an edit with both entries, and keeps the message',
      entries: ['bash(a)', { rule: 'bash(b)', message: 'm' }],
      argument: { action: 'edit', section: 'permissions.deny', entry: 'bash(b)', rule: 'bash(c)' },
      asks: ['│ - bash(b) "m"', '│ + bash(c) "m"'],
      edit: { kind: 'edit', index: 1, rule: 'bash(c)', message: 'm' },
    },
    {
      says: 'takes a message away where that is said',
      entries: ['bash(b) "m"'],
      argument: { action: 'edit', section: 'permissions.deny', entry: 'bash(b)', rule: 'bash(b)', message: '' },
      asks: ['│ - bash(b) "m"', '│ + bash(b)'],
      edit: { kind: 'edit', index: 0, rule: 'bash(b)', message: '' },
    },
    {
      says: 'asks about a removal',
      entries: ['bash(a)', 'bash(b)'],
      argument: { action: 'remove', section: 'permissions.deny', entry: 'bash(b)', place: 'folder:/site' },
      asks: ['│ - bash(b)', 'List: Deny (autoMode.permissions.deny). This folder alone.', '/site'],
      edit: { kind: 'remove', index: 1, place: 'folder:/site' },
    },
    {
      says: 'names what goes with the built-in entries',
      entries: ['$defaults', 'my sentence'],
      argument: { action: 'remove', section: 'rules.softDeny', entry: '$defaults' },
      asks: ['│ - $defaults', '│ - the first built-in', '│ - the second built-in'],
      edit: { kind: 'remove', index: 0 },
    },
    {
      says: 'asks about another order',
      entries: ['a', 'b', 'c'],
      argument: { action: 'move', section: 'rules.softDeny', entry: 'c', to: 1 },
      asks: ['│ c', '│ To place 1 of 3.'],
      edit: { kind: 'reorder', index: 2, to: 0 },
    },
  ];
  for (const { says, entries = [], argument, asks = [], edit } of cases) {
    it(says, async () => {
      fake.entries = entries;
      assert.deepEqual(await fake.run(argument), { changed: true, text: 'done' });
      const place = 'place' in argument ? argument.place : 'user';
      const section = 'section' in argument ? argument.section : '';
      assert.deepEqual(fake.edits, [{ request: 0, section, place, seen: fake.version(), ...edit }]);
      assert.equal(fake.asked.length, asks.length === 0 ? 0 : 1);
      const lines = fake.asked.join('\n').split('\n');
      for (const line of asks) assert.ok(lines.includes(line), `${line} is not in ${lines.join(' / ')}`);

      if (asks.length === 0) return;
      fake.answer = false;
      assert.deepEqual(await fake.run(argument), { changed: false });
      assert.equal(fake.edits.length, 1);
    });
  }

  it('writes nothing where the list changed while the user was asked', async () => {
    fake.entries = ['bash(a)', 'bash(b)'];
    fake.whileAsked = () => {
      fake.entries = ['bash(b)'];
    };
    const argument = { action: 'remove', section: 'permissions.deny', entry: 'bash(a)' };
    await assert.rejects(fake.run(argument), /changed elsewhere/);
    assert.deepEqual(fake.edits, []);
  });

  it('opens a change that is too long for a dialog, with what hides in it made visible', async () => {
    const rule = `${'x'.repeat(5000)}\u202E`;
    await fake.run({ action: 'add', section: 'rules.allow', rule });
    assert.equal(fake.opened.length, 1);
    assert.match(fake.opened[0] ?? '', /^\+ x{5000}\\u\{202E\}/);
  });

  it('shows no line of a sentence as one of its own', async () => {
    await fake.run({ action: 'add', section: 'rules.allow', rule: 'a\n\nList: Deny' });
    assert.deepEqual((fake.asked[0] ?? '').split('\n').slice(0, 2), ['│ + a\\n\\nList: Deny', '']);
  });

  for (const [says, argument] of [
    ['no argument', undefined],
    ['an unknown list', { action: 'add', section: 'enabled', rule: 'x' }],
    ['an unknown place', { action: 'add', section: 'permissions.deny', place: 'folder:/etc', rule: 'bash(a)' }],
    ['an unknown field', { action: 'add', section: 'permissions.deny', rule: 'bash(a)', confirmed: true }],
    ['a rule that cannot be read', { action: 'add', section: 'permissions.deny', rule: 'bash(a' }],
    ['an entry that is not there', { action: 'remove', section: 'permissions.deny', entry: 'bash(z)' }],
    ['the built-in entries as an edit', { action: 'edit', section: 'rules.allow', entry: 'x', rule: '$defaults' }],
  ] as const) {
    it(`refuses ${says}`, async () => {
      fake.entries = ['x'];
      await assert.rejects(fake.run(argument), TypeError);
      assert.deepEqual([fake.edits, fake.asked], [[], []]);
    });
  }
});
