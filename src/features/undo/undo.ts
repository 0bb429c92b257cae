import { t } from '@vscode/l10n';
import { agentName } from '../../editor/agentName';
import type { Confirm } from '../../editor/confirmation';
import { Listeners } from '../../common/listeners';
import { shortLine, visibleLine } from '../../common/visibleText';
import type { KeptRun, KeptRuns } from '../../gate/keptRuns';
import type { PanelFeature } from '../../panel/panelFeature';
import type { ChosenUndo, KeptRow, UndoAction, UndoFocus, UndoSlice } from '../../panel/undo';
import { undoFiles, undoSummary, type FolderDifference } from './undoDifference';

export interface UndoParts {
  readonly kept: Pick<KeptRuns, 'list' | 'of' | 'store' | 'removeAll' | 'changed' | 'onDidChange'>;
  /** In a diff editor: as it is, beside as it would be. */
  readonly showDifference: (title: string, folders: readonly FolderDifference[]) => Promise<void>;
  readonly confirm: Confirm;
}

const MOST_FILES = 300;
const MOST_COMMAND_CHARACTERS = 300;

/** Lists what was kept before runs, shows what an undo would do, and does it after a yes. */
export class UndoFeature implements PanelFeature<'undo'> {
  #focus: UndoFocus | undefined;
  #runs: readonly KeptRow[] | undefined;
  #chosen: ChosenUndo | undefined;
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
    return this.#focus === undefined ? undefined : { runs: this.#runs, chosen: this.#chosen };
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
    this.#runs = await this.list().catch(() => []);
    this.#listeners.fire();
  }

  async #compare(id: string): Promise<void> {
    this.#choose({ id, state: 'comparing', summary: t('Comparing…') });
    try {
      const run = await this.#run(id);
      const folders = await this.#differences(run);
      this.#offer(id, folders);
      await this.parts.showDifference(titleOf(run), folders);
    } catch (error) {
      this.#fail(id, error);
    }
  }

  /** Nothing but what was shown: where the folder changed meanwhile, the new difference is shown instead. */
  async #putBack(id: string): Promise<void> {
    if (this.#chosen?.id !== id || this.#chosen.state !== 'compared') return;
    const shown = this.#shown;
    this.#choose({ id, state: 'comparing', summary: t('Putting back…') });
    try {
      const run = await this.#run(id);
      const folders = await this.#differences(run);
      if (textOf(folders) !== shown) {
        this.#offer(id, folders, t('Files changed meanwhile. Look again:'));
        await this.parts.showDifference(titleOf(run), folders);
        return;
      }
      const done: FolderDifference[] = [];
      for (const { snapshot } of folders) {
        done.push({ snapshot, difference: await this.parts.kept.store.undo(snapshot.id) });
      }
      const files = undoFiles(done);
      this.#choose({ id, state: 'done', summary: undoSummary(files, true), ...listed(files) });
      this.parts.kept.changed();
    } catch (error) {
      this.#fail(id, error);
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

  #offer(id: string, folders: readonly FolderDifference[], before?: string): void {
    const files = undoFiles(folders);
    const summary = undoSummary(files, false);
    this.#shown = textOf(folders);
    this.#choose({
      id,
      state: 'compared',
      summary: before === undefined ? summary : `${before} ${summary}`,
      ...listed(files),
      canPutBack: files.some(({ becomes }) => becomes !== 'stays'),
    });
  }

  #fail(id: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.#choose({ id, state: 'failed', summary: visibleLine(why) });
  }

  #choose(chosen: Pick<ChosenUndo, 'id' | 'state' | 'summary'> & Partial<ChosenUndo>): void {
    this.#chosen = { files: [], more: 0, canPutBack: false, ...chosen };
    this.#listeners.fire();
  }
}

function textOf(folders: readonly FolderDifference[]): string {
  return JSON.stringify(folders.map(({ snapshot: { id }, difference }) => [id, difference]));
}

function listed(files: ChosenUndo['files']): Pick<ChosenUndo, 'files' | 'more'> {
  return { files: files.slice(0, MOST_FILES), more: Math.max(0, files.length - MOST_FILES) };
}

function titleOf({ snapshots: [first] }: KeptRun): string {
  return t('Undo: {command}', { command: shortLine(first?.run?.command ?? '', 60) });
}

function keptRow({ id, snapshots }: KeptRun): KeptRow {
  const [first] = snapshots;
  const sum = (count: (one: KeptRun['snapshots'][number]) => number): number =>
    snapshots.reduce((total, one) => total + count(one), 0);
  return {
    id,
    at: new Date(first?.at ?? 0).toISOString(),
    command: shortLine(first?.run?.command ?? '', MOST_COMMAND_CHARACTERS),
    ...(first?.run?.agent === undefined ? {} : { agent: agentName(first.run.agent) }),
    files: sum(({ files }) => files),
    left: sum(({ leftCount }) => leftCount),
    isUndo: first?.undoOf !== undefined,
    finished: snapshots.every(({ finished }) => finished),
  };
}
