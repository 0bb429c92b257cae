/** Tickets on the disk: one folder each, moved from `tickets` to `used` by the run that redeems it. */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { shellQuote } from '../common/shellQuote';
import { requireOwn } from '../disk/gateHome';
import { readOwnFile, writeOwnFile } from '../disk/ownFile';
import { CACHED_TOOLCHAINS } from './sandboxPlaces';
import type { RunBounds } from './runBounds';
import { containedRunScript, type SandboxPrograms } from './containedRunScript';

export interface Ticket {
  readonly kind: 'contained' | 'trial';
  readonly decisionId: string;
  /** Where the run must start: links followed. */
  readonly folder: string;
  /** Absolute. */
  readonly shell: string;
  readonly line: string;
  /** Its exit code may be that of another command than the one that was stopped. */
  readonly masksFailure: boolean;
  readonly bubblewrap: readonly string[];
  /** Absolute path to hash in hex: files that must not have changed. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly sweep: Sweep;
  /** What becomes `~/.cache`: emptied after the run where it is too large. */
  readonly cache: string;
  /** Instead of the usual ones. */
  readonly bounds?: Partial<RunBounds> | undefined;
}

/** For what is protected and appears during the run: it is renamed. */
export interface Sweep {
  readonly folders: readonly string[];
  /** Regular expressions, see `protectedNames`. Empty: nothing is looked for. */
  readonly names: readonly string[];
  /** Guarded during the run, with all below. */
  readonly known: readonly string[];
  /** Empty folders that bubblewrap makes; they go with the last run. */
  readonly keptMissing: readonly string[];
}

export type TicketState =
  /** Nobody came with it. */
  | { readonly state: 'waiting' }
  | { readonly state: 'running' }
  /** `couldStart`: another ticket may do. */
  | { readonly state: 'refused'; readonly reason: string; readonly couldStart: boolean }
  | ({ readonly state: 'ended' } & RunReport);

export interface RunReport {
  /** Of a trial: 0 if a sandbox could start. */
  readonly exitCode: number;
  /** Phrases. */
  readonly stopped: readonly string[];
  /** Of the run's own output: attacker text. */
  readonly said: string;
  /** Renamed, since they were protected and new. */
  readonly putAside: readonly string[];
  readonly masksFailure: boolean;
}

const FOLDER = 0o700;
const FILE = 0o600;
/** Of each file of a report. */
const MOST_REPORT_BYTES = 65_536;

export class ContainedHome {
  readonly directory: string;
  readonly program: string;
  readonly empty: { readonly file: string; readonly folder: string };

  constructor(readonly gateDirectory: string) {
    this.directory = join(gateDirectory, 'contained');
    this.program = join(this.directory, 'run');
    this.empty = { file: join(this.directory, 'empty'), folder: join(this.directory, 'empty.d') };
  }

  /**
   * @param filter see `seccompFilter`
   * @throws GateHomeError if another user owns a folder
   */
  prepare(programs: SandboxPrograms, filter: Buffer): void {
    for (const folder of [
      this.directory,
      this.#tickets,
      this.#used,
      this.empty.folder,
      join(this.directory, 'cache'),
    ]) {
      mkdirSync(folder, { recursive: true, mode: FOLDER });
      requireOwn(folder, lstatSync(folder));
      chmodSync(folder, FOLDER);
    }
    writeFileSync(this.empty.file, '', { mode: FILE });
    writeFileSync(join(this.directory, 'seccomp'), filter, { mode: FILE });
    const text = containedRunScript(this.directory, programs);
    if (readOwnFile(this.program, FOLDER) !== text) writeOwnFile(this.program, text, FOLDER);
  }

  /** Shared by the contained runs of one workspace, and by nothing else. */
  cacheOf(workspaceFolders: readonly string[]): string {
    const name = createHash('sha256').update(workspaceFolders.join('\0')).digest('hex').slice(0, 32);
    const folder = join(this.directory, 'cache', name);
    mkdirSync(folder, { recursive: true, mode: FOLDER });
    for (const name of CACHED_TOOLCHAINS) removeLinkOnTheWay(folder, name);
    return folder;
  }

