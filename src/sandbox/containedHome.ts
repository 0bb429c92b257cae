/** Tickets on the disk: one folder each, moved from `tickets` to `used` by the run that redeems it. */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { requireOwn } from '../disk/gateHome';
import { readOwnFile, writeOwnFile } from '../disk/ownFile';
import { containedRunScript, type SandboxPrograms } from './containedRunScript';

export interface Ticket {
  readonly kind: 'contained' | 'trial';
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
}

/** For what is protected and appears during the run: it is renamed. */
export interface Sweep {
  readonly folders: readonly string[];
  /** Of `find`: what is protected. Empty: nothing. */
  readonly names: readonly string[];
  /** Was there before. */
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

  constructor(gateDirectory: string) {
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
    write('folder', ticket.folder);
    write('shell', ticket.shell);
    write('line', ticket.line);
    if (ticket.masksFailure) write('masks-failure', '');
    write('args', ended(ticket.bubblewrap));
    write('sums', [...ticket.hashes].map(([path, hash]) => `${sumLine(path, hash)}\n`).join(''));
    write('folders', ended(ticket.sweep.folders));
    write('names', ended(ticket.sweep.names));
    const { known, keptMissing } = ticket.sweep;
    write('known', ended([...known, ...keptMissing]));
    const around = foldersAround(known, ticket.sweep.folders);
    write('known-folders', ended(around.map(({ path }) => path)));
    write('known-identities', ended(around.map(({ identity }) => identity)));
    write('missing', ended(keptMissing));
    renameSync(draft, join(this.#tickets, id));
    return id;
  }

  /** What the agent runs instead. */
  commandFor(id: string): string {
    return `'${this.program.replaceAll("'", "'\\''")}' ${id}`;
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

  remove(id: string): void {
    rmSync(join(this.#tickets, id), { recursive: true, force: true });
    rmSync(join(this.#used, id), { recursive: true, force: true });
  }

  /** @param before milliseconds since the epoch */
  removeOld(before: number): void {
    for (const folder of [this.#tickets, this.#used]) {
      for (const name of names(folder)) {
        const path = join(folder, name);
        if ((lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before) < before) {
          rmSync(path, { recursive: true, force: true });
        }
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
      return readFileSync(join(this.#used, id, name), 'utf8').slice(0, MOST_REPORT_BYTES);
    } catch {
      return undefined;
    }
  }
}

/** Device and inode, as `stat -c %d:%i` prints them. */
function foldersAround(
  paths: readonly string[],
  roots: readonly string[],
): readonly { readonly path: string; readonly identity: string }[] {
  const around = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); !roots.includes(folder) && folder !== dirname(folder); folder = dirname(folder)) {
      if (around.has(folder)) break;
      around.add(folder);
    }
  }
  return [...around].flatMap((path) => {
    const facts = lstatSync(path, { throwIfNoEntry: false, bigint: true });
    return facts === undefined ? [] : [{ path, identity: `${facts.dev}:${facts.ino}` }];
  });
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

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
