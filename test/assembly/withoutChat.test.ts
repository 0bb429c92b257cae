import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../src/config/contributions';
import { BuiltExtension } from './builtExtension';
import { RecordingEditor } from './recordingEditor';

const refuse = (): never => {
  throw new Error('not here');
};
const models = {
  onDidChangeChatModels: () => ({ dispose: () => undefined }),
  selectChatModels: () => Promise.resolve([]),
};

const EDITORS: Readonly<Record<string, object>> = {
  'has none': { chat: undefined, lm: models },
  'has an older one': { chat: {}, lm: models },
  'refuses what it is given': {
    chat: { createChatParticipant: refuse },
    lm: { ...models, registerTool: refuse },
  },
};

describe('an editor whose chat', function () {
  if (process.platform === 'win32') return;
  this.timeout(120_000);
  let built: BuiltExtension;
  const home = process.env['HOME'];

  before(async () => {
    built = await BuiltExtension.build();
  });
  after(() => {
    process.env['HOME'] = home;
    built.remove();
  });

  for (const [name, parts] of Object.entries(EDITORS)) {
    it(`${name} has all else of the product`, async () => {
      const own = mkdtempSync(join(built.root, 'home-'));
      const folder = join(own, 'project');
      mkdirSync(folder);
      process.env['HOME'] = own;
      const editor = new RecordingEditor(folder, own);
      const extension = built.load({ ...editor.module(), ...parts });
      const api = await extension.activate(editor.context());
      const { outcome } = await api.check({ tool: 'read', input: { path: 'a.ts' }, cwd: folder });
      assert.equal(outcome, 'allow');
      for (const id of Object.values(COMMANDS)) assert.ok(editor.commands.has(id), id);
      assert.deepEqual(
        editor.shown.filter(({ where }) => where === 'window.showErrorMessage'),
        [],
      );
      await extension.deactivate();
    });
  }
});
