/** No rule, approval or model lifts it. Broad on purpose: in doubt a named guarded file is a hit. */
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { AGENT_PLACES } from './agentPlaces';
import { DISKS, isDisk } from './disks';
import { EDITOR_PLACES } from './editorPlaces';
import { changesFile } from '../../files/fileTouch';
import type { FloorRule, GuardedPlace } from './floorRule';
import { gatePlaces, viewsOf, type GatePlaces } from './gatePlaces';
import { GuardedMatches, type GuardedTree } from './guardedMatches';
import { homeFolders, startsWith, type HomeFolders } from '../../files/homeFolders';
import { MACHINE_PLACES } from './machinePlaces';
import { everyName, resolvePath, type LocatedTouch } from '../../files/pathResolution';
import { foldedSegments, joinPath } from '../../files/pathText';
import { searchPatternMeets } from '../../files/namePattern';
import { PlaceIndex, type WayDown } from '../../files/placeIndex';
import { presentText, resultingText } from '../../files/resultingText';
import { isLinkedSecret } from './secretLinks';
import { settingsVariableSet } from './settingsVariable';

export interface FloorHit {
  /** Stable: named in the log, the panel and tests. */
  readonly check: string;
  /** What would happen, and why not. */
  readonly reason: string;
  /** The path or text. */
  readonly fragment: string;
  readonly remedy: string;
}

const GATE_FILES: FloorRule = {
  check: 'gate-files',
  what: 'a file of Auto Mode itself',
  remedy: 'Use the Auto Mode panel or its commands; only the user changes what belongs to the gate.',
};

const SYSTEM_FOLDER: FloorRule = {
  check: 'system-folder',
  what: 'a home folder, a system folder or the root of a drive as a whole',
  remedy: 'Name the files or folders below it that are meant.',
};

/** Never removed or moved whole; their contents are checked elsewhere. */
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set([
  ...[
    'bin',
    'boot',
    'dev',
    'etc',
    'home',
    'lib',
    'lib64',
    'opt',
    'private',
    'proc',
    'root',
    'run',
    'sbin',
    'srv',
    'sys',
  ],
  ...['tmp', 'usr', 'usr/bin', 'usr/lib', 'usr/local', 'var', 'var/lib', 'system', 'library', 'applications', 'users'],
  ...['windows', 'windows/system32', 'program files', 'program files (x86)', 'programdata'],
]);

const PLACES = [...MACHINE_PLACES, ...EDITOR_PLACES, ...AGENT_PLACES];
const places = new PlaceIndex<GuardedPlace>();
for (const place of PLACES) places.add(place.pattern, place);

/** Relative to a home or workspace: guarded places and folders with one. */
export const GUARDED_FOLDERS: readonly string[] = [
  ...new Set(PLACES.flatMap(({ pattern }) => (pattern.startsWith('/') ? [] : foldersOfPlace(pattern)))),
];

function foldersOfPlace(pattern: string): readonly string[] {
  const [, ...names] = pattern.split('/');
  const wildcard = names.findIndex((name) => name.includes('*'));
  const plain = wildcard === -1 ? names : names.slice(0, wildcard);
  return plain.map((_, index) => plain.slice(0, index + 1).join('/'));
}

export function fileFloor(
  touches: readonly LocatedTouch[],
  machine: MachineFacts,
  files: FileSystem,
): FloorHit | undefined {
  let matches: GuardedMatches | undefined;
  for (const touch of touches) {
    if (touch.glob === true) matches ??= new GuardedMatches(guardedTree(machine, files), machine, files);
    for (const meant of [touch, ...(matches?.touches(touch) ?? [])]) {
      const hit = new TouchFloor(meant, touches, machine, files).hit();
      if (hit !== undefined) return hit;
    }
  }
  return undefined;
}

