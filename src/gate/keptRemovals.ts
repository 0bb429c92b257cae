import type { Decision } from '../engine/model/decision';
import type { GitDiscard, KeptRemoval, RemovalRun, Removals } from '../engine/model/ports';
import { workTreeChanges } from '../snapshots/workTreeChanges';
import type { KeptRuns } from './keptRuns';

/** In the background a command has removed something by so long after its end. */
const LATEST_MILLISECONDS = 2 * 3_600_000;
const MOST_WAITING = 128;

/** @returns cancels it */
type After = (milliseconds: number, work: () => void) => () => void;

/** Before a command that removes is allowed. */
export class KeptRemovals implements Removals {
  /** Decisions whose call has removed nothing yet, with what cancels the wait after its end. Oldest first. */
  readonly #waiting = new Map<string, (() => void) | undefined>();

  constructor(
    private readonly kept: Pick<KeptRuns, 'keepAll' | 'finishIfChanged' | 'drop'>,
    private readonly after: After = afterTime,
  ) {}

  discarded(discard: GitDiscard): readonly string[] | undefined {
    return workTreeChanges(discard);
  }

  async keep(run: RemovalRun, signal: AbortSignal): Promise<KeptRemoval> {
    const { decisionId } = run;
    if (this.#waiting.has(decisionId)) await this.#drop(decisionId);
    const why = await this.kept.keepAll(run, run);
    if (why !== undefined) return { kind: 'not-possible', why };
    this.#waiting.set(decisionId, undefined);
    if (signal.aborted) await this.#drop(decisionId);
    signal.throwIfAborted();
    this.#forgetOldest();
    return { kind: 'kept' };
  }

  /** A call that does not run loses nothing. */
  decided({ id, outcome }: Pick<Decision, 'id' | 'outcome'>): void {
    if (outcome !== 'allow' && this.#waiting.has(id)) void this.#drop(id);
  }

  /**
   * The agent reported the call's end, though it may go on in the background. Until then the copy stays: agents may ask
   * their user, who takes any time. Never rejects.
   */
  async callEnded(decisionId: string): Promise<void> {
    if (!this.#waiting.has(decisionId)) return;
    if ((await this.kept.finishIfChanged(decisionId)) === true) {
      this.#forget(decisionId);
    } else if (this.#waiting.has(decisionId) && this.#waiting.get(decisionId) === undefined) {
      const stop = this.after(LATEST_MILLISECONDS, () => {
        void this.#over(decisionId);
      });
      this.#waiting.set(decisionId, stop);
    }
  }

  dispose(): void {
    for (const stop of this.#waiting.values()) stop?.();
    this.#waiting.clear();
  }

  async #over(decisionId: string): Promise<void> {
    if ((await this.kept.finishIfChanged(decisionId)) === false) await this.#drop(decisionId);
    else this.#forget(decisionId);
  }

  async #drop(decisionId: string): Promise<void> {
    this.#forget(decisionId);
    await this.kept.drop(decisionId);
  }

  /** Its copy stays for its days. */
  #forgetOldest(): void {
    const [oldest] = this.#waiting.keys();
    if (oldest !== undefined && this.#waiting.size > MOST_WAITING) this.#forget(oldest);
  }

  #forget(decisionId: string): void {
    this.#waiting.get(decisionId)?.();
    this.#waiting.delete(decisionId);
  }
}

function afterTime(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds);
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
}
