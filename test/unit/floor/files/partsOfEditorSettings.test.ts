import assert from 'node:assert/strict';
import { fakeFiles, type Tree } from '../../engine/fakeGate';
import { floorFor } from '../../files/fileWorld';
import { edit, testParts, write, SETTINGS, type PartCase } from './partCases';

const PARTS: readonly PartCase[] = [
  { name: 'another setting, new file', path: SETTINGS, touch: write('{"editor.tabSize":2}') },
  {
    name: 'a setting of the gate, new file',
    path: SETTINGS,
    touch: write('{"autoMode.permissions.deny":[]}'),
    check: 'workspace-settings',
  },
  {
    name: 'a setting of the gate in a nested object',
    path: SETTINGS,
    touch: write('{"autoMode":{"enabled":false}}'),
    check: 'workspace-settings',
  },
  {
    name: 'a setting of the gate for one language',
    path: SETTINGS,
    touch: write('{"[typescript]":{"autoMode.enabled":false}}'),
    check: 'workspace-settings',
  },
  {
    name: 'the gate settings kept, comments and order changed',
    path: SETTINGS,
    before: '{"autoMode.permissions.deny":["a"],"x":1}',
    touch: write('// mine\n{"x":2,\n"autoMode.permissions.deny": [ "a", ], /* x */ }'),
  },
  {
    name: 'a deny rule of the gate taken out',
    path: SETTINGS,
    before: '{"autoMode.permissions.deny":["a"],"x":1}',
    touch: edit('"autoMode.permissions.deny":["a"],', ''),
    check: 'workspace-settings',
  },
  {
    name: 'another setting edited',
    path: SETTINGS,
    before: '{"autoMode.permissions.deny":["a"],"x":1}',
    touch: edit('"x":1', '"x":2'),
  },
  {
    name: 'an edit that puts a guarded key together from two pieces',
    path: SETTINGS,
    before: '{"chat.useHook":false}',
    touch: edit('useHook', 'useHooks'),
    check: 'workspace-settings',
  },
  {
    name: 'an edit whose text is not there',
    path: SETTINGS,
    before: '{"x":1}',
    touch: edit('"y":1', '"y":2'),
    check: 'workspace-settings',
  },
  {
    name: 'an edit whose text is there twice',
    path: SETTINGS,
    before: '{"x":1,"y":1}',
    touch: edit('1', '2'),
    check: 'workspace-settings',
  },
  { name: 'every occurrence replaced', path: SETTINGS, before: '{"x":1,"y":1}', touch: edit('1', '2', true) },
  {
    name: 'an edit of unknown effect',
    path: SETTINGS,
    before: '{"x":1}',
    touch: { change: 'in-place' },
    check: 'workspace-settings',
  },
  {
    name: 'a write of unknown text',
    path: SETTINGS,
    before: '{"x":1}',
    touch: { change: 'overwrite' },
    check: 'workspace-settings',
  },
  {
    name: 'something moved there',
    path: SETTINGS,
    before: '{"x":1}',
    touch: { change: 'rename-to' },
    check: 'workspace-settings',
  },
  { name: 'a file without guarded keys deleted', path: SETTINGS, before: '{"x":1}', touch: { change: 'delete' } },
  {
    name: 'a file with a deny rule deleted',
    path: SETTINGS,
    before: '{"autoMode.permissions.deny":["a"]}',
    touch: { change: 'delete' },
    check: 'workspace-settings',
  },
  {
    name: 'a file with a deny rule moved away',
    path: SETTINGS,
    before: '{"autoMode.permissions.deny":["a"]}',
    touch: { change: 'rename-from' },
    check: 'workspace-settings',
  },
  { name: 'text that is no JSON', path: SETTINGS, touch: write('{"x":1'), check: 'workspace-settings' },
  { name: 'a name twice', path: SETTINGS, touch: write('{"x":1,"x":2}'), check: 'workspace-settings' },
  {
    name: 'an escaped name',
    path: SETTINGS,
    touch: write('{"\\u0061utoMode.enabled":false}'),
    check: 'workspace-settings',
  },
  { name: 'an empty file', path: SETTINGS, touch: write('') },
  { name: 'hooks off', path: SETTINGS, touch: write('{"chat.useHooks":false}'), check: 'workspace-settings' },
  {
    name: 'questions off',
    path: SETTINGS,
    touch: write('{"chat.tools.global.autoApprove":true}'),
    check: 'workspace-settings',
  },
  {
    name: 'terminal commands approved',
    path: SETTINGS,
    touch: write('{"chat.tools.terminal.autoApprove":{"rm":true}}'),
    check: 'workspace-settings',
  },
  {
    name: 'other hook files',
    path: SETTINGS,
    touch: write('{"chat.hookFilesLocations":{"x":true}}'),
    check: 'workspace-settings',
  },
  {
    name: 'workspace trust off',
    path: SETTINGS,
    touch: write('{"security.workspace.trust.enabled":false}'),
    check: 'workspace-settings',
  },
  {
    name: 'permissions skipped',
    path: SETTINGS,
    touch: write('{"claudeCode.allowDangerouslySkipPermissions":true}'),
    check: 'workspace-settings',
  },
  {
    name: 'another configuration home',
    path: SETTINGS,
    touch: write('{"terminal.integrated.env.linux":{"CLAUDE_CONFIG_DIR":"/x"}}'),
    check: 'workspace-settings',
  },
  { name: 'another variable', path: SETTINGS, touch: write('{"terminal.integrated.env.linux":{"NODE_ENV":"test"}}') },
  {
    name: 'upper case',
    path: '.VSCODE/Settings.JSON',
    touch: write('{"autoMode.enabled":false}'),
    check: 'workspace-settings',
  },
  {
    name: 'a workspace file',
    path: 'p.code-workspace',
    touch: write('{"settings":{"autoMode.enabled":false}}'),
    check: 'workspace-settings',
  },
  {
    name: 'a workspace file, folders only',
    path: 'p.code-workspace',
    touch: write('{"folders":[{"path":"."}],"settings":{"x":1}}'),
  },
  {
    name: "a container's settings",
    path: '.devcontainer/devcontainer.json',
    touch: write('{"customizations":{"vscode":{"settings":{"chat.useHooks":false}}}}'),
    check: 'workspace-settings',
  },
  { name: "a container's image", path: '.devcontainer/devcontainer.json', before: '{}', touch: write('{"image":"x"}') },
];

