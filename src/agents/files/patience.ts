/** How long a file is waited for that does not hold the call's own conversation yet. */
export interface Patience {
  readonly milliseconds: number;
  readonly betweenReads: number;
}

/** Agents write their transcripts some 100 ms after the fact, and ask their hooks at once. */
const PATIENCE: Patience = { milliseconds: 2_000, betweenReads: 25 };

/** So many files that never came are remembered. */
const MAX_IN_VAIN = 200;

/** Reads again until the text is there. A file that was waited for in vain is not waited for again: it would hold up each call. */
export class PatientReading {
  private readonly inVain = new Set<string>();

  constructor(private readonly patience: Patience = PATIENCE) {}

  /** What `attempt` gives when it is complete, or at last. */
  async read<T extends { readonly isComplete: boolean }>(path: string, attempt: () => Promise<T>): Promise<T> {
    const end = performance.now() + this.patience.milliseconds;
    for (;;) {
      const result = await attempt();
      if (result.isComplete || this.inVain.has(path)) return result;
      if (performance.now() >= end) {
        if (this.inVain.size >= MAX_IN_VAIN) this.inVain.clear();
        this.inVain.add(path);
        return result;
      }
      await new Promise((resolve) => setTimeout(resolve, this.patience.betweenReads));
    }
  }
}
