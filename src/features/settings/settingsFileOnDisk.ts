import type { FileOnDisk } from '../../config/workspaceRuleFiles';
import { fileStamp, settingsText } from '../../disk/settingsFileContent';
import { resolvePath } from '../../files/pathResolution';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';

/**
 * A settings file of the workspace, wherever links on its way lead.
 * @param path absolute
 * @returns undefined for what lies on another machine. Nothing here throws.
 */
export function settingsFileOnDisk(path: string, machine: MachineFacts, files: FileSystem): FileOnDisk | undefined {
  const opened = placeOf(path, machine, files);
  if (opened === undefined) return undefined;
  // Any of the links on the way may lead elsewhere later, without a change of the first or of the file. Where there are none, one that
  // is made shows in the stamp.
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
  // Of an odd name it may be uncertain what an agent would mean by it; VS Code means just this file. Of what cannot be followed, as
  // through a folder that cannot be looked into, reading it tells whether there is nothing.
  return { path: real ?? files.realPath(path) ?? path, linked: real === undefined || real !== candidates[0] };
}
