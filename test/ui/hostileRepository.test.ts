import assert from 'node:assert/strict';
import { join } from 'node:path';
import { COMMANDS } from '../../src/config/contributions';
import { loosenings } from '../../src/config/loosening';
import type { EffectiveSettings } from '../../src/config/sources';
import type { Decision } from '../../src/engine/decision';
import { writeRepositories, type Repository } from '../editor/hostileRepositories';
import { openRepository } from '../editor/openRepository';
import { useEditor } from '../editor/useEditor';

describe('opening a hostile repository', function () {
  this.timeout(600_000);
  const used = useEditor({ name: 'hostile-repository' });

  it('loosens nothing, and calls are decided as before', async () => {
    const repositories = await writeRepositories(join(used.editor.root, 'repositories'));
    const [empty, ...others] = repositories;
    assert.ok(empty !== undefined && others.length > 8);
    const plain = await look(empty);
    assert.deepEqual(plain.stages, ['allow safe-tool', 'block classifier', 'block hard-deny']);
    for (const repository of others) {
      const { config, stages } = await look(repository);
      const about = repository.name;
      assert.deepEqual(loosenings(plain.config.configuration, config.configuration), [], about);
      const { permissions, workspaceFolders, ...rest } = config.configuration;
      const { permissions: before, workspaceFolders: _, ...expected } = plain.config.configuration;
      assert.deepEqual(rest, expected, about);
      assert.deepEqual(permissions.allow, before.allow, about);
      assert.deepEqual(workspaceFolders, [repository.folder], about);
      // Too many rules ask about every call, and nobody is there to be asked.
      if (about === '10,000 rules')
        assert.ok(
          stages.every((stage) => stage.startsWith('block')),
          stages.join(),
        );
      else assert.deepEqual(stages, plain.stages, about);
      assert.ok(JSON.stringify(config).length < 2_000_000, about);
    }
  });

  async function look(repository: Repository): Promise<{ config: EffectiveSettings; stages: string[] }> {
    const window = await openRepository(used.editor, repository);
    const check = (call: object): Promise<Decision> =>
      window.executeCommand(COMMANDS.check, { cwd: repository.folder, interactive: false, ...call });
    const stages: string[] = [];
    for (const call of [
      { tool: 'read', input: { path: 'src/0.ts' } },
      { tool: 'bash', input: { command: 'make' } },
      { tool: 'write', input: { path: '~/.bashrc', content: 'x' } },
    ]) {
      const { outcome, stage } = await check(call);
      stages.push(`${outcome} ${stage}`);
    }
    const config = await window.executeCommand<EffectiveSettings>(COMMANDS.config, {});
    await window.page.close();
    return { config, stages };
  }
});
