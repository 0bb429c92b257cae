import type { Decision } from '../engine/model/decision';

interface Deciding {
  readonly decision: Promise<Decision>;
  readonly stop: AbortController;
  /** The latest asker's, in milliseconds since the epoch. */
  answerBy: number | undefined;
  waiting: number;
}

type Work = (signal: AbortSignal, answerBy: () => number | undefined) => Promise<Decision>;

export class CallsInProgress {
  private readonly running = new Map<string, Deciding>();

  /**
   * @param key undefined: never shared
   * @param signal this asker's: rejects with its reason; deciding ends with the last asker
   * @param answerBy milliseconds since the epoch; undefined: never, or unknown
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
      // The decider may ignore its signal.
      void deciding.decision.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', leave);
      });
      if (signal.aborted) leave();
    });
  }

  private begin(key: string | undefined, work: Work): Deciding {
    const stop = new AbortController();
    // A synchronous throw rejects too.
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
