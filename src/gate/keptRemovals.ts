import type { Decision } from '../engine/model/decision';
import type { GitDiscard, KeptRemoval, RemovalRun, Removals } from '../engine/model/ports';
import { workTreeChanges } from '../snapshots/workTreeChanges';
import type { KeptRuns } from './keptRuns';

/** What has removed nothing until then did not run: longer than any agent lets a call wait for another one. */
const LATEST_MILLISECONDS = 2 * 3_600_000;
const MOST_WAITING = 128;

/** Keeps what a command is about to remove, before it is allowed. */
export class KeptRemovals implements Removals {
  /** Of decisions whose call has not ended. */
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  constructor(private readonly kept: Pick<KeptRuns, 'keepAll' | 'finishIfChanged' | 'drop'>) {}

  discarded(discard: GitDiscard): readonly string[] | undefined {
    return workTreeChanges(discard);
  }

  async keep(run: RemovalRun, signal: AbortSignal): Promise<KeptRemoval> {
    const { decisionId } = run;
    if (this.#waiting.has(decisionId)) await this.#drop(decisionId);
    if (this.#waiting.size >= MOST_WAITING) return { kind: 'not-possible', why: 'too many others are waiting' };
    const why = await this.kept.keepAll(run, run);
    if (why !== undefined) return { kind: 'not-possible', why };
    const timer = setTimeout(() => {
      void this.#over(decisionId);
    }, LATEST_MILLISECONDS);
    timer.unref();
    this.#waiting.set(decisionId, timer);
    if (signal.aborted) await this.#drop(decisionId);
    signal.throwIfAborted();
    return { kind: 'kept' };
  }

  /** A call that does not run loses nothing. */
  decided({ id, outcome }: Pick<Decision, 'id' | 'outcome'>): void {
    if (outcome !== 'allow' && this.#waiting.has(id)) void this.#drop(id);
  }

  /** The agent reported the end of the call, perhaps of one that goes on in the background. Never rejects. */
  async callEnded(decisionId: string): Promise<void> {
    if (this.#waiting.has(decisionId) && (await this.kept.finishIfChanged(decisionId))) this.#forget(decisionId);
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  async #over(decisionId: string): Promise<void> {
    if (!(await this.kept.finishIfChanged(decisionId))) await this.#drop(decisionId);
    else this.#forget(decisionId);
  }

  async #drop(decisionId: string): Promise<void> {
    this.#forget(decisionId);
    await this.kept.drop(decisionId);
  }

  #forget(decisionId: string): boolean {
    clearTimeout(this.#waiting.get(decisionId));
    return this.#waiting.delete(decisionId);
  }
}
