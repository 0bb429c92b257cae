import { t } from '@vscode/l10n';
import { agentName } from '../../editor/agentName';
import type { Confirm } from '../../editor/confirmation';
import { Listeners } from '../../common/listeners';
import { shortLine, visibleLine } from '../../common/visibleText';
import { keptCounts, type KeptRun, type KeptRuns } from '../../gate/keptRuns';
import type { PanelFeature } from '../../panel/panelFeature';
import type { ChosenUndo, KeptRow, UndoAction, UndoFocus, UndoSlice } from '../../panel/undo';
import { fileList, undoFiles, undoSummary, type FolderDifference } from './undoDifference';

export interface UndoParts {
  readonly kept: Pick<KeptRuns, 'list' | 'of' | 'store' | 'removeAll' | 'changed' | 'onDidChange'>;
  /** Side by side; of many files only the first. */
  readonly showDifference: (title: string, folders: readonly FolderDifference[]) => Promise<void>;
  /** In a read-only editor. */
  readonly showList: (text: string) => Promise<void>;
  readonly confirm: Confirm;
}

/** In the panel and the editor. */
export const MOST_SHOWN_FILES = 100;
const MOST_COMMAND_CHARACTERS = 300;

/** Lists what was kept before runs, shows what an undo would do, and does it after a yes. */
export class UndoFeature implements PanelFeature<'undo'> {
  #focus: UndoFocus | undefined;
  #runs: readonly KeptRow[] | undefined;
  /** Why the runs cannot be read. */
  #problem: string | undefined;
  #chosen: ChosenUndo | undefined;
  /** Goes up with each choice: work for an earlier one then shows nothing. */
  #turn = 0;
  /** What the user was shown of the chosen run. */
  #shown: string | undefined;
  readonly #listeners = new Listeners();
  readonly #subscription: { dispose(): void };

