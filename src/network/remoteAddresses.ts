/** From the repository's configuration, without git. */
import { isAbsolute, joinPath, parentPath } from '../files/pathText';
import { settingsOfGitConfig, type GitConfigSetting } from '../files/git/gitConfigText';
import type { GitPlace } from '../files/git/configFiles';

const MAX_CONFIG_BYTES = 262_144;
const MAX_POINTER_BYTES = 8_192;
const MAX_FOLDERS_UP = 100;

export interface RemoteAddress {
  readonly remote: string;
  /** After `insteadOf`, without a password. */
  readonly address: string;
}

/**
 * Without a name all remotes'; undefined: unknown.
 * @param folder absolute
 */
export function remoteAddresses(
  folder: string,
  remote: string | undefined,
  isPush: boolean,
  place: GitPlace,
): readonly RemoteAddress[] | undefined {
  const config = configFile(folder, place);
  const text = config === undefined ? undefined : place.files.readText(config, MAX_CONFIG_BYTES);
  const settings = text === undefined ? undefined : settingsOfGitConfig(text);
  if (settings === undefined) return undefined;
  const names = remote === undefined ? remoteNames(settings) : [remote];
  return names.flatMap((name) => {
    const pushed = isPush ? valuesOf(settings, 'remote', name, 'pushurl') : [];
    const isOwnPush = pushed.length > 0;
    const addresses = isOwnPush ? pushed : valuesOf(settings, 'remote', name, 'url');
    return addresses.map((address) => ({
      remote: name,
      address: withoutPassword(rewritten(address, settings, isPush && !isOwnPush)),
    }));
  });
}

function remoteNames(settings: readonly GitConfigSetting[]): readonly string[] {
  return [
    ...new Set(settings.flatMap(({ section, subsection }) => (section === 'remote' && subsection ? [subsection] : []))),
  ];
}

function valuesOf(settings: readonly GitConfigSetting[], section: string, subsection: string, name: string): string[] {
  return settings.flatMap((setting) =>
    setting.section === section && setting.subsection === subsection && setting.name === name && setting.value
      ? [setting.value]
      : [],
  );
}

/** The longest prefix wins; for a push without its own address `pushInsteadOf` first. */
function rewritten(address: string, settings: readonly GitConfigSetting[], isPush: boolean): string {
  for (const wanted of isPush ? ['pushinsteadof', 'insteadof'] : ['insteadof']) {
    const best = settings
      .filter(({ section, name, value }) => section === 'url' && name === wanted && value && address.startsWith(value))
      .sort((left, right) => (right.value ?? '').length - (left.value ?? '').length)[0];
    if (best !== undefined) return (best.subsection ?? '') + address.slice((best.value ?? '').length);
  }
  return address;
}

function withoutPassword(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1');
}

function configFile(folder: string, { files, machine: { platform } }: GitPlace): string | undefined {
  let here = folder;
  for (let up = 0; up < MAX_FOLDERS_UP; up += 1) {
    if (files.isRemote(here)) return undefined;
    const entry = joinPath(here, '.git', platform);
    const facts = files.inspect(entry);
    if (facts === 'unreadable') return undefined;
    if (facts !== 'absent') {
      const gitFolder = facts.type === 'directory' ? entry : pointedTo(entry, here, /^gitdir: (.+?)\r?\n*$/s);
      return gitFolder === undefined ? undefined : configIn(gitFolder);
    }
    const parent = parentPath(here, platform);
    if (parent === here) return undefined;
    here = parent;
  }
  return undefined;

  function configIn(gitFolder: string): string | undefined {
    const pointer = joinPath(gitFolder, 'commondir', platform);
    const isLinked = files.inspect(pointer) !== 'absent';
    const common = isLinked ? pointedTo(pointer, gitFolder, /^(.+?)\r?\n*$/s) : gitFolder;
    const config = common === undefined ? undefined : joinPath(common, 'config', platform);
    const facts = config === undefined ? 'absent' : files.inspect(config);
    // A link may lead to another machine.
    return typeof facts === 'object' && facts.type === 'file' ? config : undefined;
  }

  function pointedTo(file: string, base: string, line: RegExp): string | undefined {
    const facts = files.inspect(file);
    if (typeof facts === 'string' || facts.type !== 'file') return undefined;
    const target = line.exec(files.readText(file, MAX_POINTER_BYTES) ?? '')?.[1];
    if (target === undefined || /[\n\0]/.test(target)) return undefined;
    const path = isAbsolute(target, platform) ? target : joinPath(base, target, platform);
    return files.isRemote(path) ? undefined : files.realPath(path);
  }
}
