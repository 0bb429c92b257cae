import { changesFile, type FileTouch } from '../../../src/files/fileTouch';
import { fileFloor, type FloorHit } from '../../../src/floor/files/fileFloor';
import { resolvePath, type LocatedTouch } from '../../../src/files/pathResolution';
import type { FileSystem } from '../../../src/files/fileSystem';
import type { MachineFacts } from '../../../src/files/machineFacts';
import { fakeFiles, type Tree } from '../engine/fakeGate';

export const LINUX: MachineFacts = {
  platform: 'linux',
  homeDirectory: '/home/u',
  loginShell: 'bash',
  gatePaths: ['/home/u/.auto-mode', '/home/u/.vscode/extensions/auto-mode.auto-mode-1.0.0'],
  secretGatePaths: ['/home/u/.auto-mode/token'],
};

export const MAC: MachineFacts = {
  platform: 'darwin',
  homeDirectory: '/Users/u',
  loginShell: 'bash',
  gatePaths: ['/Users/u/.auto-mode'],
  secretGatePaths: ['/Users/u/.auto-mode/token'],
};

export const WINDOWS: MachineFacts = {
  platform: 'win32',
  homeDirectory: 'C:\\Users\\u',
  loginShell: 'bash',
  gatePaths: ['C:\\Users\\u\\.auto-mode'],
  secretGatePaths: ['C:\\Users\\u\\.auto-mode\\token'],
};

/** A disk without any file, on which network paths are told by their first two characters. */
export const EMPTY_DISK: FileSystem = {
  inspect: () => 'absent',
  realPath: () => undefined,
  otherNames: () => [],
  readLink: () => undefined,
  readText: () => undefined,
  readContent: () => 'absent',
  isRemote: (path) => /^[\\/]{2}/.test(path),
  heldByVersionControl: () => false,
  versionControlStates: (paths) => paths.map(() => 'unknown'),
  changedByBranch: () => undefined,
  searchWouldRead: () => 'no',
  listNames: () => [],
  gitLinks: () => [],
};

export function located(
  touch: FileTouch,
  machine: MachineFacts = LINUX,
  files: FileSystem = EMPTY_DISK,
  cwd = machine.platform === 'win32' ? 'C:\\Users\\u\\project' : `${machine.homeDirectory}/project`,
): LocatedTouch {
  return { ...touch, resolved: resolvePath(touch.path, cwd, machine, files) };
}

/** What the floor says to one change of one file. */
export function floorFor(
  touch: FileTouch,
  options: { readonly machine?: MachineFacts; readonly tree?: Tree; readonly files?: FileSystem } = {},
): FloorHit | undefined {
  const machine = options.machine ?? LINUX;
  const files = options.files ?? (options.tree === undefined ? EMPTY_DISK : fakeFiles(options.tree));
  return fileFloor([located(touch, machine, files)], machine, files);
}

/** A touch that writes, removes or moves the path; for tables that go through all of them. */
export const CHANGES = (['overwrite', 'in-place', 'delete', 'rename-from', 'rename-to'] as const).filter(changesFile);
