/** As Qwen Code 0.24.4 loads them at start, without imports and names from its settings. */
import { join } from 'node:path';
import { foldersUpToRepository } from '../files/folderFile';
import type { InstructionFile, InstructionFiles } from '../files/instructionFiles';
import type { HookCall } from '../hooks/agentDialect';

const NAMES = ['QWEN.md', 'AGENTS.md', 'QWEN.local.md'];

export function qwenCodeInstructions(
  userDirectory: string,
  onDisk: Pick<InstructionFiles, 'read'>,
): (call: HookCall) => Promise<readonly InstructionFile[]> {
  return ({ request: { cwd } }) =>
    onDisk.read(
      [userDirectory, ...[...foldersUpToRepository(cwd)].reverse()].flatMap((folder) =>
        NAMES.map((name) => ({ path: join(folder, name), within: folder })),
      ),
    );
}
