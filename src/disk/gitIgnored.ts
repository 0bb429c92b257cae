/** Tells whether the ignore files of a repository leave a path out, without running git. What the user ignores everywhere is not read. */
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ignorableName, readIgnoreFile, type IgnoreFile } from './ignoreFile';

/** Patterns times the square of the path's length, for all questions together: some tenths of a second at the worst. */
const MAX_WORK = 20_000_000;
const MAX_FOLDERS = 100;

/** Answers for the paths of one call, with one bound for all of them. */
export class GitIgnored {
  readonly #files = new Map<string, IgnoreFile | 'none' | 'unusable'>();
  #work = 0;

  /**
   * False as well wherever it cannot be told.
   * @param workTree the top of the repository, in which the path lies.
   * @param infoExclude the file that holds rules for all of it.
   */
  ignores(path: string, isFolder: boolean, workTree: string, infoExclude: string | undefined): boolean {
    const folders: string[] = [];
    for (let folder = dirname(path); folder.length >= workTree.length; folder = dirname(folder)) {
      folders.push(folder);
      if (folders.length > MAX_FOLDERS) return false;
      if (folder === workTree) break;
    }
    const files = folders.map((folder) => this.#file(join(folder, '.gitignore'), folder));
    if (infoExclude !== undefined) files.push(this.#file(infoExclude, workTree));
    // What a file that is not understood takes in again is not known.
    if (files.includes('unusable')) return false;
    const rules = files.filter((file) => typeof file === 'object');
    // In a folder that is left out nothing is taken in again.
    const places = folders.slice(0, -1).reverse();
    return places.some((folder) => this.#isNamed(folder, true, rules)) || this.#isNamed(path, isFolder, rules);
  }

  /** By the innermost file that says anything about the path. */
  #isNamed(path: string, isFolder: boolean, files: readonly IgnoreFile[]): boolean {
    for (const { folder, rules, lines } of files) {
      if (!path.startsWith(folder)) continue;
      const name = path === folder ? undefined : ignorableName(path, folder);
      if (name === undefined) continue;
      this.#work += lines * name.length ** 2;
      if (this.#work > MAX_WORK) return false;
      const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
      if (ignored || unignored) return ignored;
    }
    return false;
  }

  #file(path: string, folder: string): IgnoreFile | 'none' | 'unusable' {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const type = typeAt(path);
    // A link is not followed: it may lead to another machine.
    const file = type === 'file' ? (readIgnoreFile(path, folder) ?? 'unusable') : type === 'none' ? 'none' : 'unusable';
    this.#files.set(path, file);
    return file;
  }
}

function typeAt(path: string): 'none' | 'file' | 'other' {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? 'none' : stats.isFile() ? 'file' : 'other';
  } catch {
    return 'other';
  }
}
