/** A change of an included file may decide what git runs. */
import type { FileSystem } from '../fileSystem';
import type { MachineFacts } from '../machineFacts';
import { isAbsolute, joinPath, normalise, parentPath } from '../pathText';
import { everyName, resolvePath } from '../pathResolution';
import { settingsOfGitConfig } from './gitConfigText';

const MAX_CONFIG_BYTES = 262_144;
const MAX_POINTER_BYTES = 8_192;
const MAX_FILES = 32;
const MAX_FOLDERS = 64;

/**
 * @param paths absolute: all names of one file
 * @returns true also if a configuration with includes is unreadable
 */
export function isIncludedConfig(paths: readonly string[], machine: MachineFacts, files: FileSystem): boolean {
  const reader = new IncludedFiles(machine, files);
  return configurationsFor(paths, machine, files).some((file) => reader.reaches(file, paths));
}

/**
 * @param folder absolute
 * @returns the files that configurations around this folder include, present or not; undefined: unreadable
 */
export function includedConfigs(
  folder: string,
  machine: MachineFacts,
  files: FileSystem,
): readonly string[] | undefined {
  const reader = new IncludedFiles(machine, files);
  const found = new Set<string>();
  const someFile = joinPath(folder, 'file', machine.platform);
  for (const config of configurationsFor([someFile], machine, files)) {
    if (!reader.collect(config, found)) return undefined;
  }
  return [...found];
}

class IncludedFiles {
  readonly #machine: MachineFacts;
  readonly #files: FileSystem;
  #left = MAX_FILES;

  constructor(machine: MachineFacts, files: FileSystem) {
    this.#machine = machine;
    this.#files = files;
  }

  reaches(config: string, wanted: readonly string[]): boolean {
    const found = new Set<string>();
    return !this.collect(config, found) || wanted.some((file) => found.has(file));
  }

  /** @returns false: a configuration with includes is unreadable */
  collect(config: string, found: Set<string>): boolean {
    if (this.#files.isRemote(config) || this.#files.inspect(config) === 'absent') return true;
    if ((this.#left -= 1) < 0) return false;
    const text = this.#files.readText(config, MAX_CONFIG_BYTES);
    if (text !== undefined && !/include/i.test(text)) return true;
    const settings = text === undefined ? undefined : settingsOfGitConfig(text);
    if (settings === undefined) return false;
    return settings.every(({ section, name, value = '' }) => {
      if (!/^include(?:if)?$/.test(section) || name !== 'path' || value === '') return true;
      // Behind a link `..` leads elsewhere.
      const included = resolvePath(value, parentPath(config, this.#machine.platform), this.#machine, this.#files);
      if (included.remote) return true;
      return everyName(included).every((file) => {
        found.add(file);
        return this.collect(file, found);
      });
    });
  }
}

/** The user's, and each repository's around the file. */
function configurationsFor(
  paths: readonly string[],
  { platform, homeDirectory }: MachineFacts,
  files: FileSystem,
): readonly string[] {
  const join = (...names: readonly string[]): string => names.reduce((path, name) => joinPath(path, name, platform));
  const found = new Set([join(homeDirectory, '.gitconfig'), join(homeDirectory, '.config', 'git', 'config')]);
  const seen = new Set<string>();
  for (const path of paths) {
    let folder = parentPath(path, platform);
    for (let depth = 0; depth < MAX_FOLDERS && !seen.has(folder) && !files.isRemote(folder); depth += 1) {
      seen.add(folder);
      const entry = join(folder, '.git');
      const facts = files.inspect(entry);
      if (typeof facts === 'object') {
        const [, target] = /^gitdir: (.+?)\n*$/s.exec(files.readText(entry, MAX_POINTER_BYTES) ?? '') ?? [];
        const pointed =
          target === undefined
            ? entry
            : normalise(isAbsolute(target, platform) ? target : join(folder, target), platform);
        const own = facts.type === 'file' ? pointed : entry;
        for (const name of ['config', 'config.worktree']) found.add(join(own, name));
        // All work trees share a configuration.
        const [, common] = /^(.+?)\n*$/s.exec(files.readText(join(own, 'commondir'), MAX_POINTER_BYTES) ?? '') ?? [];
        if (common !== undefined) {
          const path = isAbsolute(common, platform) ? common : join(own, common);
          found.add(join(normalise(path, platform), 'config'));
        }
      }
      const above = parentPath(folder, platform);
      if (above === folder) break;
      folder = above;
    }
  }
  return [...found];
}
