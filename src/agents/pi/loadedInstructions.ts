/** By the documentation, one file each: pi's folder, and every folder above its own. */
import { firstInEachFolder } from '../files/firstInEachFolder';
import { foldersDownTo, type InstructionFile, type InstructionFiles } from '../files/instructionFiles';
import type { HookCall } from '../hooks/agentDialect';

const NAMES = ['AGENTS.override.md', 'AGENTS.md', 'AGENTS.MD', 'CLAUDE.md', 'CLAUDE.MD'];

export function piInstructions(
  directory: string,
  onDisk: Pick<InstructionFiles, 'read'>,
): (call: HookCall) => Promise<readonly InstructionFile[]> {
  return ({ request: { cwd } }) => firstInEachFolder(onDisk, [directory, ...foldersDownTo(cwd)], NAMES);
}
