/** As Qwen Code 0.24.4 loads them at its start; without imports, and without what its settings name instead. */
import { join } from 'node:path';
import { foldersUpToRepository } from '../files/folderFile';
import type { InstructionFile, InstructionFiles } from '../files/instructionFiles';
import type { HookCall } from '../hooks/agentDialect';

const NAMES = ['QWEN.md', 'AGENTS.md', 'QWEN.local.md'];

/** @param userDirectory Qwen Code's own folder */
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