/** Unknown content in a folder, or in its place. */
export function folderFillFloor(
  path: string,
  cwd: string | undefined,
  machine: MachineFacts,
  files: FileSystem,
  unpacked = false,
): FloorHit | undefined {
  const touch: LocatedTouch = { path, change: 'overwrite', resolved: resolvePath(path, cwd, machine, files) };
  return new TouchFloor(touch, [touch], machine, files).fillHit(unpacked);
}

const SYSTEM_PATHS = Array.from(SYSTEM_FOLDERS, (path) => path.split('/'));

function guardedTree(machine: MachineFacts, files: FileSystem): GuardedTree {
  const { all, secret } = gatePlaces(machine, files);
  return { places, homes: homeFolders(machine, files), gate: [...all, ...secret], system: SYSTEM_PATHS };
}

/** An archive's unknown content lands among the user's or machine's own such files. */
const UNPACKED_CHECKS: ReadonlySet<string> = new Set(['shell-profile', 'ssh-access', 'system-accounts']);

/** Copies may fill folders of system and user, but not these. */
const FILLED_CHECKS: ReadonlySet<string> = new Set([
  'ssh-access',
  ...['editor-settings', 'workspace-settings', 'editor-extensions', 'gate-doors'],
  ...['agent-hooks', 'agent-permissions', 'agent-transcript', 'managed-policy', 'local-judge'],
]);

class TouchFloor {
  readonly #touch: LocatedTouch;
  readonly #touches: readonly LocatedTouch[];
  readonly #machine: MachineFacts;
  readonly #files: FileSystem;
  readonly #homes: HomeFolders;
  readonly #gate: GatePlaces;

  constructor(touch: LocatedTouch, touches: readonly LocatedTouch[], machine: MachineFacts, files: FileSystem) {
    this.#touch = touch;
    this.#touches = touches;
    this.#machine = machine;
    this.#files = files;
    this.#homes = homeFolders(machine, files);
    this.#gate = gatePlaces(machine, files);
  }

