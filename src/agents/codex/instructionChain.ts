/**
 * By the documentation, one file each: Codex's own folder, and those from the repository root down.
 * `project_doc_fallback_filenames` is ignored.
 */
import { firstInEachFolder } from '../files/firstInEachFolder';
import { foldersUpToRepository } from '../files/folderFile';
import { foldersDownTo, type InstructionFile, type InstructionFiles } from '../files/instructionFiles';

/** The first non-empty one counts. */
const NAMES = ['AGENTS.override.md', 'AGENTS.md'];

/** In loading order. Never rejects. */
export function codexInstructionChain(
  directory: string,
  onDisk: Pick<InstructionFiles, 'read'>,
): (folder: string) => Promise<readonly InstructionFile[]> {
  return (folder) => {
    // Not another machine.
    const isHere = foldersDownTo(folder, 1).length > 0;
    const places = [directory, ...(isHere ? [...foldersUpToRepository(folder)].reverse() : [])];
    return firstInEachFolder(onDisk, places, NAMES);
  };
}
