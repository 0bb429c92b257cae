import assert from 'node:assert/strict';
import type { RawValues } from '../../../../src/config/sources';
import type { UndoableEdit } from '../../../../src/features/rules/ruleWriter';
import { FakeRuleEditor, FOLDER } from './fakeRuleEditor';

const ALLOW = 'permissions.allow';

/** The settings of a user to whose allow rules others are added. */
class Settings extends FakeRuleEditor {
  constructor(
    values: RawValues,
    private readonly folder: string | undefined,
  ) {
    super();
    this.user = values;
  }

  get values(): unknown {
    return JSON.parse(JSON.stringify(this.user)) as unknown;
  }

  append(...entries: readonly string[]): Promise<UndoableEdit> {
    const place =
      this.folder === undefined ? ({ kind: 'user' } as const) : { kind: 'folder' as const, folder: this.folder };
    return this.writer.append([{ section: ALLOW, place, entries }]);
  }
}

describe('rules that RuleWriter appends', () => {
  const own = { rule: 'bash(a)', message: 'm' };
  const cases: readonly (readonly [says: string, values: RawValues, home: string | undefined, after: RawValues])[] = [
    ['no list', {}, undefined, { [ALLOW]: ['new'] }],
    ['entries of any form', { [ALLOW]: [own, 7, 'bash('] }, undefined, { [ALLOW]: [own, 7, 'bash(', 'new'] }],
    ['no override', {}, FOLDER, { folders: { [FOLDER]: { [ALLOW]: ['new'] } } }],
    [
      "the user's list, which the folder's own one replaces",
      { [ALLOW]: [own, 7, 'x'] },
      FOLDER,
      { [ALLOW]: [own, 7, 'x'], folders: { [FOLDER]: { [ALLOW]: [own, 7, 'x', 'new'] } } },
    ],
    [
      'an override around the folder',
      { [ALLOW]: ['x'], folders: { '/home/u': { [ALLOW]: ['around'] } } },
      FOLDER,
      { [ALLOW]: ['x'], folders: { '/home/u': { [ALLOW]: ['around'] }, [FOLDER]: { [ALLOW]: ['around', 'new'] } } },
    ],
    [
      'an override under another name, with other settings',
      { folders: { '~/site': { enabled: true, permissions: { allow: ['y'] } }, '/other': {} } },
      FOLDER,
      { folders: { '~/site': { enabled: true, permissions: { allow: ['y', 'new'] } }, '/other': {} } },
    ],
    [
      'an override without a list of its own',
      { folders: { '~/site': { enabled: true } } },
      FOLDER,
      { folders: { '~/site': { enabled: true, [ALLOW]: ['new'] } } },
    ],
  ];
  for (const [says, values, home, after] of cases) {
    it(`come to ${says}, and are taken out again`, async () => {
      const settings = new Settings(values, home);
      const edit = await settings.append('new');
      assert.deepEqual(settings.values, after);
      await settings.writer.undo(edit);
      assert.deepEqual(settings.values, values);
      assert.equal(settings.writer.lastEdit, undefined);
    });
  }

  it('are each taken out once where the list has changed since, and nothing else', async () => {
    const settings = new Settings({ [ALLOW]: ['new'] }, undefined);
    const edit = await settings.append('new', 'second');
    settings.user = { [ALLOW]: ['new', 'new', 'later', 'second'] };
    await settings.writer.undo(edit);
    assert.deepEqual(settings.values, { [ALLOW]: ['new', 'later'] });
    const inFolder = new Settings({ [ALLOW]: ['y'] }, FOLDER);
    const other = await inFolder.append('new');
    inFolder.user = { folders: { [FOLDER]: { [ALLOW]: ['x', 'new'], enabled: true } } };
    await inFolder.writer.undo(other);
    assert.deepEqual(inFolder.values, { folders: { [FOLDER]: { [ALLOW]: ['x'], enabled: true } } });
  });

  for (const [home, now] of [
    [undefined, {}],
    [undefined, { [ALLOW]: ['other'] }],
    [FOLDER, { folders: {} }],
  ] as const) {
    it(`leave ${JSON.stringify(now)} as it is, where none of them is there any more`, async () => {
      const settings = new Settings({}, home);
      const edit = await settings.append('new');
      settings.user = now;
      await assert.rejects(settings.writer.undo(edit), { name: 'ListChangedError' });
      assert.deepEqual(settings.values, now);
      assert.equal(settings.writer.lastEdit, undefined);
    });
  }

  it('are undone with no other writes than those that the user agreed to', async () => {
    const settings = new Settings({ [ALLOW]: ['x'] }, undefined);
    const edit = await settings.append('new');
    const agreed = settings.writer.undoWrites(edit);
    settings.user = { [ALLOW]: ['x', 'new', 'later'] };
    await assert.rejects(settings.writer.undo(edit, agreed), { name: 'ListChangedError' });
    assert.deepEqual(settings.values, { [ALLOW]: ['x', 'new', 'later'] });
  });

  it('are one edit in several lists, of which those that were written can be undone', async () => {
    const settings = new Settings({ [ALLOW]: 'broken' }, undefined);
    const place = { kind: 'user' } as const;
    await assert.rejects(
      settings.writer.append([
        { section: 'permissions.deny', place, entries: ['bash(a)'] },
        { section: ALLOW, place, entries: ['bash(b)'] },
      ]),
    );
    assert.deepEqual(settings.values, { 'permissions.deny': ['bash(a)'], [ALLOW]: 'broken' });
    const { lastEdit } = settings.writer;
    assert.ok(lastEdit);
    await settings.writer.undo(lastEdit);
    assert.deepEqual(settings.values, { [ALLOW]: 'broken' });
  });

  const unusable: readonly (readonly [says: string, values: RawValues, home: string | undefined])[] = [
    ['a list that is none', { [ALLOW]: 'bash' }, undefined],
    ["a user's list that is none", { [ALLOW]: { a: 1 } }, FOLDER],
    ['overrides that are no object', { folders: ['x'] }, FOLDER],
    ['an override that is no object', { folders: { [FOLDER]: 7 } }, FOLDER],
    ["a folder's list that is none", { folders: { [FOLDER]: { [ALLOW]: 'x' } } }, FOLDER],
    ['two lists for one folder', { folders: { [FOLDER]: { [ALLOW]: [] }, '~/site': { [ALLOW]: [] } } }, FOLDER],
    ['a folder that no name stands for', {}, `${FOLDER} `],
  ];
  for (const [says, values, home] of unusable) {
    it(`lose nothing of ${says}`, async () => {
      const settings = new Settings(values, home);
      const place = home === undefined ? ({ kind: 'user' } as const) : { kind: 'folder' as const, folder: home };
      assert.equal(settings.lists.withAdded(ALLOW, place, ['new']), undefined);
      await assert.rejects(settings.append('new'));
      assert.deepEqual([settings.values, settings.writes], [values, []]);
    });
  }
});
