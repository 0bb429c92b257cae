import { joinPath, parentPath } from '../pathText';
import { looksAtContents, settingObjection } from './codeSettings';
import { absolutePath, ConfigFiles, configuredPath, type GitPlace } from './configFiles';
import type { GitConfigSetting } from './gitConfigText';

const MAX_POINTER_BYTES = 8_192;
/** Folders up to the root, and all submodules. */
const MAX_REPOSITORIES = 200;

/** All paths are real. */
export interface GitRepository {
  readonly workTree: string;
  readonly gitFolder: string;
  /** Shared by its work trees. */
  readonly commonFolder: string;
  readonly settings: readonly GitConfigSetting[];
}

/**
 * Why `git subcommand` is not proven here, to end a sentence; undefined: no repository, or its configuration runs no
 * code. Ignores user and system configuration.
 * @param folder absolute
 */
export function gitObjection(folder: string, subcommand: string, place: GitPlace): string | undefined {
  const found = repositoryAt(folder, subcommand, place);
  return typeof found === 'string' ? found : undefined;
}

/** As `gitObjection`, with the repository where nothing is objected. */
export function repositoryAt(folder: string, subcommand: string, place: GitPlace): GitRepository | string | undefined {
  return new Repositories(subcommand, place).startingIn(folder);
}

export function provenRepository(folder: string, subcommand: string, place: GitPlace): GitRepository | string {
  return repositoryAt(folder, subcommand, place) ?? 'it runs in no git repository';
}

class Repositories {
  readonly #subcommand: string;
  readonly #files: GitPlace['files'];
  readonly #machine: GitPlace['machine'];
  readonly #read = new Map<string, GitRepository>();
  #seen = 0;

  constructor(subcommand: string, { files, machine }: GitPlace) {
    this.#subcommand = subcommand;
    this.#files = files;
    this.#machine = machine;
  }

