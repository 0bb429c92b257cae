import type { FileSystem } from './fileSystem';
import type { MachineFacts } from './machineFacts';
import type { FileTouch } from './fileTouch';
import { hasKernelPrefix, usualMacName } from './macNames';
import { isAbsolute, joinPath, longestPath, normalise, parentPath, splitPath } from './pathText';

export interface ResolvedPath {
  /**
   * Absolute: the text, some tools' readings (`~`, `file://`, a leading `@`), and all that a symlink leads to. One
   * suffices to block; to allow, all must pass.
   */
  readonly candidates: readonly string[];
  /** By links in a home or workspace. Only to block; absent: none. */
  readonly otherNames?: readonly string[];
  /** Symlinks followed; undefined: uncertain. */
  readonly real: string | undefined;
  /** Ends "the path ...". */
  readonly unknown?: string;
  /** A UNC path, device or network mount; never touched. */
  readonly remote: boolean;
}

/** To block: each may be meant. */
export function everyName({
  candidates,
  otherNames,
}: Pick<ResolvedPath, 'candidates' | 'otherNames'>): readonly string[] {
  return otherNames === undefined ? candidates : [...candidates, ...otherNames];
}

export interface LocatedTouch extends FileTouch {
  readonly resolved: ResolvedPath;
}

/** Linux allows 40; each costs an lstat. */
const MAX_LINKS = 40;
const MAX_STEPS = 2_000;
/** Above ordinary texts. */
const MAX_READINGS = 24;

