import { LRUCache } from 'lru-cache';

export interface Patience {
  readonly milliseconds: number;
  readonly betweenReads: number;
}

/** Agents write transcripts about 100 ms late, but call hooks at once. */
const PATIENCE: Patience = { milliseconds: 2_000, betweenReads: 25 };

const MAX_IN_VAIN = 200;

/** A file that never came is not awaited again. */
export class PatientReading {
  private readonly inVain = new LRUCache<string, true>({ max: MAX_IN_VAIN });

  constructor(private readonly patience: Patience = PATIENCE) {}

  async read<T extends { readonly isComplete: boolean }>(path: string, attempt: () => Promise<T>): Promise<T> {
    const end = performance.now() + this.patience.milliseconds;
    for (;;) {
      const result = await attempt();
      if (result.isComplete || this.inVain.has(path)) return result;
      if (performance.now() >= end) {
        this.inVain.set(path, true);
        return result;
      }
      await new Promise((resolve) => setTimeout(resolve, this.patience.betweenReads));
    }
  }
}
