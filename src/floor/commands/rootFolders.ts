import { InputProblem } from '../../common/inputProblem';
import { writtenText, type SimpleCommand, type Word, type WordPiece } from '../../shell/model/analysis';
import { homeFolders, type HomeFolders } from '../../files/homeFolders';
import { everyName, resolvePath } from '../../files/pathResolution';
import { foldBroadly, foldedSegments, parentPath } from '../../files/pathText';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { knownValue, mayBeEmpty, variableOf } from '../../calls/command/shellValues';

/** Without those of `HomeFolders`. */
const SYSTEM: readonly string[] = [
  ...[
    'bin',
    'boot',
    'dev',
    'etc',
    'lib',
    'lib32',
    'lib64',
    'libx32',
    'opt',
    'private',
    'proc',
    'run',
    'sbin',
    'srv',
    'sys',
  ],
  ...['usr', 'usr/bin', 'usr/include', 'usr/lib', 'usr/lib64', 'usr/libexec', 'usr/local', 'usr/sbin', 'usr/share'],
  ...['var', 'var/lib', 'nix', 'nix/store', 'applications', 'library', 'system', 'system/library', 'volumes', 'cores'],
  ...['windows', 'windows/system32', 'program files', 'program files (x86)', 'programdata'],
];

/** The kernel's trees, and the system's programs and libraries. */
const SYSTEM_TREES: ReadonlySet<string> = new Set([
  ...['sys', 'proc', 'bin', 'sbin', 'lib', 'lib64', 'boot', 'usr/bin', 'usr/sbin'],
]);

/** Often emptied, never removed whole. */
const SCRATCH: readonly string[] = ['tmp', 'var/tmp', 'dev/shm', 'var/folders'];

/** For names that mean any user. */
const HOMES: readonly string[] = ['home', 'root', 'users', 'var/root', 'var/home'];

const SYSTEM_SET: ReadonlySet<string> = new Set(SYSTEM);
const SCRATCH_SET: ReadonlySet<string> = new Set(SCRATCH);
const MATCHABLE: readonly (readonly string[])[] = [...SYSTEM, ...HOMES].map((path) => path.split('/'));

/** Bounds the time on the disk. */
const MAX_RESOLVED = 2_000;

/** Private characters for unquoted `*`, `?`, `[...]`, and text known only to the shell. */
const STAR = '\ue000';
const ONE = '\ue001';
const SOMETHING = '\ue002';

const EVERYTHING = new RegExp(`^(?=.*${STAR})[.${STAR}${ONE}]+$`, 's');
const PATTERN = new RegExp(`[${STAR}${ONE}]`);

export interface RootMatch {
  readonly folder: string;
  /** Only if this is empty. */
  readonly ifEmpty: string | undefined;
  /** Folded, from `/`. */
  readonly segments: readonly string[];
}

export interface RootQuestion {
  /** Values that may be empty are. */
  readonly emptyValues?: boolean;
}

/** For one line. */
export class RootFolders {
  readonly #machine: MachineFacts;
  readonly #files: FileSystem;
  readonly #homes: HomeFolders;
  readonly #filled: ReadonlySet<string>;
  readonly #onlyRoot: boolean;
  readonly #known = new Map<string, RootMatch | undefined>();
  #resolved = 0;

  /** `filled`: variables with a nonempty value. */
  constructor(machine: MachineFacts, files: FileSystem, filled: ReadonlySet<string> = new Set(), onlyRoot = false) {
    this.#filled = filled;
    this.#onlyRoot = onlyRoot;
    this.#machine = machine;
    this.#files = files;
    this.#homes = homeFolders(machine, files);
  }

