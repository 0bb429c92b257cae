/** A folder each; the run that redeems it moves it from `tickets` to `used`. */
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
import type { ProtectedName } from './protectedNames';
import type { RunBounds } from './runBounds';
import { containedRunScript, type SandboxPrograms } from './containedRunScript';

export interface Ticket {
  readonly kind: 'contained' | 'trial';
  readonly decisionId: string;
  /** The run must start here; links followed. */
  readonly folder: string;
  /** Absolute. */
  readonly shell: string;
  readonly line: string;
  /** Another command's exit code may hide the stopped one's. */
  readonly masksFailure: boolean;
  readonly bubblewrap: readonly string[];
  /** Absolute path to hash in hex: files that must be unchanged. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly sweep: Sweep;
  /** What becomes `~/.cache`: emptied after the run where it is too large. */
  readonly cache: string;
  /** Instead of the usual ones. */
  readonly bounds?: Partial<RunBounds> | undefined;
}

/** What is protected and new is renamed. */
export interface Sweep {
  readonly folders: readonly string[];
  /** Empty: looks for nothing. */
  readonly names: readonly ProtectedName[];
  /** Guarded, with all below. */
  readonly known: readonly string[];
  /** Empty folders that bubblewrap makes; removed with the last run. */
  readonly keptMissing: readonly string[];
}

export type TicketState =
  /** Nobody came with it. */
  | { readonly state: 'waiting' }
  | { readonly state: 'running' }
  /** `couldStart`: another ticket may. */
  | { readonly state: 'refused'; readonly reason: string; readonly couldStart: boolean }
  | ({ readonly state: 'ended' } & RunReport);

export interface RunReport {
  /** For a trial 0 if a sandbox started. */
  readonly exitCode: number;
  readonly stopped: readonly string[];
  /** The run's output: attacker text. */
  readonly said: string;
  /** Renamed: protected and new. */
  readonly putAside: readonly string[];
  readonly masksFailure: boolean;
}

const FOLDER = 0o700;
const FILE = 0o600;
/** For each file of a report. */
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
   * @throws GateHomeError if a folder is another user's
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

  /** For contained runs of this workspace only. */
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
    write('names', lines(ticket.sweep.names.map(({ expression }) => expression)));
    write('parts', lines([...new Set(ticket.sweep.names.map(({ part }) => part))]));
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

  /** The agent runs this instead. */
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
    // Empty while it is written.
    if (result === undefined || result === '') return { state: 'running' };
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
   * Also if another window gave them back, or this one before a reload.
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

  /** Ends runs whose program and guardian were both killed; waits while one of them works. */
  sweepUnfinished(): void {
    for (const id of names(this.#used)) {
      if (!this.#isUnfinished(id)) continue;
      const guardian = spawn(this.program, ['guard', id], { detached: true, stdio: 'ignore', env: {} });
      guardian.on('error', () => undefined);
      guardian.unref();
    }
  }

  /** It saw the workspace, and nobody looked since. */
  #isUnfinished(id: string): boolean {
    const has = (name: string): boolean => isThere(join(this.#used, id, name));
    return has('started') && !has('clean') && !has('refused');
  }

  remove(id: string): void {
    for (const folder of [this.#tickets, this.#used]) {
      try {
        rmSync(join(folder, id), { recursive: true, force: true });
      } catch {
        // Its program still writes: `removeOld` comes again.
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

/** An earlier run may have left a link, which the next mounts would follow. */
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

function lines(words: readonly string[]): string {
  return words.map((word) => `${word}\n`).join('');
}

function ended(words: readonly string[]): string {
  return words.map((word) => `${word}\0`).join('');
}

/** As sha256sum reads it: backslashes and line ends are escaped. */
function sumLine(path: string, hash: string): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${hash}  ${escaped}`;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Milliseconds; `Infinity`: absent. */
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
