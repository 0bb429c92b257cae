import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DiskSnapshotStore } from '../../../src/snapshots/diskSnapshotStore';
import type { SnapshotLimits } from '../../../src/snapshots/snapshotStore';
import { useTemporaryFolder, type TemporaryFolder } from '../disk/temporaryFolder';

export const LIMITS: SnapshotLimits = { bytes: 1_000_000_000, snapshots: 200, days: 7 };

export interface ScratchStore {
  readonly folder: TemporaryFolder;
  /** The folder that is kept. */
  readonly work: string;
  /** Another window's is another one. */
  store(limits?: SnapshotLimits): DiskSnapshotStore;
  /** Path below the folder to what is there. */
  tree(): Readonly<Record<string, string>>;
}

export function useScratchStore(): ScratchStore {
  // Before the folder is removed.
  afterEach(() => {
    makeReadable(folder.path);
  });
  const folder = useTemporaryFolder();
  beforeEach(() => {
    mkdirSync(folder.at('work'));
  });
  return {
    folder,
    get work() {
      return folder.at('work');
    },
    store: (limits = LIMITS) =>
      new DiskSnapshotStore({
        directory: folder.at('gate/snapshots'),
        never: [folder.at('gate')],
        limits: () => limits,
      }),
    tree: () => treeOf(folder.at('work')),
  };
}

/** Content, mode, type and target of everything but git's own files. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (below: string): void => {
    for (const name of readdirSync(join(folder, below))) {
      if (name === '.git') continue;
      const path = join(below, name);
      const stats = lstatSync(join(folder, path));
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isSymbolicLink()) found[path] = `link ${readlinkSync(join(folder, path))}`;
      else if (stats.isFile()) found[path] = `file ${mode} ${readFileSync(join(folder, path)).toString('latin1')}`;
      else if (!stats.isDirectory()) found[path] = 'special';
      else {
        found[path] = `folder ${mode}`;
        visit(path);
      }
    }
  };
  visit('');
  return found;
}

function makeReadable(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    chmodSync(join(folder, entry.name), 0o700);
    makeReadable(join(folder, entry.name));
  }
}
