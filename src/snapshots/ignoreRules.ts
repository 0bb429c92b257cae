import { dirname, join } from 'node:path';
import { ignorableName, ignoreFileAt, readIgnoreFile, type IgnoreFile } from '../disk/ignoreFile';
import { repositoryAround, repositoryAt, type Repository, type TrackedFile } from './git/repository';
import { nameOf, relativeTo } from './relativePath';

/** What git tracks and ignores in a folder. Unusual patterns count for nothing, so more is kept. */
export class IgnoreRules {
  readonly #repository: Repository | undefined;
  /** Innermost first. */
  readonly #files: readonly IgnoreFile[];
  readonly #isUnusable: boolean;

  private constructor(repository: Repository | undefined, files: readonly IgnoreFile[], isUnusable: boolean) {
    this.#repository = repository;
    this.#files = files;
    this.#isUnusable = isUnusable;
  }

  /** For the folder's own place, without its files. */
  static around(folder: string): IgnoreRules {
    const repository = repositoryAround(folder);
    if (repository === undefined) return new IgnoreRules(undefined, [], false);
    let rules = IgnoreRules.#ofRepository(repository);
    const places = foldersBetween(repository.workTree, folder);
    for (const place of places) {
      if (place !== repository.workTree && rules.ignores(dirname(place), nameOf(place.replaceAll('\\', '/')), true)) {
        return new IgnoreRules(undefined, [], false);
      }
      if (place !== folder) rules = rules.#withFileOf(place);
    }
    return rules;
  }

  entered(folder: string, names: ReadonlySet<string>): IgnoreRules {
    const isOther = names.has('.git') && folder !== this.#repository?.workTree;
    const inner = isOther ? repositoryAt(folder) : undefined;
    const rules = inner === undefined ? this : IgnoreRules.#ofRepository(inner);
    return names.has('.gitignore') ? rules.#withFileOf(folder) : rules;
  }

  ignores(folder: string, name: string, isFolder: boolean): boolean {
    if (this.#isUnusable) return false;
    const path = join(folder, name);
    for (const file of this.#files) {
      const relative = ignorableName(path, file.folder);
      const verdict = relative === undefined ? 'none' : file.test(isFolder ? `${relative}/` : relative);
      if (verdict !== 'none') return verdict === 'ignored';
    }
    return false;
  }

  /** Also by macOS's name. */
  tracks(folder: string, name: string, isFolder: boolean): boolean {
    const names = this.#namesOf(folder, name);
    const known = isFolder ? this.#repository?.folders : this.#repository?.files;
    return names.some((one) => known?.has(one) === true);
  }

  tracksExactly(folder: string, name: string, isFolder: boolean): boolean {
    const relative = this.#repository && relativeTo(this.#repository.workTree, join(folder, name));
    const known = isFolder ? this.#repository?.folders : this.#repository?.files;
    return relative !== undefined && known?.has(relative) === true;
  }

  trackedFile(folder: string, name: string): TrackedFile | undefined {
    const repository = this.#repository;
    if (repository === undefined) return undefined;
    const known = this.#namesOf(folder, name).find((one) => repository.files.has(one));
    const file = known === undefined ? undefined : repository.files.get(known);
    return known === undefined || file === undefined ? undefined : { repository, name: known, file };
  }

  /** macOS may decompose a name that git composes. */
  #namesOf(folder: string, name: string): readonly string[] {
    const relative = this.#repository && relativeTo(this.#repository.workTree, join(folder, name));
    if (relative === undefined) return [];
    const composed = relative.normalize('NFC');
    return composed === relative ? [relative] : [relative, composed];
  }

  #withFileOf(folder: string): IgnoreRules {
    if (this.#repository === undefined) return this;
    return this.#with(join(folder, '.gitignore'), folder);
  }

  #with(path: string, folder: string): IgnoreRules {
    const type = ignoreFileAt(path);
    if (type === 'none') return this;
    const file = type === 'file' ? readIgnoreFile(path, folder) : 'unusable';
    return file === 'unusable'
      ? new IgnoreRules(this.#repository, this.#files, true)
      : new IgnoreRules(this.#repository, [file, ...this.#files], this.#isUnusable);
  }

  static #ofRepository(repository: Repository): IgnoreRules {
    return new IgnoreRules(repository, [], false).#with(repository.exclude, repository.workTree);
  }
}

/** With both ends, outer first. */
function foldersBetween(outer: string, inner: string): readonly string[] {
  const folders = [inner];
  for (let folder = inner; folder !== outer && dirname(folder) !== folder; folder = dirname(folder)) {
    folders.unshift(dirname(folder));
  }
  return folders;
}
