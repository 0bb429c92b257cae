import { oncePer } from '../../common/oncePer';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import type { SimpleCommand } from '../../shell/model/analysis';
import type { CheckedLine } from './commandCheck';
import type { RootFolders } from './rootFolders';
import { looksUpEditor } from './signals';

/** Notes whether a check looked at the disk: what it says without is the same for the same line. */
export class WatchedLine implements CheckedLine {
  #looked = false;
  readonly #files: FileSystem;
  readonly #roots: RootFolders;

  constructor(
    readonly commands: readonly SimpleCommand[],
    readonly machine: MachineFacts,
    files: FileSystem,
    roots: RootFolders,
  ) {
    this.#files = files;
    this.#roots = roots;
  }

  get files(): FileSystem {
    this.#looked = true;
    return this.#files;
  }

  /** They know the disk. */
  get roots(): RootFolders {
    this.#looked = true;
    return this.#roots;
  }

  /** Whether anybody looked since this was last asked. */
  wasLookedUp(): boolean {
    const looked = this.#looked;
    this.#looked = false;
    return looked;
  }

  get editorLookups(): readonly SimpleCommand[] {
    return editorLookupsIn(this.commands);
  }
}

const editorLookupsIn = oncePer((commands: readonly SimpleCommand[]) => commands.filter(looksUpEditor));