describe('fileFloor: a part of a file', () => {
  testParts(PARTS);

  it('does not look at a settings file on another machine', () => {
    const hit = floorFor({ path: `/net/server/${SETTINGS}`, ...write('{}') }, { tree: {} });
    assert.equal(hit?.check, 'workspace-settings');
  });

  it('compares what a link leads to', () => {
    const tree: Tree = {
      '/home/u/project/.vscode': { link: '/home/u/common' },
      '/home/u/common/settings.json': '{"autoMode.permissions.deny":["a"]}',
    };
    assert.equal(floorFor({ path: SETTINGS, ...write('{}') }, { tree })?.check, 'workspace-settings');
  });

  it('takes a large file for changed', () => {
    const files = { ...fakeFiles({ '/home/u/project/.vscode/settings.json': '{}' }), readText: () => undefined };
    assert.equal(floorFor({ path: SETTINGS, ...write('{}') }, { files })?.check, 'workspace-settings');
  });

  it('is not held up by names that never end', () => {
    const deep = `${'{"a":'.repeat(90)}1${'}'.repeat(90)}`;
    assert.equal(floorFor({ path: SETTINGS, ...write(deep) }), undefined);
    const deeper = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
    assert.equal(floorFor({ path: SETTINGS, ...write(deeper) })?.check, 'workspace-settings');
    const long = JSON.stringify({ ['a'.repeat(3000)]: 1 });
    assert.equal(floorFor({ path: SETTINGS, ...write(long) })?.check, 'workspace-settings');
  });
});
