import assert from 'node:assert/strict';
import { effectiveConfiguration } from '../../../src/config/effectiveConfiguration';
import {
  missingRules,
  rulesIn,
  unreadableFile,
  withEntries,
  WorkspaceRuleFiles,
  type FileOnDisk,
} from '../../../src/config/workspaceRuleFiles';
import { ruleProblem } from '../../../src/rules/permissionRule';

const DENY = 'permissions.deny';
const ASK = 'permissions.ask';
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe("the rules in a workspace's files", () => {
  for (const [title, text, expected] of [
    [
      'by their full names',
      '{"autoMode.permissions.deny": ["bash(a)"], "autoMode.permissions.ask": ["bash(b)"]}',
      { [DENY]: ['bash(a)'], [ASK]: ['bash(b)'] },
    ],
    ['in objects', '{"autoMode": {"permissions": {"deny": ["bash(a)"]}}}', { [DENY]: ['bash(a)'] }],
    ['in an object with half the name', '{"autoMode.permissions": {"ask": ["bash(a)"]}}', { [ASK]: ['bash(a)'] }],
    [
      'in two forms at once',
      '{"autoMode": {"permissions.deny": ["bash(a)"]}, "autoMode.permissions.deny": ["bash(b)"]}',
      { [DENY]: ['bash(a)', 'bash(b)'] },
    ],
    ['with a name in escapes', '{"\\u0061utoMode.permissions.deny": ["bash(a)"]}', { [DENY]: ['bash(a)'] }],
    [
      'among comments and trailing commas, behind a byte order mark',
      '\ufeff// mine\n{"autoMode.permissions.deny": [/* one */ "bash(a)",],}',
      { [DENY]: ['bash(a)'] },
    ],
    ['in a text that breaks off', '{"autoMode.permissions.deny": ["bash(a)"', { [DENY]: ['bash(a)'] }],
    ['that are no list', '{"autoMode.permissions.deny": "bash(a)"}', { [DENY]: [['bash(a)']] }],
    ['that are null', '{"autoMode.permissions.deny": null}', { [DENY]: [[null]] }],
    [
      'beside settings that a workspace cannot make',
      '{"autoMode.enabled": false, "autoMode.permissions.allow": ["bash"]}',
      {},
    ],
    ['for one language, where they do not count', '{"[shellscript]": {"autoMode.permissions.deny": ["bash(a)"]}}', {}],
    ['of another name', '{"autoModeOther.permissions.deny": ["bash(a)"], "permissions.deny": ["bash(b)"]}', {}],
    ['in no object', '["autoMode.permissions.deny"]', {}],
    ['in an empty file', '', {}],
    ['beside other settings that are nested deeply', `{"other": ${deep(200_000)}}`, {}],
  ] as const) {
    it(`are read ${title}`, () => {
      assert.deepEqual(rulesIn(text, 'settings')?.rules, expected);
    });
  }

  it('of a workspace file are those of its settings', () => {
    const rule = '"autoMode.permissions.deny": ["bash(a)"]';
    assert.deepEqual(rulesIn(`{"folders": [], "settings": {${rule}}}`, 'workspace')?.rules, { [DENY]: ['bash(a)'] });
    assert.deepEqual(rulesIn(`{"folders": [], ${rule}}`, 'workspace')?.rules, {});
  });

  it('cannot be told where they are nested more deeply than can be read', () => {
    assert.equal(rulesIn(`{"autoMode.permissions.deny": ${deep(200_000)}}`, 'settings'), undefined);
    // An escape that is none is left out of a name.
    for (const name of ['\\u0061utoMode.x', 'auto\\xMode.x']) {
      assert.equal(rulesIn(`{"${name}": 1, "other": ${deep(200_000)}}`, 'settings'), undefined);
    }
  });

  it('are whole where the text has no mistakes', () => {
    assert.equal(rulesIn('// none\n{"a": [1,],}', 'settings')?.whole, true);
    assert.equal(rulesIn('{"autoMode.permissions.deny": ["bash(git pu', 'settings')?.whole, false);
    assert.equal(rulesIn('{"autoMode.permissions.deny": ["bash(a)"]', 'settings')?.whole, false);
  });

  it('come behind those that VS Code tells of', () => {
    assert.deepEqual(withEntries({ [DENY]: ['bash(a)'] }, { [DENY]: ['bash(b)'], [ASK]: ['bash(c)'] }), {
      [DENY]: ['bash(a)', 'bash(b)'],
      [ASK]: ['bash(c)'],
    });
    assert.deepEqual(withEntries({ [DENY]: 'x' }, { [DENY]: ['bash(b)'] })[DENY], [['x'], 'bash(b)']);
    assert.deepEqual(withEntries({ [DENY]: 'x' }, {})[DENY], 'x');
  });

  it('are missing where VS Code does not tell of them', () => {
    const onDisk = { [DENY]: ['bash(a)', { rule: 'bash(b)', message: 'no' }], [ASK]: ['bash(c)'] };
    assert.deepEqual(missingRules(onDisk, {}), onDisk);
    assert.deepEqual(missingRules(onDisk, { [DENY]: [{ rule: 'bash(b)', message: 'no' }, 'x'], [ASK]: ['bash(c)'] }), {
      [DENY]: ['bash(a)'],
    });
    assert.deepEqual(missingRules(onDisk, { [DENY]: 'bash(a)' }), onDisk);
    assert.deepEqual(missingRules({}, onDisk), {});
    // What is no list is told once.
    for (const json of ['"bash(a)"', 'null', '{"0": "bash(a)"}']) {
      const { rules } = rulesIn(`{"autoMode.permissions.deny": ${json}}`, 'settings') ?? assert.fail();
      assert.deepEqual(missingRules(rules, { [DENY]: JSON.parse(json) as unknown }), {});
    }
  });
});

