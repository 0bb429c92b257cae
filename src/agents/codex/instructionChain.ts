/**
 * Per documentation, one file each: Codex's own folder, and those from the repository root down. Ignores
 * `project_doc_fallback_filenames`.
 */
import { dirname, join } from 'node:path';
import { foldersUpToRepository } from '../files/folderFile';
import { foldersDownTo, type InstructionFile, type InstructionFiles } from '../files/instructionFiles';

/** The first non-empty one counts. */
const NAMES = ['AGENTS.override.md', 'AGENTS.md'];

/** In loading order. Never rejects. */
export function codexInstructionChain(
  directory: string,
  onDisk: Pick<InstructionFiles, 'read'>,
): (folder: string) => Promise<readonly InstructionFile[]> {
  return async (folder) => {
    // Not another machine.
    const isHere = foldersDownTo(folder, 1).length > 0;
    const places = [directory, ...(isHere ? [...foldersUpToRepository(folder)].reverse() : [])];
    const found = await onDisk.read(
      places.flatMap((place) => NAMES.map((name) => ({ path: join(place, name), within: place }))),
    );
    const taken = new Set<string>();
    return found.filter(({ path, text }) => {
      if (text.trim() === '' || taken.has(dirname(path))) return false;
      taken.add(dirname(path));
      return true;
    });
  };
}