  hit(): FloorHit | undefined {
    const changes = changesFile(this.#touch.change);
    for (const candidate of everyName(this.#touch.resolved)) {
      const path = foldedSegments(candidate, this.#machine.platform);
      const hit = this.#processMemory(path) ?? (changes ? this.#change(candidate, path) : this.#secretRead(path));
      if (hit !== undefined) return hit;
    }
    return changes ? this.#settingsVariable() : undefined;
  }

  fillHit(unpacked: boolean): FloorHit | undefined {
    const hit = this.hit();
    if (hit !== undefined) return hit;
    for (const candidate of everyName(this.#touch.resolved)) {
      const path = foldedSegments(candidate, this.#machine.platform);
      // Only the folder made for such a file; others mostly get something else.
      const found = places.findBelow(path, this.#homes, (place, { names, whole, byName }) =>
        ((FILLED_CHECKS.has(place.rule.check) && byName) || (unpacked && UNPACKED_CHECKS.has(place.rule.check))) &&
        whole &&
        names.length === 1 &&
        place.beside === undefined
          ? this.#changeHit(place.rule)
          : undefined,
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #change(candidate: string, path: readonly string[]): FloorHit | undefined {
    if (this.#views(path).some((view) => this.#gate.all.some((place) => startsWith(view, place)))) {
      return this.#changeHit(GATE_FILES);
    }
    if (this.#views(path).some(isDisk)) return this.#changeHit(DISKS);
    for (const written of [path, ...this.#usualPaths(path)]) {
      const hit =
        places.findAt(written, this.#homes, (place) => this.#placeHit(place, candidate)) ??
        (this.#replacesFolder() ? this.#folderChange(candidate, written) : undefined);
      if (hit !== undefined) return hit;
    }
    return undefined;
  }

  /** With agents' usual homes. */
  #usualPaths(path: readonly string[]): readonly (readonly string[])[] {
    return this.#gate.agentHomes.flatMap(({ names, usual }) =>
      this.#views(path).flatMap((view) => (startsWith(view, names) ? [[...usual, ...view.slice(names.length)]] : [])),
    );
  }

  #views(path: readonly string[]): readonly (readonly string[])[] {
    return viewsOf(path, this.#machine, this.#files);
  }

  #placeHit(place: GuardedPlace, candidate: string): FloorHit | undefined {
    if (place.beside !== undefined && !this.#isBeside(place.beside, candidate)) return undefined;
    if (place.guard !== undefined) {
      const present = presentText(this.#touch, this.#files);
      if (!place.guard(present, resultingText(this.#touch, present), writtenText(this.#touch))) return undefined;
    }
    return this.#changeHit(place.rule);
  }

  #isBeside({ folder, name }: NonNullable<GuardedPlace['beside']>, candidate: string): boolean {
    if (this.#touch.resolved.remote) return true;
    // Any package in the editor may have such a folder.
    const parents = [...candidate.matchAll(new RegExp(`[\\\\/]${folder}(?=[\\\\/])`, 'gi'))].map(
      ({ index, 0: found }) => candidate.slice(0, index + found.length),
    );
    return parents.some((parent) => this.#files.inspect(joinPath(parent, name, this.#machine.platform)) !== 'absent');
  }

  #replacesFolder(): boolean {
    const { change } = this.#touch;
    return change === 'delete' || change === 'rename-from' || change === 'rename-to';
  }

  #folderChange(candidate: string, path: readonly string[]): FloorHit | undefined {
    const { resolved, change } = this.#touch;
    const kept = [...this.#gate.all, ...this.#gate.agentHomes.map(({ names }) => names)];
    if (this.#views(path).some((view) => kept.some((place) => startsWith(place, view)))) {
      return this.#changeHit(GATE_FILES);
    }
    if (change !== 'rename-to') {
      const isSystem = this.#homes.rootDepths(path).some((depth) => SYSTEM_FOLDERS.has(path.slice(depth).join('/')));
      if (isSystem || this.#homes.isHomeOrAbove(path)) return this.#changeHit(SYSTEM_FOLDER);
      const facts = resolved.remote ? 'unreadable' : this.#files.inspect(candidate);
      if (facts === 'absent' || (facts !== 'unreadable' && facts.type === 'file')) return undefined;
    }
    return places.findBelow(path, this.#homes, (place, way) =>
      this.#takesAway(place, way, candidate) || this.#bringsAlong(place, way) ? this.#changeHit(place.rule) : undefined,
    );
  }

  /** The place exists in the folder, and its guarded part would go. */
  #takesAway(place: GuardedPlace, { names, whole }: WayDown, folder: string): boolean {
    if (this.#touch.resolved.remote) return true;
    const below = this.#below(folder, names);
    if (this.#files.inspect(below) === 'absent') return false;
    if (place.beside !== undefined && !this.#isBeside(place.beside, below)) return false;
    if (!whole || place.guard === undefined) return true;
    const resolved = resolvePath(below, undefined, this.#machine, this.#files);
    return place.guard(presentText({ path: below, change: 'delete', resolved }, this.#files), 'absent', '');
  }

  /** The new folder may hold the guarded file. A move's source shows it. */
  #bringsAlong(place: GuardedPlace, { names, whole, byName }: WayDown): boolean {
    if (this.#touch.change !== 'rename-to') return false;
    const sources = this.#touches.filter(({ change }) => change === 'rename-from');
    // An unknown source counts only for the folder made for such a file.
    if (sources.length === 0) return byName && whole && names.length === 1 && place.beside === undefined;
    return sources.some(
      ({ resolved }) =>
        resolved.remote ||
        resolved.candidates.some((source) => this.#files.inspect(this.#below(source, names)) !== 'absent'),
    );
  }

  #below(folder: string, names: readonly string[]): string {
    return names.reduce((path, name) => joinPath(path, name, this.#machine.platform), folder);
  }

  #changeHit(rule: FloorRule): FloorHit {
    return {
      check: rule.check,
      reason: `The call would change ${rule.what}. That is out of an agent's reach.`,
      fragment: this.#touch.path,
      remedy: rule.remedy,
    };
  }

  #settingsVariable(): FloorHit | undefined {
    const fragment = settingsVariableSet(this.#touch, this.#files);
    if (fragment === undefined) return undefined;
    return {
      check: 'settings-variable',
      reason: "The call would write a file that sets AUTOMODE_SETTINGS_JSON, which overrides the gate's settings.",
      fragment,
      remedy: 'Set the variable yourself if you want it.',
    };
  }

  /** Environment and memory hold secrets; listing names reads nothing. */
  #processMemory(path: readonly string[]): FloorHit | undefined {
    const { change, onlyNamed } = this.#touch;
    if (change === 'list') return undefined;
    const findsMemory = onlyNamed?.some((name) => MEMORY_FILES.some((file) => searchPatternMeets(name, file))) ?? true;
    const searches = change === 'search' && findsMemory && this.#machine.platform === 'linux' && holdsProcesses(path);
    if (!searches && !isProcessMemory(path)) return undefined;
    return {
      check: 'process-memory',
      reason: "The call would read the environment or memory of a running process, where other programs' secrets are.",
      fragment: this.#touch.path,
      remedy: searches ? 'Search a folder that does not hold /proc.' : 'Ask the user for the value that is needed.',
    };
  }

  #isLinkedSecret(): boolean {
    const { real, remote } = this.#touch.resolved;
    return real !== undefined && !remote && isLinkedSecret(real, this.#machine, this.#files);
  }

  #secretRead(path: readonly string[]): FloorHit | undefined {
    const { change, includeHidden, tracked, onlyNamed } = this.#touch;
    if (change === 'list') return undefined;
    const reads = this.#views(path).some((view) =>
      this.#gate.secret.some(
        (secret) =>
          startsWith(view, secret) ||
          (change === 'search' &&
            startsWith(secret, view) &&
            (onlyNamed?.some((pattern) => searchPatternMeets(pattern, secret.at(-1) ?? '')) ?? true) &&
            (includeHidden === true ||
              tracked === true ||
              !secret.slice(view.length).some((name) => name.startsWith('.')))),
      ),
    );
    if (!reads && !this.#isLinkedSecret()) return undefined;
    return {
      check: 'gate-secrets',
      reason: 'The call would read a secret of Auto Mode itself (its token or a stored key).',
      fragment: this.#touch.path,
      remedy:
        change === 'search' ? "Search a folder that does not hold Auto Mode's files." : 'No agent needs this file.',
    };
  }
}

function writtenText({ newText, edits }: LocatedTouch): string {
  return newText ?? (edits ?? []).map((edit) => edit.newText).join('\n');
}

const PROCESS = /^(?:\d+|self|thread-self)$/;
const MEMORY_FILES = ['environ', 'mem', 'kcore'];

/** Environment or memory of a process or thread, below any root, or the machine's memory. */
function isProcessMemory(path: readonly string[]): boolean {
  const [first, second] = path;
  if (first === 'dev') return second === 'mem' || second === 'kmem' || second === 'port';
  for (let at = path.indexOf('proc'); at !== -1; at = path.indexOf('proc', at + 1)) {
    const [process = '', entry, , ofThread] = path.slice(at + 1, at + 5);
    if (at === 0 && process === 'kcore') return true;
    const what = entry === 'task' ? ofThread : entry;
    if (PROCESS.test(process) && (what === 'environ' || what === 'mem')) return true;
  }
  return false;
}

function holdsProcesses([first, second, third, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true;
  if (first !== 'proc') return false;
  if (second === undefined || (third === undefined && PROCESS.test(second))) return true;
  return (
    PROCESS.test(second) && (third === 'task' ? rest.length <= 1 : third === 'root' && (rest[0] ?? 'proc') === 'proc')
  );
}
