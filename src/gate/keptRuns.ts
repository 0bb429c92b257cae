import { Listeners } from '../common/listeners';
import { shortLine } from '../common/visibleText';
import type { SnapshotSettings } from '../engine/model/configuration';
import type { KeepRequest, Snapshot, SnapshotStore, WhyLeft } from '../snapshots/snapshotStore';

export interface RunToKeep {
  readonly decisionId: string;
  readonly agent: string;
  readonly line: string;
  readonly snapshots: SnapshotSettings;
}

/** Kept before a run, or before its undo. */
export interface KeptRun {
  readonly id: string;
  /** For each open folder that the run could change. */
  readonly snapshots: readonly Snapshot[];
}

export interface KeptRunsParts {
  /** @throws the disk's errors */
  readonly openStore: () => SnapshotStore;
  readonly redact: (text: string) => string;
  readonly log: (line: string) => void;
}

const MEGABYTE = 1_000_000;
const MOST_COMMAND_CHARACTERS = 1_000;
const NOTHING_KEPT = 'What it may change could not be kept, so Undo cannot put it back.';

const WHY: Readonly<Record<WhyLeft, string>> = {
  'too-large': 'beyond autoMode.snapshots.maxMegabytes or larger than 50 MB',
  'too-many': 'too many',
  'no-time': 'beyond autoMode.snapshots.maxSeconds',
  unreadable: 'not readable',
  special: 'no ordinary files',
  changing: 'changing',
  git: "git's own files",
  outside: 'reached through a link',
};

/** Keeps what runs may lose, and knows each run's snapshots. */
export class KeptRuns {
  readonly #listeners = new Listeners();
  #store: SnapshotStore | undefined;

  constructor(private readonly parts: KeptRunsParts) {}

  readonly onDidChange = this.#listeners.subscribe;

  /** @throws if the store's folder is unusable */
  get store(): SnapshotStore {
    this.#store ??= this.parts.openStore();
    return this.#store;
  }

  /**
   * @param folders absolute, links resolved
   * @returns a sentence about what is not kept; never rejects
   */
  async keep(
    { decisionId, agent, line, snapshots }: RunToKeep,
    folders: readonly string[],
  ): Promise<string | undefined> {
    if (!snapshots.enabled) return undefined;
    const request = this.#request({ decisionId, agent, line, snapshots });
    try {
      const kept: Snapshot[] = [];
      for (const folder of outermost(folders)) kept.push(await this.store.keep({ folder, ...request }));
      return unkeptSentence(kept);
    } catch (error) {
      this.#failed('kept', error);
      return NOTHING_KEPT;
    } finally {
      this.#listeners.fire();
    }
  }

  /**
   * All of these files, and folders with their contents, until their days are over; or nothing.
   * @param paths absolute, links resolved, in the folder
   * @returns why not all is kept, to end a sentence; never rejects
   */
  async keepAll(
    run: RunToKeep,
    { folder, paths }: { readonly folder: string; readonly paths: readonly string[] },
  ): Promise<string | undefined> {
    if (!run.snapshots.enabled) return 'autoMode.snapshots.enabled is off';
    try {
      const snapshot = await this.store.keepPaths({ folder, paths, held: true, ...this.#request(run) });
      if (snapshot.complete) return undefined;
      await this.store.remove([snapshot.id]);
      return `${leftCountOf([snapshot])} not kept (${reasonsOf([snapshot])})`;
    } catch (error) {
      this.#failed('kept', error);
      return 'it could not be kept';
    } finally {
      this.#listeners.fire();
    }
  }

  /**
   * Records the state after the run, if anything changed. Never rejects. @returns whether it did; undefined: unknown
   */
  async finishIfChanged(decisionId: string): Promise<boolean | undefined> {
    const finished: string[] = [];
    const isKnown = await this.#each(decisionId, async (store, { id }) => {
      const { putBack, remove, conflicts } = await store.difference(id);
      if (putBack.length + remove.length + conflicts.length === 0) return;
      await store.finish(id);
      finished.push(id);
    });
    return finished.length > 0 || isKnown ? finished.length > 0 : undefined;
  }

