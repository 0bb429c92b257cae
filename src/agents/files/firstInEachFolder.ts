import { dirname, join } from 'node:path';
import type { InstructionFile, InstructionFiles } from './instructionFiles';

/** The first non-empty one of `names` in each folder, in order. Never rejects. */
export async function firstInEachFolder(
  onDisk: Pick<InstructionFiles, 'read'>,
  folders: readonly string[],
  names: readonly string[],
): Promise<readonly InstructionFile[]> {
  const found = await onDisk.read(
    folders.flatMap((place) => names.map((name) => ({ path: join(place, name), within: place }))),
  );
  const taken = new Set<string>();
  return found.filter(({ path, text }) => {
    if (text.trim() === '' || taken.has(dirname(path))) return false;
    taken.add(dirname(path));
    return true;
  });
}
