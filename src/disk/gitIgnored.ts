/** Git does not run; the user's global ignore files are ignored. */
import { dirname, join } from 'node:path';
import { ignorableName, ignoreFileAt, readIgnoreFile, type IgnoreFile } from './ignoreFile';

/** Patterns times squared path length, for all questions: tenths of a second at worst. */
const MAX_WORK = 20_000_000;
const MAX_FOLDERS = 100;

export class GitIgnored {
  readonly #files = new Map<string, IgnoreFile | 'none' | 'unusable'>();
  #work = 0;

  /**
   * False if unknown.
   * @param infoExclude the whole repository's rules
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
    // It may re-include anything.
    if (files.includes('unusable')) return false;
    const rules = files.filter((file) => typeof file === 'object');
    // Ignored folders hold nothing re-included.
    const places = folders.slice(0, -1).reverse();
    return places.some((folder) => this.#isNamed(folder, true, rules)) || this.#isNamed(path, isFolder, rules);
  }

  /** The innermost file with a matching rule decides. */
  #isNamed(path: string, isFolder: boolean, files: readonly IgnoreFile[]): boolean {
    for (const { folder, test, lines } of files) {
      if (!path.startsWith(folder)) continue;
      const name = path === folder ? undefined : ignorableName(path, folder);
      if (name === undefined) continue;
      this.#work += lines * name.length ** 2;
      if (this.#work > MAX_WORK) return false;
      const verdict = test(isFolder ? `${name}/` : name);
      if (verdict !== 'none') return verdict === 'ignored';
    }
    return false;
  }

  #file(path: string, folder: string): IgnoreFile | 'none' | 'unusable' {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const type = ignoreFileAt(path);
    // A link may lead to another machine.
    const file = type === 'file' ? readIgnoreFile(path, folder) : type === 'none' ? 'none' : 'unusable';
    this.#files.set(path, file);
    return file;
  }
}
