import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { COMMANDS } from '../../../src/config/contributions';
import type { GateStatus } from '../../../src/gate/api';
import { runHook, type HookAnswer } from '../../editor/agentHook';
import { dialogsOf } from '../../editor/dialogs';
import type { EditorWindow } from '../../editor/editorWindow';
import { useEditor } from '../../editor/useEditor';

describe('two windows with two folders', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'two-windows',
    files: { '.vscode/settings.json': '{ "autoMode.permissions.deny": ["bash(touch first*)"] }', 'a.txt': '' },
    settings: { 'autoMode.permissions.ask': ['bash(npm publish*)'] },
  });
  let second: EditorWindow;
  let folder: string;
  before(async () => {
    folder = join(used.editor.root, 'second');
    await mkdir(folder);
    second = await used.editor.openWindow(folder);
    // Its door is open once the extension is active.
    await second.executeCommand(COMMANDS.status, {});
  });

  // A call of the same id and words is the same call: where deciding took its time, the second question is no second decision.
  let calls = 0;

  /** What an agent's hook does, in a mode in which the agent itself asks nobody. */
  function hook(cwd: string, session: string, tool: string, input: object): Promise<HookAnswer> {
    const payload = {
      session_id: session,
      cwd,
      permission_mode: 'bypassPermissions',
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: input,
      tool_use_id: `toolu_${++calls}`,
    };
    return runHook(used.editor.home, ['claude-code'], payload);
  }

  const shell = (cwd: string, session: string, command: string): Promise<HookAnswer> =>
    hook(cwd, session, 'Bash', { command });

  /** Which window is asked must not rest on what can be proven of this machine's programs: a read is safe everywhere. */
  const read = (cwd: string, session: string): Promise<HookAnswer> =>
    hook(cwd, session, 'Read', { file_path: join(cwd, 'a.txt') });

  async function reads(cwd: string, session: string): Promise<void> {
    const { code, stdout, stderr } = await read(cwd, session);
    assert.equal(code, 0, `${stdout} ${stderr}`);
  }

  const allowed = async (window: EditorWindow): Promise<number> =>
    (await window.executeCommand<GateStatus>(COMMANDS.status, {})).counters.allowed;

  it('each call is decided by the window that has its folder open', async () => {
    const before = [await allowed(used.window), await allowed(second)];
    await reads(used.editor.workspace, 'one');
    await reads(folder, 'two');
    await reads(folder, 'two');
    assert.deepEqual(
      [await allowed(used.window), await allowed(second)],
      before.map((count, at) => count + at + 1),
    );
    const answer = await read('/', 'three');
    assert.match(answer.stdout, /"permissionDecision":"(?:ask|deny)"/);
  });

  it('a session of one window is held to the rules of the other in its folder', async () => {
    await reads(folder, 'two');
    const answer = await shell(used.editor.workspace, 'two', 'touch first.txt');
    assert.equal(answer.code, 2);
    assert.match(answer.stderr, /bash\(touch first\*\)/);
  });

  it('a window that is closed in the middle of a request refuses, and the other one goes on', async () => {
    const answer = shell(folder, 'two', 'npm publish');
    await dialogsOf({ window: second }).dialog().waitFor();
    // The server keeps the extension host of a closed page for a while: it ends as it would in a crash.
    const host = await second.runInHost(() => Promise.resolve(process.pid));
    await second.page.close();
    try {
      process.kill(host, 'SIGKILL');
    } catch (error) {
      // It may have ended with its page.
      assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
    }
    const { code, stdout } = await answer;
    assert.ok(code === 2 || /"permissionDecision":"(?:ask|deny)"/.test(stdout), `${code} ${stdout}`);
    const later = await read(folder, 'two');
    assert.match(later.stdout, /"permissionDecision":"(?:ask|deny)"/);
    await reads(used.editor.workspace, 'one');
  });
});