  /** git looks for `.git` and bare repositories upwards. */
  startingIn(folder: string): GitRepository | string | undefined {
    const real = this.#real(folder);
    if (real === undefined) return 'it is not known in which folder git would run';
    for (let here = real; ; here = parentPath(here, this.#machine.platform)) {
      const found = this.#inFolder(here);
      if (found !== 'none') return found === 'fine' ? this.#read.get(here) : found.why;
      if (here === parentPath(here, this.#machine.platform)) return undefined;
    }
  }

  #inFolder(folder: string): 'none' | 'fine' | { readonly why: string } {
    const entry = this.#join(folder, '.git');
    const facts = this.#files.inspect(entry);
    if (facts === 'unreadable') return { why: 'its .git cannot be looked at' };
    if (facts === 'absent') {
      return this.#looksBare(folder) ? { why: `${folder} is itself a git repository without a work tree` } : 'none';
    }
    let gitFolder: string | undefined = entry;
    if (facts.type === 'file') {
      gitFolder = this.#pointedTo(entry, folder, /^gitdir: (.+?)\n*$/s);
      if (gitFolder === undefined) return { why: 'its .git is a file that points nowhere' };
    } else if (facts.type !== 'directory') {
      return { why: 'its .git is a link' };
    }
    const why = this.#repositoryObjection(gitFolder, folder);
    if (why !== undefined) return { why };
    if (this.#isRepository(gitFolder)) return 'fine';
    // git skips such a `.git`.
    return this.#looksBare(folder) ? { why: 'it is bare' } : 'none';
  }

  /** In doubt false: folders above are checked too. */
  #isRepository(gitFolder: string): boolean {
    const pointer = this.#join(gitFolder, 'commondir');
    const common = this.#exists(pointer) ? this.#pointedTo(pointer, gitFolder, /^(.+?)\n*$/s) : gitFolder;
    if (common === undefined) return false;
    const areFolders = ['objects', 'refs'].every((name) => {
      const facts = this.#files.inspect(this.#join(common, name));
      return typeof facts === 'object' && facts.type === 'directory';
    });
    const head = this.#files.readText(this.#join(gitFolder, 'HEAD'), MAX_POINTER_BYTES) ?? '';
    return areFolders && /^(?:ref: refs\/[^\s]+|[0-9a-f]{40}(?:[0-9a-f]{24})?)\n?$/.test(head);
  }

  #looksBare(folder: string): boolean {
    const has = (name: string): boolean => this.#exists(this.#join(folder, name));
    return has('HEAD') && (has('objects') || has('commondir') || has('refs'));
  }

  #repositoryObjection(gitFolder: string, workTree: string): string | undefined {
    this.#seen += 1;
    if (this.#seen > MAX_REPOSITORIES) return 'it holds too many repositories';
    const pointer = this.#join(gitFolder, 'commondir');
    const common = this.#exists(pointer) ? this.#pointedTo(pointer, gitFolder, /^(.+?)\n*$/s) : gitFolder;
    if (common === undefined) return 'its commondir points nowhere';
    const config = new ConfigFiles({ files: this.#files, machine: this.#machine });
    for (const file of [this.#join(common, 'config'), this.#join(gitFolder, 'config.worktree')]) {
      const why = config.collect(file, false);
      if (why !== undefined) return why;
    }
    const { settings } = config;
    this.#read.set(workTree, { workTree, gitFolder, commonFolder: common, settings });
    for (const setting of settings) {
      const why = settingObjection(setting, this.#subcommand) ?? this.#workTreeObjection(setting, gitFolder, workTree);
      if (why !== undefined) return why;
    }
    if (!looksAtContents(this.#subcommand)) return undefined;
    return this.#hookObjection(settings, common, workTree) ?? this.#submoduleObjection(gitFolder, workTree);
  }

  /** A submodule names its own; any other work tree is not the call's. */
  #workTreeObjection(
    { section, subsection, name, value }: GitConfigSetting,
    gitFolder: string,
    workTree: string,
  ): string | undefined {
    if (section !== 'core' || subsection !== undefined || name !== 'worktree') return undefined;
    const path = configuredPath(value ?? '', gitFolder, this.#machine);
    const real = path === undefined ? undefined : this.#real(path);
    return real === workTree ? undefined : 'its configuration names another work tree';
  }

  /** Reading commands run only this hook, after they refresh the index. */
  #hookObjection(settings: readonly GitConfigSetting[], common: string, workTree: string): string | undefined {
    const paths = settings.filter(({ section, name }) => section === 'core' && name === 'hookspath');
    const folders = paths.map(({ value }) =>
      value === undefined || value === '' ? undefined : configuredPath(value, workTree, this.#machine),
    );
    for (const folder of [this.#join(common, 'hooks'), ...folders]) {
      if (folder === undefined || this.#files.isRemote(folder)) return 'it is not known where its hooks are';
      const hook = this.#join(folder, 'post-index-change');
      if (this.#exists(hook) || this.#exists(`${hook}.exe`)) return 'it has a post-index-change hook';
    }
    return undefined;
  }

  /** There `git status` and `diff` start git too. */
  #submoduleObjection(gitFolder: string, workTree: string): string | undefined {
    const nested = this.#files.gitLinks(gitFolder);
    if (nested === undefined) return 'it is not known which repositories lie inside it';
    if (nested.length > MAX_REPOSITORIES) return 'it holds too many repositories';
    for (const path of nested) {
      const real = this.#real(this.#join(workTree, path));
      const found = real === undefined ? 'none' : this.#inFolder(real);
      if (typeof found === 'object') return `in ${path}, ${found.why}`;
    }
    return undefined;
  }

  #pointedTo(file: string, base: string, line: RegExp): string | undefined {
    const target = line.exec(this.#files.readText(file, MAX_POINTER_BYTES) ?? '')?.[1];
    if (target === undefined || target.includes('\n')) return undefined;
    return this.#real(absolutePath(target, base, this.#machine));
  }

  #real(path: string): string | undefined {
    return this.#files.isRemote(path) ? undefined : this.#files.realPath(path);
  }

  #exists(path: string): boolean {
    return this.#files.inspect(path) !== 'absent';
  }

  #join(folder: string, name: string): string {
    return joinPath(folder, name, this.#machine.platform);
  }
}
