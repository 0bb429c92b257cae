/**
 * By the documentation, one file each: the agent's folder, and those from the repository root down. Without the setting
 * `instructions`, and Claude Code's user file, which counts where the agent's is missing.
 */
import { firstInEachFolder } from '../files/firstInEachFolder';
import { foldersUpToRepository } from '../files/folderFile';
import { foldersDownTo, type InstructionFile, type InstructionFiles } from '../files/instructionFiles';
import type { HookCall } from '../hooks/agentDialect';

const NAMES = ['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md'];

export function familyInstructions(
  directory: string,
  onDisk: Pick<InstructionFiles, 'read'>,
): (call: HookCall) => Promise<readonly InstructionFile[]> {
  return ({ request: { cwd } }) => {
    // Not another machine.
    const isHere = foldersDownTo(cwd, 1).length > 0;
    const places = [directory, ...(isHere ? [...foldersUpToRepository(cwd)].reverse() : [])];
    return firstInEachFolder(onDisk, places, NAMES);
  };
}