describe("the files of a workspace's rules", () => {
  const file = { path: '/w/.vscode/settings.json', kind: 'settings' } as const;
  const disk = { stamp: '1', text: '{"autoMode.permissions.deny": ["bash(a)"]}' as string | undefined, reads: 0 };
  const open = (): FileOnDisk => ({
    stamp: () => disk.stamp,
    text: () => {
      disk.reads += 1;
      return disk.text;
    },
  });

  it('are read once, until they change', () => {
    const files = new WorkspaceRuleFiles(open);
    assert.equal(files.changed(), false);
    assert.deepEqual(files.rulesOf(file).rules, { [DENY]: ['bash(a)'] });
    assert.deepEqual(files.rulesOf(file).rules, { [DENY]: ['bash(a)'] });
    assert.equal(disk.reads, 1);
    assert.equal(files.changed(), false);
    disk.stamp = '2';
    disk.text = '{"autoMode.permissions.deny": ["bash(b)"]}';
    assert.equal(files.changed(), true);
    files.forget();
    assert.equal(files.changed(), false);
    const { reads } = disk;
    assert.deepEqual(files.rulesOf(file).rules, { [DENY]: ['bash(b)'] });
    assert.deepEqual(files.rulesOf(file).rules, { [DENY]: ['bash(b)'] });
    assert.equal(disk.reads, reads + 1);
  });

  it('count as unchanged where they are written again with the same rules, as files of the kernel seem to be all the time', () => {
    let looks = 0;
    const restless = new WorkspaceRuleFiles(() => ({ stamp: () => String((looks += 1)), text: () => `${looks} {}` }));
    restless.rulesOf(file);
    assert.equal(restless.changed(), false);
    disk.stamp = '3';
    disk.text = '{"autoMode.permissions.deny": ["bash(a)"]}';
    const files = new WorkspaceRuleFiles(open);
    const before = files.rulesOf(file);
    disk.stamp = '4';
    disk.text += '\n';
    assert.equal(files.changed(), false);
    const { reads } = disk;
    assert.equal(files.changed(), false);
    assert.equal(disk.reads, reads);
    assert.deepEqual(files.rulesOf(file), before);
    disk.stamp = '5';
    disk.text = undefined;
    assert.equal(files.changed(), true);
    assert.equal(files.changed(), true);
  });

  it('that cannot be read may hold some, so every call asks, and the problem says what to do about the file', () => {
    const unreadable = new WorkspaceRuleFiles(() => ({ stamp: () => '', text: () => undefined })).rulesOf(file);
    assert.deepEqual(unreadable, { rules: {}, whole: true, unreadable: file.path });
    const { configuration, problems } = effectiveConfiguration(
      { sources: [unreadableFile(file.path)], trusted: true, workspaceFolders: ['/w'] },
      ruleProblem,
    );
    const [entry, ...others] = configuration.permissions.deny;
    assert.deepEqual([entry?.source, others], ['workspace', []]);
    assert.notEqual(ruleProblem(entry?.text ?? ''), undefined);
    assert.deepEqual(
      problems.map(({ source, entry, message }) => [source, entry, /1 MB.*every call asks.*remove it/.test(message)]),
      [['workspace', file.path, true]],
    );
  });

  it('on another machine are not read', () => {
    let near = true;
    const files = new WorkspaceRuleFiles(() => (near ? { stamp: () => String(near), text: () => '' } : undefined));
    files.rulesOf(file);
    near = false;
    assert.equal(files.changed(), true);
    assert.deepEqual(new WorkspaceRuleFiles(() => undefined).rulesOf(file).rules, {});
  });
});
