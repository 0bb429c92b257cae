import type { FileSystem } from '../fileSystem';
import type { MachineFacts } from '../machineFacts';
import { joinPath, parentPath } from '../pathText';

/**
 * Where `git rev-parse --show-toplevel` leads, if git finds a repository and no configuration says otherwise. Undefined:
 * unknown.
 */
export function workTreeOf(folder: string, { platform }: MachineFacts, files: FileSystem): string | undefined {
  const start = files.isRemote(folder) ? undefined : files.realPath(folder);
  if (start === undefined) return undefined;
  for (let here = start; ; here = parentPath(here, platform)) {
    const facts = files.inspect(joinPath(here, '.git', platform));
    if (facts === 'unreadable') return undefined;
    if (facts !== 'absent') return facts.type === 'directory' || facts.type === 'file' ? here : undefined;
    if (here === parentPath(here, platform)) return undefined;
  }
}
