import { oncePer } from '../../common/oncePer';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import type { SimpleCommand } from '../../shell/model/analysis';
import type { CheckedLine } from './commandCheck';
import type { RootFolders } from './rootFolders';
import { looksUpEditor } from './signals';

/** Shows whether a check used the disk: without it, equal lines get equal answers. */
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

  get roots(): RootFolders {
    this.#looked = true;
    return this.#roots;
  }

  /** Since the last call. */
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