  constructor(private readonly parts: UndoParts) {
    this.#subscription = parts.kept.onDidChange(() => {
      if (this.#focus !== undefined) void this.#read();
    });
  }

  readonly onDidChange = this.#listeners.subscribe;

  dispose(): void {
    this.#subscription.dispose();
  }

  look(focus: UndoFocus | undefined): void {
    const before = this.#focus;
    this.#focus = focus;
    if (focus !== undefined && before === undefined) void this.#read();
  }

  slice(): UndoSlice | undefined {
    return this.#focus === undefined ? undefined : { runs: this.#runs, problem: this.#problem, chosen: this.#chosen };
  }

  async execute(action: UndoAction): Promise<void> {
    switch (action.kind) {
      case 'compare':
        return this.#compare(action.id);
      case 'putBack':
        return this.#putBack(action.id);
      case 'removeAll':
        return this.#removeAll();
    }
  }

  /** The newest first. */
  async list(): Promise<readonly KeptRow[]> {
    return (await this.parts.kept.list()).map(keptRow);
  }

  async #read(): Promise<void> {
    try {
      this.#runs = await this.list();
      this.#problem = undefined;
    } catch (error) {
      this.#runs = undefined;
      this.#problem = problemText(error);
    }
    this.#listeners.fire();
  }

  async #compare(id: string): Promise<void> {
    const turn = this.#choose({ id, state: 'comparing', summary: t('Comparing…') });
    try {
      const run = await this.#run(id);
      const folders = await this.#differences(run);
      if (turn === this.#turn) await this.#offer(run, folders);
    } catch (error) {
      if (turn === this.#turn) this.#fail(id, error);
    }
  }

  /** Only what was shown: if the folder changed, the new difference is shown. */
  async #putBack(id: string): Promise<void> {
    if (this.#chosen?.id !== id || this.#chosen.state !== 'compared') return;
    const shown = this.#shown;
    const turn = this.#choose({ id, state: 'comparing', summary: t('Putting back…') });
    const done: FolderDifference[] = [];
    try {
      const run = await this.#run(id);
      const folders = await this.#differences(run);
      if (turn !== this.#turn) return;
      if (textOf(folders) !== shown) {
        await this.#offer(run, folders, t('Files changed meanwhile. Look again:'));
        return;
      }
      for (const { snapshot } of folders) {
        done.push({ snapshot, difference: await this.parts.kept.store.undo(snapshot.id) });
      }
      const files = undoFiles(done);
      this.#choose({ id, state: 'done', summary: undoSummary(files, true), ...listed(files) });
    } catch (error) {
      this.#fail(id, error, undoFiles(done));
    } finally {
      if (done.length > 0) this.parts.kept.changed();
    }
  }

  async #removeAll(): Promise<void> {
    const { kept, confirm } = this.parts;
    const detail = t('No run can be undone any more. The files in your folders stay as they are.');
    if (!(await confirm(t('Delete everything that is kept for Undo?'), detail, t('Delete All')))) return;
    this.#chosen = undefined;
    await kept.removeAll();
  }

  async #run(id: string): Promise<KeptRun> {
    const run = await this.parts.kept.of(id);
    if (run === undefined) throw new Error(t('What was kept of this run is no longer there.'));
    return run;
  }

  async #differences({ snapshots }: KeptRun): Promise<readonly FolderDifference[]> {
    const folders: FolderDifference[] = [];
    for (const snapshot of snapshots) {
      folders.push({ snapshot, difference: await this.parts.kept.store.difference(snapshot.id) });
    }
    return folders;
  }

  /** The user sees every file before a yes. */
  async #offer(run: KeptRun, folders: readonly FolderDifference[], before?: string): Promise<void> {
    const files = undoFiles(folders);
    const isMore = files.length > MOST_SHOWN_FILES;
    const summary = [
      before,
      undoSummary(files, false),
      isMore ? t('The list of all files is open in an editor.') : undefined,
    ];
    await this.parts.showDifference(titleOf(run), folders);
    if (isMore) await this.parts.showList(fileList(files));
    this.#shown = textOf(folders);
    this.#choose({
      id: run.id,
      state: 'compared',
      summary: summary.filter((part) => part !== undefined).join(' '),
      ...listed(files),
      canPutBack: files.some(({ becomes }) => becomes !== 'stays'),
    });
  }

  /** @param done files put back before */
  #fail(id: string, error: unknown, done: ChosenUndo['files'] = []): void {
    const why = problemText(error);
    const summary = done.length === 0 ? why : `${why} ${undoSummary(done, true)}`;
    this.#choose({ id, state: 'failed', summary, ...listed(done) });
  }

  #choose(chosen: Pick<ChosenUndo, 'id' | 'state' | 'summary'> & Partial<ChosenUndo>): number {
    this.#chosen = { files: [], more: 0, canPutBack: false, ...chosen };
    this.#turn += 1;
    this.#listeners.fire();
    return this.#turn;
  }
}

function problemText(error: unknown): string {
  return visibleLine(error instanceof Error ? error.message : String(error));
}

function textOf(folders: readonly FolderDifference[]): string {
  return JSON.stringify(folders.map(({ snapshot: { id }, difference }) => [id, difference]));
}

function listed(files: ChosenUndo['files']): Pick<ChosenUndo, 'files' | 'more'> {
  return { files: files.slice(0, MOST_SHOWN_FILES), more: Math.max(0, files.length - MOST_SHOWN_FILES) };
}

function titleOf({ snapshots: [first] }: KeptRun): string {
  return t('Undo: {command}', { command: shortLine(first?.run?.command ?? '', 60) });
}

function keptRow(run: KeptRun): KeptRow {
  const { id, snapshots } = run;
  const [first] = snapshots;
  return {
    id,
    at: new Date(first?.at ?? 0).toISOString(),
    command: shortLine(first?.run?.command ?? '', MOST_COMMAND_CHARACTERS),
    ...(first?.run?.agent === undefined ? {} : { agent: agentName(first.run.agent) }),
    ...keptCounts(run),
    isUndo: first?.undoOf !== undefined,
    finished: snapshots.every(({ finished }) => finished),
  };
}