  /** @returns its id */
  issue(ticket: Ticket): string {
    const id = randomBytes(16).toString('hex');
    const draft = join(this.directory, `draft-${id}`);
    mkdirSync(draft, { mode: FOLDER });
    const write = (name: string, text: string): void => {
      writeFileSync(join(draft, name), text, { mode: FILE });
    };
    write('kind', ticket.kind);
    write('decision', ticket.decisionId);
    write('folder', ticket.folder);
    write('shell', ticket.shell);
    write('line', ticket.line);
    if (ticket.masksFailure) write('masks-failure', '');
    write('args', ended(ticket.bubblewrap));
    write('sums', [...ticket.hashes].map(([path, hash]) => `${sumLine(path, hash)}\n`).join(''));
    write('folders', ended(ticket.sweep.folders));
    write('names', ticket.sweep.names.map((name) => `${name}\n`).join(''));
    const { known, keptMissing } = ticket.sweep;
    write('known', ended([...known, ...keptMissing]));
    write('missing', ended(keptMissing));
    write('cache', ended([ticket.cache]));
    write(
      'bounds',
      Object.entries(ticket.bounds ?? {})
        .map(([name, value]) => `${name} ${value}\n`)
        .join(''),
    );
    renameSync(draft, join(this.#tickets, id));
    return id;
  }

  /** What the agent runs instead. */
  commandFor(id: string): string {
    return `${shellQuote(this.program)} ${id}`;
  }

  stateOf(id: string): TicketState | undefined {
    if (isThere(join(this.#tickets, id))) return { state: 'waiting' };
    const used = join(this.#used, id);
    if (!isThere(used)) return undefined;
    const refused = this.#text(id, 'refused');
    if (refused !== undefined) {
      return { state: 'refused', reason: refused, couldStart: this.#text(id, 'not-started') === undefined };
    }
    const result = this.#text(id, 'result');
    if (result === undefined) return { state: 'running' };
    if (this.#text(id, 'kind') === 'trial') {
      return {
        state: 'ended',
        exitCode: result === 'yes' ? 0 : 1,
        stopped: [],
        said: '',
        putAside: [],
        masksFailure: false,
      };
    }
    const [status = '', stopped = '', said = ''] = result.split('\0');
    return {
      state: 'ended',
      exitCode: /^\d{1,3}$/.test(status) ? Number(status) : 1,
      stopped: stopped.split(',').filter((phrase) => phrase !== ''),
      said,
      putAside: (this.#text(id, 'put-aside') ?? '').split('\0').filter((path) => path !== ''),
      masksFailure: this.#text(id, 'masks-failure') !== undefined,
    };
  }

  /**
   * Also of runs that another window, or this one before a reload, gave back.
   * @param before milliseconds since the epoch
   */
  *endedRuns(before = Infinity): Generator<{ readonly decisionId: string; readonly report: RunReport }> {
    for (const id of names(this.#used)) {
      if (changedAt(join(this.#used, id)) >= before) continue;
      const decisionId = this.#text(id, 'decision') ?? '';
      if (decisionId === '' || this.#text(id, 'kind') !== 'contained') continue;
      const state = this.stateOf(id);
      if (state?.state === 'ended') yield { decisionId, report: state };
    }
  }

  /** Ends what a run began whose program and guardian were both killed. Where one of them still works, this waits for it. */
  sweepUnfinished(): void {
    for (const id of names(this.#used)) {
      if (!this.#isUnfinished(id)) continue;
      const guardian = spawn(this.program, ['guard', id], { detached: true, stdio: 'ignore', env: {} });
      guardian.on('error', () => undefined);
      guardian.unref();
    }
  }

  /** It looked at the workspace, and nobody has looked since. */
  #isUnfinished(id: string): boolean {
    const has = (name: string): boolean => isThere(join(this.#used, id, name));
    return has('links') && !has('clean') && !has('refused');
  }

  remove(id: string): void {
    for (const folder of [this.#tickets, this.#used]) {
      try {
        rmSync(join(folder, id), { recursive: true, force: true });
      } catch {
        // Its program still writes there: `removeOld` comes back to it.
      }
    }
  }

  /** @param before milliseconds since the epoch */
  removeOld(before: number): void {
    for (const folder of [this.#tickets, this.#used]) {
      for (const name of names(folder)) {
        const path = join(folder, name);
        if (folder === this.#used && this.#isUnfinished(name)) continue;
        if (changedAt(path) < before) rmSync(path, { recursive: true, force: true });
      }
    }
  }

  get #tickets(): string {
    return join(this.directory, 'tickets');
  }

  get #used(): string {
    return join(this.directory, 'used');
  }

  #text(id: string, name: string): string | undefined {
    try {
      return beginningOf(join(this.#used, id, name));
    } catch {
      return undefined;
    }
  }
}

/** An earlier run may have left a link where the next one's mounts would follow it. */
function removeLinkOnTheWay(folder: string, name: string): void {
  let path = folder;
  for (const part of name.split('/')) {
    path = join(path, part);
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (facts === undefined) return;
    if (!facts.isDirectory()) {
      rmSync(path, { force: true });
      return;
    }
  }
}

/** A run may have made millions of files that are named there. */
function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(MOST_REPORT_BYTES);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, MOST_REPORT_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

function ended(words: readonly string[]): string {
  return words.map((word) => `${word}\0`).join('');
}

/** As sha256sum reads it: a name with a backslash or line end is escaped. */
function sumLine(path: string, hash: string): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${hash}  ${escaped}`;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** In milliseconds; `Infinity` if absent. */
function changedAt(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
