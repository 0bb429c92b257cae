import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS, type CommandId } from '../../src/config/contributions';
import type { AutoModeApi } from '../../src/gate/api';
import type { HostMessage, SnapshotMessage } from '../../src/panel/messages';
import { BuiltExtension, type Extension } from './builtExtension';
import { RecordingEditor, type Page } from './recordingEditor';

const CLEAR = { feature: 'activity', action: { kind: 'clear' } };
const LIST = { first: 0, count: 10 };
/** Moves the panel's page from one place to the other, so that the new one is there before the old one is gone. */
describe("the panel's page, closed and opened anew", function () {
  if (process.platform === 'win32') return;
  this.timeout(120_000);
  let built: BuiltExtension;
  let extension: Extension;
  let editor: RecordingEditor;
  let api: AutoModeApi;
  let folder: string;
  const home = process.env['HOME'];

  before('start the whole extension', async () => {
    built = await BuiltExtension.build();
    const own = mkdtempSync(join(built.root, 'home-'));
    folder = join(own, 'project');
    mkdirSync(folder);
    process.env['HOME'] = own;
    editor = new RecordingEditor(folder, own);
    extension = built.load(editor.module());
    api = await extension.activate(editor.context());
  });
  after(async () => {
    process.env['HOME'] = home;
    await extension.deactivate();
    built.remove();
  });

  it('has every command of the manifest', () => {
    const known = new Set<string>(Object.values(COMMANDS));
    assert.deepEqual([...editor.commands.keys()].filter((id) => known.has(id)).sort(), [...known].sort());
  });

  function last(page: Page): SnapshotMessage {
    const messages = page.posted().map((text) => (JSON.parse(text) as readonly [HostMessage])[0]);
    const snapshot = messages.findLast(({ kind }) => kind === 'snapshot');
    return snapshot?.kind === 'snapshot' ? snapshot : assert.fail('no snapshot');
  }

  async function until(what: string, isSo: () => boolean): Promise<void> {
    for (let round = 0; !isSo(); round += 1) {
      assert.ok(round < 1_000, what);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  const decide = (): Promise<unknown> => api.check({ tool: 'read', input: { path: 'a.ts' }, cwd: folder });
  const rows = (page: Page): number => last(page).slices.activity?.found ?? -1;

  it('has each decision as before, and the old one can do nothing any more', async () => {
    const old = editor.openPanel('old');
    old.send({ kind: 'ready' });
    old.send({ kind: 'look', focus: { activity: LIST } });
    await decide();
    await until('the old page has the decision', () => rows(old) === 1);
    const { nonce } = last(old);

    const page = editor.openPanel('new');
    page.send({ kind: 'ready' });
    page.send({ kind: 'look', focus: { activity: LIST } });
    await until('the new page has the decision', () => rows(page) === 1);
    const replayed = editor.shown.length;
    page.send({ kind: 'act', nonce, act: CLEAR });
    await until('the number of another page is refused', () =>
      editor.shown.slice(replayed).some(({ where, text }) => where === 'log.warn' && text.includes('one-time number')),
    );
    old.send({ kind: 'act', nonce, act: CLEAR });
    old.send({ kind: 'look', focus: {} });
    old.close();
    old.send({ kind: 'look', focus: {} });
    await decide();
    await until('the new page has both', () => rows(page) === 2);

    const fresh = last(page).nonce;
    page.send({ kind: 'act', nonce: fresh, act: CLEAR });
    await until('a click in the new page counts', () => rows(page) === 0);
    page.close();
    const after = page.posted().length;
    page.send({ kind: 'ready' });
    await decide();
    assert.equal(page.posted().length, after, 'what is closed is sent nothing');
  });

  it('shows the rules where a command about rules is called without an argument', async () => {
    const page = editor.openPanel('rules');
    page.send({ kind: 'ready' });
    const run = (id: CommandId, ...args: readonly unknown[]): unknown => editor.commands.get(id)?.(...args);
    let followed: string | undefined;
    const leadsTo = async (id: CommandId, section: string): Promise<void> => {
      await run(id);
      await until(`${id} leads elsewhere`, () => last(page).destination?.id !== followed);
      const { destination } = last(page);
      followed = destination?.id;
      assert.equal(destination?.page, 'rules');
      assert.deepEqual(destination.focus.ruleEditing, { open: [section] }, id);
    };
    for (const id of [COMMANDS.editRules, COMMANDS.changeRule, COMMANDS.moveRule])
      await leadsTo(id, 'permissions.deny');
    await leadsTo(COMMANDS.removeRuleList, 'permissions.deny');
    await leadsTo(COMMANDS.undoRuleChange, 'permissions.deny');

    editor.set('folders', { [folder]: { 'rules.softDeny': [] } });
    await leadsTo(COMMANDS.removeRuleList, 'rules.softDeny');
    const added = { action: 'add', section: 'permissions.ask', rule: 'bash(make*)' };
    await run(COMMANDS.changeRule, added);
    assert.deepEqual(editor.userSettings.get('permissions.ask'), ['$defaults', 'bash(make*)']);
    await leadsTo(COMMANDS.undoRuleChange, 'permissions.ask');
    page.close();
  });
});
