/** With all includes, under any condition. */
import { isAbsolute, joinPath, parentPath } from '../pathText';
import type { FileSystem } from '../fileSystem';
import type { MachineFacts } from '../machineFacts';
import { settingsOfGitConfig, type GitConfigSetting } from './gitConfigText';

const MAX_CONFIG_BYTES = 262_144;
const MAX_CONFIG_FILES = 32;

export interface GitPlace {
  readonly files: FileSystem;
  readonly machine: MachineFacts;
}

type Machine = Pick<MachineFacts, 'platform' | 'homeDirectory'>;

export class ConfigFiles {
  readonly settings: GitConfigSetting[] = [];
  readonly #place: GitPlace;
  #left = MAX_CONFIG_FILES;

  constructor(place: GitPlace) {
    this.#place = place;
  }

  /**
   * @param linked it may be a link
   * @returns why it is unreliable, to end a sentence; undefined also if absent
   */
  collect(file: string, linked: boolean): string | undefined {
    const { files, machine } = this.#place;
    const facts = files.inspect(file);
    if (facts === 'absent') return undefined;
    if (facts === 'unreadable' || (facts.type !== 'file' && !(linked && facts.type === 'symlink'))) {
      return `its configuration ${file} is no plain file`;
    }
    if ((this.#left -= 1) < 0) return 'its configuration includes too many files';
    const text = files.readText(file, MAX_CONFIG_BYTES);
    const found = text === undefined ? undefined : settingsOfGitConfig(text);
    if (found === undefined) return `its configuration ${file} cannot be read`;
    for (const setting of found) {
      this.settings.push(setting);
      if ((setting.section !== 'include' && setting.section !== 'includeif') || setting.name !== 'path') continue;
      const path = configuredPath(setting.value ?? '', parentPath(file, machine.platform), machine);
      if (path === undefined || files.isRemote(path)) return 'its configuration includes a file that is not known';
      const why = this.collect(path, true);
      if (why !== undefined) return why;
    }
    return undefined;
  }
}

/** `~user/` and `%(prefix)/` are not looked up. */
export function configuredPath(value: string, base: string, machine: Machine): string | undefined {
  if (value === '' || value.startsWith('%(')) return undefined;
  if (value === '~' || value.startsWith('~/')) return absolutePath(value.slice(2), machine.homeDirectory, machine);
  return value.startsWith('~') ? undefined : absolutePath(value, base, machine);
}

export function absolutePath(path: string, base: string, { platform }: Machine): string {
  const native = platform === 'win32' ? path.replaceAll('/', '\\') : path;
  return isAbsolute(native, platform) ? native : joinPath(base, native, platform);
}