/** Read alike by all tools: no `~`, `@`, `:`, backslash, odd blank, non-ASCII. */
const PLAIN =
  /^[A-Za-z0-9._/+=,()[\]#%&!$'^{}-](?:[A-Za-z0-9._/+=,()[\]#%&!$'^{}~@ -]*[A-Za-z0-9._/+=,()[\]#%&!$'^{}~@-])?$/;

/**
 * All files that a call may mean.
 * @param cwd absolute; undefined: unknown
 */
export function resolvePath(
  path: string,
  cwd: string | undefined,
  machine: MachineFacts,
  files: FileSystem,
): ResolvedPath {
  const resolution = new Resolution(machine, files);
  const readings = PLAIN.test(path) ? [path] : readingsOf(path, machine, resolution);
  for (const reading of readings) resolution.read(reading, cwd);
  return resolution.result();
}

class Resolution {
  readonly #machine: MachineFacts;
  readonly #files: FileSystem;
  readonly #candidates = new Set<string>();
  readonly #reals = new Set<string>();
  #cwd: string | undefined;
  #unknown: string | undefined;
  #remote = false;

  constructor(machine: MachineFacts, files: FileSystem) {
    this.#machine = machine;
    this.#files = files;
  }

  result(): ResolvedPath {
    const candidates = [...this.#candidates];
    // Another machine's files are never touched.
    const otherNames = this.#remote ? [] : candidates.flatMap((candidate) => this.#otherNames(candidate));
    if (candidates.some(isInsideProcess)) this.doubt(THROUGH_PROCESS);
    const [real] = this.#reals;
    const certain = this.#reals.size === 1 && this.#unknown === undefined && !this.#remote;
    return {
      candidates,
      ...(otherNames.length > 0 && { otherNames }),
      real: certain ? real : undefined,
      ...(this.#unknown === undefined ? {} : { unknown: this.#unknown }),
      remote: this.#remote,
    };
  }

  #otherNames(path: string): readonly string[] {
    const usual = this.#machine.platform === 'darwin' ? usualMacName(path) : undefined;
    if (usual !== undefined && hasKernelPrefix(path)) this.doubt('starts with a prefix that the kernel reads itself');
    const names = this.#files.otherNames(path);
    if (names === 'unknown') this.doubt('may have other names: there are too many links to look through');
    const all = [...(usual === undefined ? [] : [usual]), ...(names === 'unknown' ? [] : names)];
    return all.filter((name) => !this.#candidates.has(name));
  }

  doubt(why: string): void {
    this.#unknown ??= why;
  }

  markRemote(): void {
    this.#remote = true;
  }

  read(text: string, cwd: string | undefined): void {
    this.#cwd = cwd;
    if (this.#machine.platform === 'win32') this.#readWindows(text, cwd);
    else this.#readPosix(text, cwd);
  }

  #readPosix(text: string, cwd: string | undefined): void {
    if (text.startsWith('/')) this.#take(text);
    else this.#readRelative(text, cwd);
  }

  #readWindows(text: string, cwd: string | undefined): void {
    if (/^[\\/]{2}/.test(text)) {
      this.#readUnc(text);
    } else if (isAbsolute(text, 'win32')) {
      this.#take(text);
    } else if (/^[A-Za-z]:/.test(text)) {
      this.doubt('is relative to the current folder of a drive');
      this.#take(`${text.slice(0, 2)}\\${text.slice(2)}`);
      if (cwd?.slice(0, 2).toLowerCase() === text.slice(0, 2).toLowerCase()) this.#take(`${cwd}\\${text.slice(2)}`);
    } else if (/^[\\/]/.test(text)) {
      this.#take((isAbsolute(cwd ?? '', 'win32') ? (cwd ?? '') : this.#machine.homeDirectory).slice(0, 2) + text);
      // A drive in Git Bash, Cygwin and WSL.
      const shell = /^[\\/](?:cygdrive[\\/]|mnt[\\/])?([A-Za-z])([\\/].*)?$/s.exec(text);
      if (shell?.[1] !== undefined) this.#take(`${shell[1]}:${shell[2] ?? '\\'}`);
    } else {
      this.#readRelative(text, cwd);
    }
  }

  /** `\\host\share\path`, and device names that start alike. */
  #readUnc(text: string): void {
    this.markRemote();
    const [, host = '', share = '', path = ''] = /^[\\/]{2}([^\\/]*)[\\/]*([^\\/]*)(.*)$/s.exec(text) ?? [];
    // Below a share a drive's rules hold too.
    const below = normalise(`C:${path}\\`, 'win32');
    if (below.length > longestPath('win32')) return;
    const local = /^[?.]$/.test(host) ? /^([A-Za-z]):$/.exec(share) : /^([A-Za-z])\$$/.exec(share);
    const roots = [`\\\\${host}\\${share}`, ...(local?.[1] === undefined ? [] : [`${local[1].toUpperCase()}:`])];
    for (const root of roots) {
      this.#candidates.add(root + below.slice(2));
      this.#takeWithoutOddities(root, below.slice(3));
    }
  }

  #readRelative(text: string, cwd: string | undefined): void {
    const { platform, homeDirectory } = this.#machine;
    const separator = platform === 'win32' ? '\\' : '/';
    if (cwd !== undefined && isAbsolute(cwd, platform)) {
      this.#take(cwd + separator + text);
    } else if (cwd !== undefined && platform === 'win32' && /^[\\/]{2}/.test(cwd)) {
      this.#readUnc(`${cwd}\\${text}`);
    } else {
      this.doubt('is relative and the call names no absolute folder');
      // Relative paths do most harm there.
      this.#take(homeDirectory + separator + text);
    }
  }

  #take(absolute: string): void {
    const { platform } = this.#machine;
    const lexical = normalise(absolute, platform);
    if (lexical.length > longestPath(platform)) {
      this.doubt('is longer than any file system takes');
      return;
    }
    this.#candidates.add(lexical);
    if (platform === 'win32') this.#takeWithoutOddities(lexical.slice(0, 2), lexical.slice(3));
    if (this.#files.isRemote(absolute) || this.#files.isRemote(lexical)) {
      this.markRemote();
      return;
    }
    this.#follow(lexical);
    // The kernel leaves a link's target, path.resolve the text.
    if (lexical !== absolute && splitPath(absolute, platform).includes('..')) this.#follow(absolute);
  }

  /** Windows drops trailing dots and blanks; `name:stream` is part of `name`. */
  #takeWithoutOddities(root: string, below: string): void {
    const segments = below.split('\\');
    const problem = segments.map(windowsOddity).find((found) => found !== undefined);
    if (problem === undefined) return;
    this.doubt(problem);
    const plain = segments.map((segment) => segment.replace(/:.*$/s, '').replace(/[. ]+$/, ''));
    this.#candidates.add([root, ...plain.filter((segment) => segment !== '')].join('\\'));
  }

  /** As the kernel does, with every link's target. */
  #follow(absolute: string): void {
    const { platform } = this.#machine;
    const pending = pendingSegments(absolute, platform);
    let at = rootOf(absolute, platform);
    let links = 0;
    let steps = 0;
    // Missing last segments of `at`.
    let missing = 0;
    for (let segment = pending.pop(); segment !== undefined; segment = pending.pop()) {
      steps += 1;
      if (steps > MAX_STEPS) {
        this.doubt('has too many parts to follow');
        return;
      }
      if (segment === '' || segment === '.') continue;
      if (segment === '..') {
        at = parentPath(at, platform);
        missing = Math.max(0, missing - 1);
        continue;
      }
      const next = joinPath(at, segment, platform);
      // The agent may see a process that the gate does not.
      const folder = this.#folderOfProcess(next);
      if (folder !== undefined) {
        pending.push(...pendingSegments(folder, platform));
        at = rootOf(folder, platform);
        missing = 0;
        continue;
      }
      if (missing > 0) {
        at = next;
        missing += 1;
        continue;
      }
      if (this.#files.isRemote(next)) {
        this.markRemote();
        return;
      }
      const facts = this.#files.inspect(next);
      if (facts === 'unreadable') {
        this.doubt('leads through a folder that cannot be looked into');
        return;
      }
      if (facts === 'absent') {
        missing = 1;
        at = next;
      } else if (facts.type === 'symlink') {
        links += 1;
        const target = this.#linkTarget(next);
        if (links > MAX_LINKS) this.doubt('leads through a loop of symbolic links');
        if (links > MAX_LINKS || target === undefined) return;
        if (isAbsolute(target, platform)) at = rootOf(target, platform);
        pending.push(...pendingSegments(target, platform));
        const rest = pending.toReversed().join(platform === 'win32' ? '\\' : '/');
        const intermediate = normalise(joinPath(at, rest, platform), platform);
        if (intermediate.length > longestPath(platform)) {
          this.doubt('leads through a symbolic link to a path longer than any file system takes');
          return;
        }
        this.#candidates.add(intermediate);
        if (this.#files.isRemote(intermediate)) {
          this.markRemote();
          return;
        }
      } else {
        at = next;
      }
    }
    this.#candidates.add(at);
    // macOS equates Unicode forms.
    this.#reals.add(platform === 'darwin' ? at.normalize('NFC') : at);
  }

  /** Where a process's link leads for the agent: `/proc/self` is another process there; others are unknown. */
  #folderOfProcess(path: string): string | undefined {
    const [, link] = PROCESS_FOLDER.exec(path) ?? [];
    if (link === undefined) return undefined;
    this.doubt(THROUGH_PROCESS);
    if (link === 'root') return '/';
    return this.#cwd !== undefined && isAbsolute(this.#cwd, 'linux') ? this.#cwd : this.#machine.homeDirectory;
  }

  #linkTarget(link: string): string | undefined {
    const written = this.#files.readLink(link);
    if (written === undefined || written === '') {
      this.doubt('leads through a symbolic link that cannot be read');
      return undefined;
    }
    if (this.#machine.platform !== 'win32') return written;
    // Junctions read `\\?\C:\x` or `\??\C:\x`.
    const target = written.replace(/^\\(?:\\|\?)\?\\(?=[A-Za-z]:\\)/, '');
    if (/^[\\/]/.test(target) && !/^[\\/]{2}/.test(target)) return link.slice(0, 2) + target;
    if (/^[\\/]{2}/.test(target)) {
      this.markRemote();
      return undefined;
    }
    return target;
  }
}

