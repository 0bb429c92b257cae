/**
 * The instruction files that Codex would load in a folder: of its own folder and of every one from the root of the repository down, at most
 * one each, as its documentation says. Other names that a user configured (`project_doc_fallback_filenames`) are not known here.
 */
import { dirname, join } from 'node:path';
import { foldersUpToRepository } from '../files/folderFile';
import { foldersDownTo, type InstructionFile, type InstructionFiles } from '../files/instructionFiles';

/** The first of them that holds anything counts. */
const NAMES = ['AGENTS.override.md', 'AGENTS.md'];

/** In the order in which Codex loads them. Never rejects. @param directory Codex's folder for this user */
export function codexInstructionChain(
  directory: string,
  onDisk: Pick<InstructionFiles, 'read'>,
): (folder: string) => Promise<readonly InstructionFile[]> {
  return async (folder) => {
    // Nothing is looked for on another machine.
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