  /** Records the state after the run. Never rejects. */
  async finish(decisionId: string): Promise<void> {
    await this.#each(decisionId, (store, { id }) => store.finish(id));
  }

  /** The run did not start. Never rejects. */
  async drop(decisionId: string): Promise<void> {
    await this.#each(decisionId, (store, { id }) => store.remove([id]));
  }

  /** Newest first. */
  async list(): Promise<readonly KeptRun[]> {
    const runs = new Map<string, Snapshot[]>();
    for (const snapshot of await this.store.list()) {
      const id = (snapshot.undoOf === undefined ? snapshot.run?.decisionId : undefined) ?? snapshot.id;
      runs.set(id, [...(runs.get(id) ?? []), snapshot]);
    }
    return [...runs].map(([id, snapshots]) => ({ id, snapshots }));
  }

  async of(id: string): Promise<KeptRun | undefined> {
    return (await this.list()).find((run) => run.id === id);
  }

  async removeAll(): Promise<void> {
    await this.store.remove((await this.store.list()).map(({ id }) => id));
    this.#listeners.fire();
  }

  /** An undo keeps what it replaces. */
  changed(): void {
    this.#listeners.fire();
  }

  /** Removes what is too old or too much. Never rejects. */
  async clean(): Promise<void> {
    try {
      await this.store.clean();
    } catch (error) {
      this.#failed('cleaned', error);
    }
  }

  #request({ decisionId, agent, line, snapshots }: RunToKeep): Omit<KeepRequest, 'folder'> {
    const command = shortLine(this.parts.redact(line), MOST_COMMAND_CHARACTERS);
    return {
      bounds: { bytes: snapshots.maxMegabytes * MEGABYTE, milliseconds: snapshots.maxSeconds * 1_000 },
      run: { command, agent, decisionId },
    };
  }

  /** @returns whether all succeeded */
  async #each(decisionId: string, work: (store: SnapshotStore, snapshot: Snapshot) => Promise<void>): Promise<boolean> {
    try {
      const run = await this.of(decisionId);
      for (const snapshot of run?.snapshots ?? []) await work(this.store, snapshot);
      return true;
    } catch (error) {
      this.#failed('finished', error);
      return false;
    } finally {
      this.#listeners.fire();
    }
  }

  #failed(what: string, error: unknown): void {
    this.parts.log(`A snapshot for Undo could not be ${what}: ${shortLine(String(error), 300)}`);
  }
}

/** Over all folders: kept files, and others. */
export function keptCounts({ snapshots }: KeptRun): { readonly files: number; readonly left: number } {
  const sum = (count: (one: Snapshot) => number): number => snapshots.reduce((total, one) => total + count(one), 0);
  return { files: sum(({ files }) => files), left: sum(({ leftCount }) => leftCount) };
}

/** Inner folders are kept with outer ones. */
function outermost(folders: readonly string[]): readonly string[] {
  const distinct = [...new Set(folders)];
  return distinct.filter((folder) => !distinct.some((other) => other !== folder && folder.startsWith(`${other}/`)));
}

function unkeptSentence(snapshots: readonly Snapshot[]): string | undefined {
  if (snapshots.every(({ leftCount }) => leftCount === 0)) return undefined;
  return `Undo cannot put everything back: ${leftCountOf(snapshots)} not kept (${reasonsOf(snapshots)}).`;
}

function leftCountOf(snapshots: readonly Snapshot[]): string {
  const count = snapshots.reduce((sum, { leftCount }) => sum + leftCount, 0);
  return `${count} ${count === 1 ? 'file or folder is' : 'files or folders are'}`;
}

function reasonsOf(snapshots: readonly Snapshot[]): string {
  return [...new Set(snapshots.flatMap(({ left }) => left.map(({ why }) => WHY[why])))].join('; ');
}
