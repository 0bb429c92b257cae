import assert from 'node:assert/strict';
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { COMMANDS } from '../../../src/config/contributions';
import { loosenings } from '../../../src/config/loosening';
import type { EffectiveSettings } from '../../../src/config/sources';
import type { Decision } from '../../../src/engine/model/decision';
import type { GateStatus } from '../../../src/gate/api';
import type { EditorWindow } from '../../editor/editorWindow';
import { writeRepositories, type Repository } from '../../editor/hostileRepositories';
import { openRepository } from '../../editor/openRepository';
import { useEditor } from '../../editor/useEditor';
import { statusItemIn } from '../../editor/statusItem';

/** Those whose rules cannot be told apart or read: every call is asked about, and nobody is there to be asked. */
const ALL_ASKED = [
  '10,000 rules and unknown settings',
  'settings nested deeply',
  'settings of 50 MB',
  'settings are a loop of links',
];

interface Look {
  readonly config: EffectiveSettings;
  readonly stages: readonly string[];
  readonly problems: string;
}

describe('a hostile repository', function () {
  this.timeout(600_000);
  const used = useEditor({ name: 'hostile-repository', files: { 'src/a.ts': 'export {};\n' } });

  const stageOf = async (window: EditorWindow, cwd: string, call: object): Promise<string> => {
    const request = { cwd, interactive: false, ...call };
    const { outcome, stage } = await window.executeCommand<Decision>(COMMANDS.check, request);
    return `${outcome} ${stage}`;
  };
  const problemsOf = async (window: EditorWindow): Promise<string> =>
    JSON.stringify((await window.executeCommand<GateStatus>(COMMANDS.status, {})).problems);

  it('gets no fast path where a link leads its folder elsewhere, until the folder is back', async () => {
    const { window } = used;
    const { workspace, root } = used.editor;
    const write = { tool: 'write', input: { path: 'src/new.ts', content: 'export const a = 1;\n' } };
    assert.equal(await stageOf(window, workspace, write), 'allow workspace-edit');
    const [aside, other] = [join(root, 'aside'), join(root, 'other')];
    await mkdir(join(other, 'src'), { recursive: true });
    await rename(workspace, aside);
    await symlink(other, workspace);
    assert.equal(await stageOf(window, workspace, write), 'block classifier');
    assert.match(await problemsOf(window), /lies elsewhere than when it was opened/);
    await rm(workspace);
    await rename(aside, workspace);
    assert.equal(await stageOf(window, workspace, write), 'allow workspace-edit');
    assert.doesNotMatch(await problemsOf(window), /lies elsewhere/);
  });

  it('loosens nothing by its settings, and calls are decided as before', async () => {
    const repositories = await writeRepositories(join(used.editor.root, 'repositories'));
    const others = repositories.filter(({ name }) => name !== 'empty' && name !== 'ordinary');
    assert.ok(others.length >= 6);
    // The first window's folder has no settings either.
    const plain = await lookAt(used.window, used.editor.workspace);
    assert.deepEqual(plain.stages, ['allow safe-tool', 'block classifier', 'block hard-deny']);
    for (const repository of others) {
      const { config, stages, problems } = await look(repository);
      const about = repository.name;
      assert.deepEqual(loosenings(plain.config.configuration, config.configuration), [], about);
      const { permissions, workspaceFolders, ...rest } = config.configuration;
      const { permissions: before, workspaceFolders: _, ...expected } = plain.config.configuration;
      assert.deepEqual(rest, expected, about);
      assert.deepEqual(permissions.allow, before.allow, about);
      assert.deepEqual(workspaceFolders, [repository.folder], about);
      if (ALL_ASKED.includes(about)) {
        for (const stage of stages) assert.match(stage, /^block (permissions\.(deny|ask)|hard-deny)$/, about);
      } else assert.deepEqual(stages, plain.stages, about);
      if (about === 'settings nested deeply') assert.match(problems, /nested too deeply|cannot be read/);
      if (/50 MB|loop/.test(about)) assert.match(problems, /every call asks until you correct or remove it/, about);
      assert.ok(JSON.stringify(config).length < 2_000_000, about);
    }
  });

  async function look(repository: Repository): Promise<Look> {
    const window = await openRepository(used.editor, repository);
    const seen = await lookAt(window, repository.folder);
    await window.page.close();
    return seen;
  }

  async function lookAt(window: EditorWindow, folder: string): Promise<Look> {
    // The editor starts what waits for its own start only if it can read the settings; the gate must not wait for that.
    await statusItemIn(window.page).waitFor();
    const stages: string[] = [];
    for (const call of [
      { tool: 'read', input: { path: 'src/0.ts' } },
      { tool: 'bash', input: { command: 'make' } },
      { tool: 'write', input: { path: '~/.bashrc', content: 'x' } },
    ]) {
      stages.push(await stageOf(window, folder, call));
    }
    const config = await window.executeCommand<EffectiveSettings>(COMMANDS.config, {});
    return { config, stages, problems: await problemsOf(window) };
  }
});
