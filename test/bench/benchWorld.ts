import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { effectiveConfiguration } from '../../src/config/effectiveConfiguration';
import type { Gate } from '../../src/engine/model/ports';
import { ruleProblem } from '../../src/rules/permissionRule';
import { terminalGate } from '../../src/terminal/terminalGate';

/** A project on a real disk and a gate for it, with some rules as a user has them. */
export interface BenchWorld {
  readonly workspace: string;
  readonly gate: Gate;
  readonly remove: () => void;
}

export function benchWorld(): BenchWorld {
  const workspace = mkdtempSync(join(tmpdir(), 'auto-mode-bench-'));
  mkdirSync(join(workspace, 'src', 'deep'), { recursive: true });
  for (let index = 0; index < 200; index += 1) {
    writeFileSync(join(workspace, 'src', 'deep', `${index}.ts`), 'old text\n');
  }
  mkdirSync(join(workspace, '.git', 'objects'), { recursive: true });
  mkdirSync(join(workspace, '.git', 'refs'));
  writeFileSync(join(workspace, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(workspace, '.git', 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
  const { configuration } = effectiveConfiguration(
    {
      sources: [
        {
          source: 'user',
          values: {
            'permissions.deny': ['bash(git push --force*)', 'read(~/.ssh/**)', 'edit(migrations/**)'],
            'permissions.ask': ['bash(npm publish*)'],
            'permissions.allow': ['fetch(https://docs.example.com/*)'],
          },
        },
      ],
      trusted: true,
      workspaceFolders: [workspace],
    },
    ruleProblem,
  );
  return {
    workspace,
    gate: terminalGate(configuration),
    remove: () => {
      rmSync(workspace, { recursive: true });
    },
  };
}
