import type { Decision } from '../engine/model/decision';

interface Deciding {
  readonly decision: Promise<Decision>;
  readonly stop: AbortController;
  /** Until when the last asker waits, in milliseconds since the epoch. */
  answerBy: number | undefined;
  waiting: number;
}

type Work = (signal: AbortSignal, answerBy: () => number | undefined) => Promise<Decision>;

/** One call that reaches the window through two hook entries at the same time is decided once, and both get the answer. */
export class CallsInProgress {
  private readonly running = new Map<string, Deciding>();

  /**
   * The decision about a call: the one that is being made, or a new one.
   * @param key the same for every question about one call; undefined where that cannot be told, so that each is decided by itself
   * @param signal aborts when this one asker no longer waits: then it rejects with the signal's reason, and the deciding itself is ended
   * once nobody waits for it
   * @param answerBy until when this asker waits, in milliseconds since the epoch; undefined: without end, or not known
   */
  share(key: string | undefined, signal: AbortSignal, work: Work, answerBy?: number): Promise<Decision> {
    const deciding = (key === undefined ? undefined : this.running.get(key)) ?? this.begin(key, work);
    deciding.waiting += 1;
    if (answerBy !== undefined) deciding.answerBy = Math.max(answerBy, deciding.answerBy ?? answerBy);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason as Error);
        deciding.waiting -= 1;
        if (deciding.waiting > 0) return;
        this.forget(key, deciding);
        deciding.stop.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      // Whoever decides need not listen to its signal.
      void deciding.decision.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', leave);
      });
      if (signal.aborted) leave();
    });
  }

  private begin(key: string | undefined, work: Work): Deciding {
    const stop = new AbortController();
    // What throws at once is a rejection too.
    const decision = Promise.resolve().then(() => work(stop.signal, () => deciding.answerBy));
    const deciding: Deciding = { decision, stop, waiting: 0, answerBy: undefined };
    if (key !== undefined) this.running.set(key, deciding);
    const forget = (): void => {
      this.forget(key, deciding);
    };
    decision.then(forget, forget);
    return deciding;
  }

  private forget(key: string | undefined, deciding: Deciding): void {
    if (key !== undefined && this.running.get(key) === deciding) this.running.delete(key);
  }
}
