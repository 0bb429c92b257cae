/** The ways in which a settings file can spell one key, as VS Code reads it. */
import assert from 'node:assert/strict';
import { floorFor } from '../../files/fileWorld';

const SETTINGS = '/home/u/project/.vscode/settings.json';
const KEPT = '{"autoMode.permissions.deny":["bash(rm *)"],"editor.tabSize":2}';

/** What the file holds, what it shall hold, and whether a setting of the gate would be another one. */
const CASES: readonly (readonly [name: string, before: string | undefined, after: string, changes: boolean])[] = [
  ['dotted', undefined, '{"autoMode.enabled":false}', true],
  ['an object', undefined, '{"autoMode":{"enabled":false}}', true],
  ['an object of objects', undefined, '{"autoMode":{"permissions":{"allow":["*"]}}}', true],
  ['dotted, then an object', undefined, '{"autoMode.permissions":{"allow":["*"]}}', true],
  ['an object with a dotted key', undefined, '{"autoMode":{"permissions.allow":["*"]}}', true],
  ['the new keys', undefined, '{"autoMode.folders":{"/":{"enabled":false}}}', true],
  ['the new keys, dotted', undefined, '{"autoMode.rules.defaultBranchPush":"ordinary"}', true],
  ['a key that does not exist yet', undefined, '{"autoMode.somethingNew":1}', true],
  ['another case', undefined, '{"AUTOMODE.enabled":false}', true],
  ['letters that only look alike are another key', undefined, '{"ａutoMode.enabled":false}', false],
  ['for one language', undefined, '{"[python]":{"autoMode.enabled":false}}', true],
  ['for several languages', undefined, '{"[python][go]":{"autoMode.enabled":false}}', true],
  ['for one language, as an object', undefined, '{"[python]":{"autoMode":{"enabled":false}}}', true],
  ['escaped', undefined, '{"\\u0061\\u0075toMode.enabled":false}', true],
  ['an escaped dot', undefined, '{"autoMode\\u002eenabled":false}', true],
  ['an escaped slash', undefined, '{"a\\/b":1}', false],
  ['behind a comment', undefined, '// {}\n{/* x */"autoMode.enabled"/**/:false,}', true],
  ['in a comment only', undefined, '{"x":1 // "autoMode.enabled": false\n}', false],
  ['in a value only', undefined, '{"x":"about autoMode.enabled"}', false],
  ['behind a byte order mark', undefined, '\ufeff{"autoMode.enabled":false}', true],
  ['a byte order mark alone', KEPT, `\ufeff${KEPT}`, false],
  ['the last of two counts', KEPT, '{"autoMode.permissions.deny":["bash(rm *)"],"autoMode.permissions.deny":[]}', true],
  ['two of another key', undefined, '{"x":1,"x":2}', true],
  ['taken away', KEPT, '{"editor.tabSize":2}', true],
  ['commented out', KEPT, '{//"autoMode.permissions.deny":["bash(rm *)"],\n"editor.tabSize":2}', true],
  ['one entry more: tightening too is not for an agent', KEPT, KEPT.replace('"]', '","bash(x)"]'), true],
  [
    'another order of entries',
    '{"autoMode.permissions.deny":["a","b"]}',
    '{"autoMode.permissions.deny":["b","a"]}',
    true,
  ],
  ['null', KEPT, KEPT.replace('["bash(rm *)"]', 'null'), true],
  [
    'spelled as an object instead',
    KEPT,
    '{"autoMode":{"permissions":{"deny":["bash(rm *)"]}},"editor.tabSize":2}',
    true,
  ],
  ['another setting', KEPT, KEPT.replace('2', '4'), false],
  [
    'another order, comments, trailing commas',
    KEPT,
    '{\n"editor.tabSize":2, // x\n"autoMode.permissions.deny":["bash(rm *)",],\n}',
    false,
  ],
  ['no JSON any more', KEPT, KEPT.slice(0, -1), true],
  ['no JSON any more, nothing of the gate in it', '{"x":1}', '{"x":1', true],
  ['no JSON before, mended', '{"x":1', '{"x":1}', true],
  ['a number of JSON5', undefined, '{"x":0x10}', true],
  ['single quotes', undefined, "{'autoMode.enabled':false}", true],
  ['no quotes', undefined, '{autoMode.enabled:false}', true],
  ['two documents', undefined, '{}{"autoMode.enabled":false}', true],
  ['an array', undefined, '[{"autoMode.enabled":false}]', false],
  ['a prototype', undefined, '{"__proto__":{"autoMode.enabled":false}}', false],
  ['a prototype of the gate', undefined, '{"autoMode":{"__proto__":{"enabled":false}}}', true],
  ['a key that only begins alike', undefined, '{"autoModeler.x":1}', false],
  ['a key that only ends alike', undefined, '{"x.autoMode.y":1}', false],
  ['a blank in the key', undefined, '{"autoMode .enabled":false}', false],
  ['an empty part', undefined, '{"autoMode..enabled":false}', true],
];

describe('settings of the gate, however they are spelled', () => {
  for (const [name, before, after, changes] of CASES) {
    it(`${name}: ${changes ? 'stopped' : 'free'}`, () => {
      const tree = before === undefined ? {} : { [SETTINGS]: before };
      const hit = floorFor({ path: SETTINGS, change: 'overwrite', newText: after }, { tree });
      assert.equal(hit?.check, changes ? 'workspace-settings' : undefined);
    });
  }

  it('an edit whose result cannot be told', () => {
    const tree = { [SETTINGS]: '{"x":1,"y":1}' };
    for (const touch of [
      { edits: [{ oldText: '1', newText: '2', replaceAll: false }] },
      { edits: [{ oldText: '', newText: '"z":1', replaceAll: false }] },
      {},
    ]) {
      const hit = floorFor({ path: SETTINGS, change: 'in-place', ...touch }, { tree });
      assert.equal(hit?.check, 'workspace-settings');
    }
  });
});