  /** Only the root counts: it holds what this machine shares. The container's other folders are its own. */
  ofUnknownContainer(): RootFolders {
    return new RootFolders(this.#machine, this.#files, this.#filled, true);
  }

  /**
   * The root that a word means, or whose whole content it matches.
   * @param command gives the folder
   */
  match(word: Word, command: SimpleCommand, question: RootQuestion = {}): RootMatch | undefined {
    const holes = word.pieces.filter((piece) => this.#mayBeEmpty(piece));
    const [hole] = holes;
    if (hole !== undefined && (question.emptyValues !== true || holes.length > 1)) return undefined;
    const text = this.#pattern(word, command);
    const found = this.matchText(text, command.cwd);
    if (found === undefined || hole === undefined) return found;
    if (this.#isScratch(found.segments)) return undefined;
    // A command's output is rarely empty.
    const isVariable = hole.kind === 'value' && /^\$\{?[\w@*]/.test(hole.text);
    return isVariable || found.segments.length === 0 ? { ...found, ifEmpty: hole.text } : undefined;
  }

  /** Where only `~` expands. */
  matchText(text: string, cwd: string | undefined): RootMatch | undefined {
    if (text === '') return undefined;
    const key = `${cwd ?? ''}\0${text}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#find(text, cwd));
    return this.#known.get(key);
  }

  #isScratch(segments: readonly string[]): boolean {
    return this.#homes.rootDepths(segments).some((depth) => SCRATCH_SET.has(segments.slice(depth).join('/')));
  }

  /** Private characters mark globs and values. */
  #pattern(word: Word, command: SimpleCommand): string {
    const text = word.pieces.map((piece) => this.#pieceText(piece, command)).join('');
    // The shell keeps such a `~`, unless its value was unknown.
    return text.startsWith('~') && !word.raw.startsWith('~') && !isTildeValue(word) && !word.raw.startsWith('{')
      ? `./${text}`
      : text;
  }

  #pieceText(piece: WordPiece, { cwd }: SimpleCommand): string {
    if (piece.kind === 'text') return piece.text;
    if (piece.kind === 'glob') return /^\*+$/.test(piece.text) ? STAR : ONE;
    const known = knownValue(piece, cwd, this.#machine.homeDirectory);
    if (known !== undefined) return known;
    return this.#mayBeEmpty(piece) ? '' : SOMETHING;
  }

  #mayBeEmpty(piece: WordPiece): boolean {
    const isFilled = piece.kind === 'value' && this.#filled.has(variableOf(piece) ?? '');
    return !isFilled && mayBeEmpty(piece);
  }

  #find(written: string, cwd: string | undefined): RootMatch | undefined {
    const absolute = this.#absolute(written, cwd);
    if (absolute === undefined) return undefined;
    const names: string[] = [];
    for (const name of absolute.split(this.#machine.platform === 'win32' ? /[\\/]/ : '/')) {
      if (name === '..') names.pop();
      else if (name !== '' && name !== '.') names.push(name);
    }
    const asterisk = names.length;
    while (EVERYTHING.test(names.at(-1) ?? '')) names.pop();
    const emptied = names.length < asterisk;
    if (names.some((name) => PATTERN.test(name))) return this.#matchPattern(names.map(foldBroadly));
    const path = this.#machine.platform === 'win32' ? names.join('\\') : `/${names.join('/')}`;
    const lexical = this.#root(foldedSegments(path, this.#machine.platform), emptied);
    if (lexical !== undefined || path.includes(SOMETHING)) return lexical;
    this.#resolved += 1;
    if (this.#resolved > MAX_RESOLVED)
      throw new InputProblem(`a command line that names ${this.#resolved} places is too long to check`);
    for (const candidate of everyName(resolvePath(path, undefined, this.#machine, this.#files))) {
      const found = this.#root(foldedSegments(candidate, this.#machine.platform), emptied);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #absolute(text: string, cwd: string | undefined): string | undefined {
    const { homeDirectory, platform } = this.#machine;
    if (text.startsWith('/')) return text;
    if (platform === 'win32' && /^[A-Za-z]:[\\/]?/.test(text)) return text;
    const [, user] = /^~([^/]*)/.exec(text) ?? [];
    if (user === '') return homeDirectory + text.slice(1);
    if (user === '+' || user === undefined)
      return cwd === undefined ? undefined : `${cwd}/${user === '+' ? text.slice(2) : text}`;
    if (user === '-' || /^\d/.test(user)) return undefined;
    const home = user === 'root' && platform !== 'win32' ? '/root' : `${parentPath(homeDirectory, platform)}/${user}`;
    return home + text.slice(1 + user.length);
  }

  #root(segments: readonly string[], emptied: boolean): RootMatch | undefined {
    const match = { folder: this.#written(segments), ifEmpty: undefined, segments };
    if (this.#onlyRoot) return segments.length === 0 ? match : undefined;
    if (this.#homes.isHomeOrAbove(segments)) return match;
    for (const depth of this.#homes.rootDepths(segments)) {
      const below = segments.slice(depth);
      const path = below.join('/');
      if (SYSTEM_SET.has(path) || (!emptied && SCRATCH_SET.has(path))) return match;
      if (SYSTEM_TREES.has(below[0] ?? '') || SYSTEM_TREES.has(below.slice(0, 2).join('/'))) return match;
    }
    return undefined;
  }

  #matchPattern(names: readonly string[]): RootMatch | undefined {
    if (this.#onlyRoot) return undefined;
    const homes = [foldedSegments(this.#machine.homeDirectory, this.#machine.platform)];
    const found = [...MATCHABLE, ...homes].find(
      (root) => root.length === names.length && root.every((name, index) => matchesName(names[index] ?? '', name)),
    );
    return found === undefined ? undefined : { folder: this.#written(found), ifEmpty: undefined, segments: found };
  }

  /** Homes and folders above as the machine writes them, others folded. */
  #written(segments: readonly string[]): string {
    const { homeDirectory, platform } = this.#machine;
    const home = homeDirectory.split(platform === 'win32' ? /[\\/]+/ : '/').filter((name) => name !== '');
    const folded = foldedSegments(homeDirectory, platform);
    const isHomes = home.length === folded.length && segments.every((name, index) => name === folded[index]);
    const names = isHomes ? home.slice(0, segments.length) : segments;
    return platform === 'win32' ? names.join('\\') : `/${names.join('/')}`;
  }
}

function isTildeValue({ pieces: [first] }: Word): boolean {
  return first?.kind === 'value' && first.text.startsWith('~');
}

/** A bracket matches any one character. */
function matchesName(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let retry = 0;
  let index = 0;
  while (index < name.length) {
    if (pattern[at] === STAR) {
      star = at;
      retry = index;
      at += 1;
    } else if (pattern[at] === ONE || pattern[at] === name[index]) {
      at += 1;
      index += 1;
    } else if (star !== -1) {
      at = star + 1;
      retry += 1;
      index = retry;
    } else {
      return false;
    }
  }
  while (pattern[at] === STAR) at += 1;
  return at === pattern.length;
}

export function targetText(word: Word): string {
  return word.raw === '' ? writtenText(word) : word.raw;
}