function pendingSegments(path: string, platform: NodeJS.Platform): string[] {
  const below = platform === 'win32' && isAbsolute(path, platform) ? path.slice(2) : path;
  return splitPath(below, platform).reverse();
}

function rootOf(path: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `${path.slice(0, 2).toUpperCase()}\\` : '/';
}

const THROUGH_PROCESS = 'leads through what another process has open';

const PROCESS_FOLDER = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(root|cwd)$/;

/** The kernel answers the agent otherwise than the gate. */
function isInsideProcess(path: string): boolean {
  return (
    (path.startsWith('/proc/') &&
      /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:root|cwd|exe|fd|map_files)(?:\/|$)/.test(path)) ||
    (path.startsWith('/dev/') && /^\/dev\/(?:fd|stdin|stdout|stderr)(?:\/|$)/.test(path))
  );
}

function windowsOddity(segment: string): string | undefined {
  if (segment.includes(':')) return 'names an alternate data stream';
  if (/[. ]$/.test(segment)) return 'ends a name with a dot or a blank, which Windows drops';
  if (/^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[. ]*(?:\.|$)/i.test(segment)) return 'names a device';
  if (/^[^.]{1,8}~\d{1,6}(?:\.|$)/.test(segment) || /^[^.]{1,6}~\d{1,6}$/.test(segment)) {
    return 'holds a short (8.3) name';
  }
  if (/[<>"|?*]/.test(segment)) return 'holds a character that no Windows file name holds';
  return undefined;
}

/** What any known tool makes of it. */
function readingsOf(path: string, machine: MachineFacts, resolution: Resolution): readonly string[] {
  if (/[\x00-\x1f\x7f]/.test(path)) resolution.doubt('holds a control character');
  const readings = new Set([path]);
  for (const reading of readings) {
    for (const other of otherReadings(reading, machine, resolution)) readings.add(other);
    if (readings.size > MAX_READINGS) {
      resolution.doubt('can be read in too many ways');
      break;
    }
  }
  return [...readings];
}

function otherReadings(text: string, machine: MachineFacts, resolution: Resolution): string[] {
  const windows = machine.platform === 'win32';
  const readings = [
    // A C string ends at the first NUL.
    text.split('\0', 1)[0] ?? '',
    text.trim(),
    text.normalize('NFC'),
    text.replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' '),
  ];
  // Some agents' models write `@path` for a mentioned file.
  if (text.startsWith('@')) readings.push(text.slice(1));
  if (!windows && text.includes('\\')) readings.push(text.replaceAll('\\', '/'));
  const home = windows ? /^~(?=[\\/]|$)/ : /^~(?=\/|$)/;
  if (home.test(text)) readings.push(machine.homeDirectory + text.slice(1));
  else if (text.startsWith('~')) readings.push(...otherHomes(text, machine));
  const scheme = /^([a-z][a-z0-9+.-]+):[\\/]/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined) readings.push(...addressReadings(text, scheme, machine, resolution));
  return readings;
}

