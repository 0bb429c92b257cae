import { joinPath, LONGEST_PATH_TEXT, parentPath } from '../files/pathText';
import { resolvePath } from '../files/pathResolution';
import type { FileContent, FileSystem, NoContent } from '../files/fileSystem';
import type { MachineFacts } from '../files/machineFacts';
import type { ClosureProblem } from './closureKinds';

export interface ClosurePlace {
  readonly files: FileSystem;
  readonly machine: MachineFacts;
}

export const MOST_FILE_BYTES = 2_000_000;
const MOST_FILES = 200;
const MOST_CHARACTERS = 4_000_000;
const MOST_FOLDERS_UP = 64;

export type ReadFile =
  | { readonly path: string; readonly content: FileContent; readonly problem: undefined }
  | { readonly path: string; readonly content: undefined; readonly problem: ClosureProblem };

const PROBLEMS: Readonly<Record<NoContent, ClosureProblem>> = {
  absent: 'missing',
  'not-a-file': 'not-a-file',
  'too-large': 'too-large',
  unreadable: 'unreadable',
  'out-of-time': 'out-of-time',
};

/** Each file once for a closure, within bounds. */
export class ClosureReader {
  readonly files: FileSystem;
  readonly machine: MachineFacts;
  readonly #read = new Map<string, ReadFile>();
  #characters = 0;

  constructor({ files, machine }: ClosurePlace) {
    this.files = files;
    this.machine = machine;
  }

  /** @param cwd undefined: unknown */
  read(written: string, cwd: string | undefined): ReadFile {
    if (written.length > LONGEST_PATH_TEXT) return { path: '', content: undefined, problem: 'unreadable' };
    const { candidates, real, remote } = resolvePath(written, cwd, this.machine, this.files);
    const path = real ?? candidates[0] ?? written;
    if (remote) return { path, content: undefined, problem: 'unreadable' };
    if (real === undefined) return { path, content: undefined, problem: 'dynamic' };
    return this.readReal(real);
  }

  /** @param path real */
  readReal(path: string): ReadFile {
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    if (this.#read.size >= MOST_FILES) return { path, content: undefined, problem: 'too-many' };
    const read = this.#readNew(path);
    this.#read.set(path, read);
    return read;
  }

  #readNew(path: string): ReadFile {
    const content = this.files.readContent(path, MOST_FILE_BYTES);
    if (typeof content === 'string') return { path, content: undefined, problem: PROBLEMS[content] };
    this.#characters += content.text?.length ?? 0;
    if (this.#characters > MOST_CHARACTERS) return { path, content: undefined, problem: 'too-many' };
    return { path, content, problem: undefined };
  }

  join(folder: string, ...names: readonly string[]): string {
    return names.reduce((path, name) => joinPath(path, name, this.machine.platform), folder);
  }

  parent(path: string): string {
    return parentPath(path, this.machine.platform);
  }

  /** Links followed; undefined: unknown or elsewhere. */
  realFolder(folder: string | undefined): string | undefined {
    return folder === undefined || this.files.isRemote(folder) ? undefined : this.files.realPath(folder);
  }

  /** Nothing runs there. */
  isAbsent(folder: string | undefined): boolean {
    return folder !== undefined && !this.files.isRemote(folder) && this.files.inspect(folder) === 'absent';
  }

  exists(path: string): boolean {
    const facts = this.files.inspect(path);
    return facts !== 'absent' && facts !== 'unreadable';
  }

  isFolder(path: string): boolean {
    const facts = this.files.inspect(path);
    return typeof facts === 'object' && facts.type === 'directory';
  }

  /** The nearest folder upwards that has one of the names. */
  folderWith(folder: string, names: readonly string[]): string | undefined {
    let at = folder;
    for (let steps = 0; steps < MOST_FOLDERS_UP; steps += 1) {
      if (names.some((name) => this.exists(this.join(at, ...name.split('/'))))) return at;
      const above = this.parent(at);
      if (above === at) return undefined;
      at = above;
    }
    return undefined;
  }
}
