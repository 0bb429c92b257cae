/** As Gemini CLI 0.61 loads them at start, without imports and names from its settings. */
import { join } from 'node:path';
import { foldersUpToRepository } from '../files/folderFile';
import type { InstructionFile, InstructionFiles } from '../files/instructionFiles';
import type { HookCall } from '../hooks/agentDialect';

const NAME = 'GEMINI.md';

export function geminiCliInstructions(
  userDirectory: string,
  onDisk: Pick<InstructionFiles, 'read'>,
): (call: HookCall) => Promise<readonly InstructionFile[]> {
  return ({ request: { cwd } }) =>
    onDisk.read(
      [userDirectory, ...[...foldersUpToRepository(cwd)].reverse()].map((folder) => ({
        path: join(folder, NAME),
        within: folder,
      })),
    );
}
