import type { FileOnDisk } from '../../config/workspaceRuleFiles';
import { fileStamp, settingsText } from '../../disk/settingsFileContent';
import { resolvePath } from '../../files/pathResolution';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';

/**
 * Follows links. Never throws.
 * @param path absolute
 * @returns undefined: on another machine
 */
export function settingsFileOnDisk(path: string, machine: MachineFacts, files: FileSystem): FileOnDisk | undefined {
  const opened = placeOf(path, machine, files);
  if (opened === undefined) return undefined;
  // A link may lead elsewhere without a change of the file.
  const place = (): string | undefined => (opened.linked ? placeOf(path, machine, files)?.path : path);
  return {
    stamp: () => {
      const now = place();
      if (now === path) return fileStamp(path);
      return now === undefined ? 'on another machine' : `${now} ${fileStamp(path)} ${fileStamp(now)}`;
    },
    text: () => {
      const now = place();
      return now === undefined ? '' : settingsText(now);
    },
  };
}

function placeOf(
  path: string,
  machine: MachineFacts,
  files: FileSystem,
): { readonly path: string; readonly linked: boolean } | undefined {
  if (files.isRemote(path)) return undefined;
  const { remote, real, candidates } = resolvePath(path, undefined, machine, files);
  // A link may lead to another machine.
  if (remote) return undefined;
  // An agent may read an odd name otherwise; VS Code means this one.
  return { path: real ?? files.realPath(path) ?? path, linked: real === undefined || real !== candidates[0] };
}
