import assert from 'node:assert/strict';
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/decision';
import type { GateStatus } from '../../src/host/api';
import { useEditor } from '../editor/useEditor';

describe('a workspace folder that a link moves elsewhere', function () {
  this.timeout(120_000);
  const used = useEditor({ name: 'moved-folder', files: { 'src/a.ts': 'export {};\n' } });
  const write = async (path: string): Promise<string> => {
    const decision = await used.window.executeCommand<Decision>(COMMANDS.check, {
      tool: 'write',
      input: { path, content: 'export const a = 1;\n' },
      cwd: used.editor.workspace,
      interactive: false,
    });
    return `${decision.outcome} ${decision.stage}`;
  };
  const problems = async (): Promise<string> =>
    JSON.stringify((await used.window.executeCommand<GateStatus>(COMMANDS.status, {})).problems);

  it('gives no fast path to what the link leads to, says so, and is trusted again once it is back', async () => {
    const { workspace, root } = used.editor;
    assert.equal(await write('src/new.ts'), 'allow workspace-edit');
    const [aside, other] = [join(root, 'aside'), join(root, 'other')];
    await mkdir(join(other, 'src'), { recursive: true });
    await rename(workspace, aside);
    await symlink(other, workspace);
    assert.equal(await write('src/new.ts'), 'block classifier');
    assert.match(await problems(), /lies elsewhere than when it was opened/);
    await rm(workspace);
    await rename(aside, workspace);
    assert.equal(await write('src/new.ts'), 'allow workspace-edit');
    assert.doesNotMatch(await problems(), /lies elsewhere/);
  });
});