/** `~name`: another user's home, where usual. */
function otherHomes(text: string, machine: MachineFacts): string[] {
  const [, name = '', rest = ''] = /^~([^\\/]*)(.*)$/s.exec(text) ?? [];
  if (name === '..' || name === '.') return [];
  const homes = parentPath(machine.homeDirectory, machine.platform);
  const others = [joinPath(homes, name, machine.platform) + rest];
  if (name === 'root' && machine.platform !== 'win32') others.push(`/root${rest}`, `/var/root${rest}`);
  return others;
}

/** Editors' schemes for files count. */
function addressReadings(text: string, scheme: string, machine: MachineFacts, resolution: Resolution): string[] {
  if (scheme !== 'file') resolution.doubt(`is an address of the kind "${scheme}:"`);
  const match = /^[^:]+:(?:[\\/]{2}([^\\/]*))?(.*)$/s.exec(text);
  const host = match?.[1] ?? '';
  if (scheme === 'file' && host !== '' && host.toLowerCase() !== 'localhost') resolution.markRemote();
  const written = match?.[2] ?? '';
  const readings = [written, written.replace(/[?#].*$/s, '')].flatMap((path) => [path, decoded(path, resolution)]);
  return machine.platform === 'win32' ? readings.map((path) => path.replace(/^[\\/](?=[A-Za-z]:)/, '')) : readings;
}

function decoded(path: string, resolution: Resolution): string {
  try {
    return decodeURIComponent(path);
  } catch {
    resolution.doubt('is an address that cannot be decoded');
    return path;
  }
}
