/** A secret may have a second name: a hard link, known by device and inode. */
import type { FileFacts, FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';

export function isLinkedSecret(path: string, machine: MachineFacts, files: FileSystem): boolean {
  return isSecondName(linkedSecrets(machine, files), path, files);
}

/** @param secrets of `linkedSecrets`: a caller that asks about many files gets them once */
export function isSecondName(secrets: readonly FileFacts[], path: string, files: FileSystem): boolean {
  // There is hardly ever one.
  if (secrets.length === 0) return false;
  const facts = files.inspect(path);
  if (typeof facts === 'string' || facts.type !== 'file' || facts.links < 2 || facts.identity === undefined)
    return false;
  return secrets.some(({ identity }) => identity === facts.identity);
}

/** A search may then find it anywhere. */
export function hasLinkedSecrets(machine: MachineFacts, files: FileSystem): boolean {
  return linkedSecrets(machine, files).length > 0;
}

/** The secrets of the gate that have a second name. */
export function linkedSecrets({ secretGatePaths }: MachineFacts, files: FileSystem): readonly FileFacts[] {
  return secretGatePaths.flatMap((path) => {
    const facts = files.inspect(path);
    return typeof facts === 'object' && facts.type === 'file' && facts.links > 1 ? [facts] : [];
  });
}
