/** Does not run git. */
import { isAbsolute, joinPath, parentPath } from '../pathText';
import type { FileSystem } from '../fileSystem';
import type { MachineFacts } from '../machineFacts';
import { looksAtContents, settingObjection } from './codeSettings';
import { settingsOfGitConfig, type GitConfigSetting } from './gitConfigText';

const MAX_CONFIG_BYTES = 262_144;
const MAX_POINTER_BYTES = 8_192;
const MAX_CONFIG_FILES = 32;
/** Folders up to the root, submodules and theirs. */
const MAX_REPOSITORIES = 200;

export interface GitPlace {
  readonly files: FileSystem;
  readonly machine: MachineFacts;
}

/**
 * Why `git subcommand` is not proven here, as the end of a sentence; undefined: no repository, or its configuration
 * runs no code. Ignores user and system configuration.
 * @param folder absolute
 */
export function gitObjection(folder: string, subcommand: string, place: GitPlace): string | undefined {
  return new Repositories(subcommand, place).startingIn(folder);
}

class Repositories {
  readonly #subcommand: string;
  readonly #files: FileSystem;
  readonly #machine: MachineFacts;
  #seen = 0;

  constructor(subcommand: string, { files, machine }: GitPlace) {
    this.#subcommand = subcommand;
    this.#files = files;
    this.#machine = machine;
  }

  /** git looks for `.git` and bare repositories upwards. */
  startingIn(folder: string): string | undefined {
    const real = this.#real(folder);
    if (real === undefined) return 'it is not known in which folder git would run';
    for (let here = real; ; here = parentPath(here, this.#machine.platform)) {
      const found = this.#inFolder(here);
      if (found !== 'none') return found === 'fine' ? undefined : found.why;
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

  /** When in doubt false: folders above are then checked too. */
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
    const settings: GitConfigSetting[] = [];
    const budget = { left: MAX_CONFIG_FILES };
    for (const file of [this.#join(common, 'config'), this.#join(gitFolder, 'config.worktree')]) {
      const why = this.#collect(file, settings, budget, false);
      if (why !== undefined) return why;
    }
    for (const setting of settings) {
      const why = settingObjection(setting, this.#subcommand) ?? this.#workTreeObjection(setting, gitFolder, workTree);
      if (why !== undefined) return why;
    }
    if (!looksAtContents(this.#subcommand)) return undefined;
    return this.#hookObjection(settings, common, workTree) ?? this.#submoduleObjection(gitFolder, workTree);
  }

  /** With all included files, whatever their condition. */
  #collect(file: string, settings: GitConfigSetting[], budget: { left: number }, linked: boolean): string | undefined {
    const facts = this.#files.inspect(file);
    if (facts === 'absent') return undefined;
    if (facts === 'unreadable' || (facts.type !== 'file' && !(linked && facts.type === 'symlink'))) {
      return `its configuration ${file} is no plain file`;
    }
    if ((budget.left -= 1) < 0) return 'its configuration includes too many files';
    const text = this.#files.readText(file, MAX_CONFIG_BYTES);
    const found = text === undefined ? undefined : settingsOfGitConfig(text);
    if (found === undefined) return `its configuration ${file} cannot be read`;
    for (const setting of found) {
      settings.push(setting);
      if ((setting.section !== 'include' && setting.section !== 'includeif') || setting.name !== 'path') continue;
      const path = this.#path(setting.value ?? '', parentPath(file, this.#machine.platform));
      if (path === undefined || this.#files.isRemote(path))
        return 'its configuration includes a file that is not known';
      const why = this.#collect(path, settings, budget, true);
      if (why !== undefined) return why;
    }
    return undefined;
  }

  /** A submodule names its own folder; any other work tree is not what the call seems to be about. */
  #workTreeObjection(
    { section, subsection, name, value }: GitConfigSetting,
    gitFolder: string,
    workTree: string,
  ): string | undefined {
    if (section !== 'core' || subsection !== undefined || name !== 'worktree') return undefined;
    const path = this.#path(value ?? '', gitFolder);
    const real = path === undefined ? undefined : this.#real(path);
    return real === workTree ? undefined : 'its configuration names another work tree';
  }

  /** The one hook of reading commands, after a refresh of the index. */
  #hookObjection(settings: readonly GitConfigSetting[], common: string, workTree: string): string | undefined {
    const paths = settings.filter(({ section, name }) => section === 'core' && name === 'hookspath');
    const folders = paths.map(({ value }) =>
      value === undefined || value === '' ? undefined : this.#path(value, workTree),
    );
    for (const folder of [this.#join(common, 'hooks'), ...folders]) {
      if (folder === undefined || this.#files.isRemote(folder)) return 'it is not known where its hooks are';
      const hook = this.#join(folder, 'post-index-change');
      if (this.#exists(hook) || this.#exists(`${hook}.exe`)) return 'it has a post-index-change hook';
    }
    return undefined;
  }

  /** `git status` and `git diff` start git there too. */
  #submoduleObjection(gitFolder: string, workTree: string): string | undefined {
    const nested = this.#files.gitLinks(gitFolder);
    if (nested === undefined) return 'it is not known which repositories lie inside it';
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
    return this.#real(this.#absolute(target, base));
  }

  /** `~user/` and `%(prefix)/` are not looked up. */
  #path(value: string, base: string): string | undefined {
    if (value === '' || value.startsWith('%(')) return undefined;
    if (value === '~' || value.startsWith('~/')) return this.#absolute(value.slice(2), this.#machine.homeDirectory);
    return value.startsWith('~') ? undefined : this.#absolute(value, base);
  }

  #absolute(path: string, base: string): string {
    const { platform } = this.#machine;
    const native = platform === 'win32' ? path.replaceAll('/', '\\') : path;
    return isAbsolute(native, platform) ? native : this.#join(base, native);
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
