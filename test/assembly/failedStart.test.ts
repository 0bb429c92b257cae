import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { gateHome } from '../../src/disk/gateHome';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import type { AutoModeApi } from '../../src/gate/api';
import { BuiltExtension, type Extension } from './builtExtension';
import { EditorWithout } from './editorWithout';

type Breakage = (editor: EditorWithout['module'], context: { readonly secrets: object }) => void;

const broken = (): never => {
  throw new RangeError('a part is broken');
};
/** Each part of which there would be no gate. */
const BREAKAGES: Readonly<Record<string, Breakage>> & { readonly judge: Breakage } = {
  judge: (_, { secrets }) => {
    Object.assign(secrets, { onDidChange: broken });
  },
  settings: (editor) => {
    Object.assign(editor.workspace, { onDidChangeConfiguration: broken });
  },
  memory: (_, context) => {
    Object.defineProperty(context, 'storageUri', { get: broken });
  },
  storage: (_, context) => {
    Object.defineProperty(context, 'globalStorageUri', { get: broken });
  },
  documents: (editor) => {
    Object.assign(editor.workspace, { registerTextDocumentContentProvider: broken });
  },
  // What is only shown is missing as well.
  everything: (editor, { secrets }) => {
    Object.assign(secrets, { onDidChange: broken });
    Object.assign(editor.window, { createStatusBarItem: broken, registerWebviewViewProvider: broken });
  },
};

describe('a window in which a part of the gate cannot be built', function () {
  if (process.platform === 'win32') return;
  let built: BuiltExtension;
  let root: string;
  let folder: string;
  let editor: EditorWithout;
  let extension: Extension;
  const subscriptions: { dispose(): void }[] = [];
  const home = process.env['HOME'];

  before('bundle the extension', async () => {
    built = await BuiltExtension.build();
    ({ root } = built);
  });
  after(() => {
    built.remove();
  });
  beforeEach(() => {
    const own = mkdtempSync(join(root, 'home-'));
    folder = join(own, 'project');
    mkdirSync(folder);
    process.env['HOME'] = own;
    editor = new EditorWithout(folder);
  });
  afterEach(async () => {
    process.env['HOME'] = home;
    await extension.deactivate();
    for (const part of subscriptions.splice(0)) part.dispose();
  });

  async function activate(breakage: Breakage): Promise<AutoModeApi> {
    const memento = (): unknown => {
      const kept = new Map<string, unknown>();
      return {
        get: (key: string, otherwise: unknown) => kept.get(key) ?? otherwise,
        update: (key: string, value: unknown) => Promise.resolve(kept.set(key, value)),
      };
    };
    const place = (name: string): unknown => ({ fsPath: join(process.env['HOME'] ?? '', name) });
    const context = {
      subscriptions,
      globalState: memento(),
      workspaceState: memento(),
      secrets: { onDidChange: () => ({ dispose: () => undefined }) },
      extensionUri: place('extension'),
      globalStorageUri: place('global'),
      storageUri: place('window'),
      logUri: place('logs'),
      languageModelAccessInformation: { onDidChange: () => ({ dispose: () => undefined }) },
    };
    const { module } = editor;
    breakage(module, context);
    extension = built.load(module);
    return extension.activate(context);
  }

  const call = { tool: 'read_file', input: { file_path: 'a.ts' } };
  /** What Claude Code would read on the hook's standard output. */
  const hook = (): Promise<string> =>
    new Promise((resolve) => {
      const child = execFile('/bin/sh', [gateHome(process.env['HOME'] ?? '').launcher, 'claude-code'], (_, stdout) => {
        resolve(stdout);
      });
      child.stdin?.end(
        JSON.stringify({
          session_id: 's',
          cwd: folder,
          hook_event_name: 'PreToolUse',
          permission_mode: 'default',
          tool_name: 'Read',
          tool_input: { file_path: join(folder, 'a.ts') },
          tool_use_id: 't',
        }),
      );
    });

  for (const [part, breakage] of Object.entries(BREAKAGES)) {
    it(`blocks every call, by hook, command and export, and says why: ${part}`, async () => {
      const api = await activate(breakage);
      const ofExport = await api.check({ ...call, cwd: folder });
      const ofCommand = (await editor.commands.get(COMMANDS.check)?.({ ...call, cwd: folder })) as Decision;
      for (const { outcome, reason } of [ofExport, ofCommand]) {
        assert.equal(outcome, 'block');
        assert.match(reason, /could not start in this VS Code window.*a part is broken/);
      }
      assert.match(await hook(), /"deny".*could not start in this VS Code window/s);
      assert.deepEqual([...editor.commands.keys()].sort(), Object.values(COMMANDS).sort());
      await assert.rejects(Promise.resolve(editor.commands.get(COMMANDS.denials)?.({})), /could not start/);
      assert.match(editor.errors.join(), /could not start in this window: a part is broken/);
      assert.match(editor.logged.join('\n'), /RangeError: a part is broken/);
      if (part !== 'everything') assert.equal(editor.statusItems[0]?.text, '$(error) Not Started');
    });

    it(`leaves the agent's own way to who switched auto mode off: ${part}`, async () => {
      editor.settings.set('enabled', false);
      const api = await activate(breakage);
      assert.equal((await api.check({ ...call, cwd: folder })).outcome, 'defer');
      assert.doesNotMatch(await hook(), /deny/);
      assert.deepEqual(editor.errors, []);
    });
  }

  it('refuses everything that needs the gate, also what would switch it off', async () => {
    const api = await activate(BREAKAGES.judge);
    const answered = new Set(['check', 'status', 'guidance']);
    const others = Object.entries(api).filter(([name]) => !answered.has(name)) as [string, () => Promise<unknown>][];
    for (const [name, call] of others) {
      await assert.rejects(call(), { name: 'NotStartedError', message: /could not start.*a part is broken/ }, name);
    }
    assert.equal(others.length, 14);
    editor.answer = 'Turn Off';
    await assert.rejects(Promise.resolve(editor.commands.get(COMMANDS.off)?.({})), /could not start/);
    assert.equal((await api.check({ ...call, cwd: folder })).outcome, 'block');
    const { mode, modeDetail, enabledHere, counters, lastDecision } = await api.status();
    assert.deepEqual([mode, enabledHere, counters.blocked, lastDecision?.outcome], ['not-started', true, 1, 'block']);
    assert.match(modeDetail ?? '', /a part is broken/);
  });

  it('blocks where more than the one setting of the user may count', async () => {
    editor.settings.set('enabled', false);
    editor.settings.set('folders', {});
    const api = await activate(BREAKAGES.judge);
    assert.equal((await api.check({ ...call, cwd: folder })).outcome, 'block');
  });
});
