/** By Cursor's documentation, without rules for some files only. */
import { join } from 'node:path';
import { foldersUpToRepository } from '../files/folderFile';
import type { InstructionFile, InstructionFiles } from '../files/instructionFiles';
import type { HookCall } from '../hooks/agentDialect';

const NAMES = ['AGENTS.md', '.cursorrules'];

export function cursorInstructions(
  onDisk: Pick<InstructionFiles, 'read'>,
): (call: HookCall) => Promise<readonly InstructionFile[]> {
  return ({ request: { cwd } }) =>
    onDisk.read(
      [...foldersUpToRepository(cwd)]
        .reverse()
        .flatMap((folder) => NAMES.map((name) => ({ path: join(folder, name), within: folder }))),
    );
}
