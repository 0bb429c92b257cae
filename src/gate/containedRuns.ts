import { homedir } from 'node:os';
import { LRUCache } from 'lru-cache';
import type { Containment } from '../engine/model/ports';
import { gateHome } from '../disk/gateHome';
import { ContainedHome, type RunReport } from '../sandbox/containedHome';
import { SandboxContainment, type ContainmentState } from '../sandbox/containment';
import { openContainment } from '../sandbox/openContainment';
import { systemClock } from './gateHost';
import type { KeptRuns } from './keptRuns';

const MOST_REPORTS = 2_000;
/** No run came for it, or no window read it. */
const OLD_MILLISECONDS = 24 * 60 * 60_000;
/** Soon after a run, so that others' changes do not count as its own. */
const LOOK_MILLISECONDS = 1_000;

export interface ContainedRunsParts {
  readonly kept: Pick<KeptRuns, 'keep' | 'finish' | 'drop'>;
  /** On disk: a reload forgets. */
  readonly writeReport: (decisionId: string, report: RunReport) => void;
  readonly readReport: (decisionId: string) => Promise<RunReport | undefined>;
  readonly ended: (decisionId: string) => void;
  /** The call ran without its ticket. */
  readonly lost: (decisionId: string, agent: string, sessionId: string) => void;
  readonly log: (line: string) => void;
}

/** Whether contained runs work here, and how each ended. */
export class ContainedRuns {
  readonly #home = new ContainedHome(gateHome(homedir()).directory);
  readonly #reports = new LRUCache<string, RunReport>({ max: MOST_REPORTS });
  readonly #containment: SandboxContainment;
  #looking: NodeJS.Timeout | undefined;

  constructor(private readonly parts: ContainedRunsParts) {
    this.#containment = new SandboxContainment({
      home: this.#home,
      userHome: homedir(),
      clock: systemClock,
      keep: (run, folders) => parts.kept.keep(run, folders),
      issued: () => {
        this.#lookOften();
      },
      neverRan: (decisionId) => void parts.kept.drop(decisionId),
      ended: ({ decisionId, report }) => {
        void parts.kept.finish(decisionId);
        this.#reports.set(decisionId, report);
        parts.writeReport(decisionId, report);
        parts.ended(decisionId);
      },
      lost: ({ decisionId, agent, sessionId }) => {
        void parts.kept.finish(decisionId);
        parts.lost(decisionId, agent, sessionId);
      },
    });
  }

  get containment(): Containment {
    return this.#containment;
  }

  get state(): ContainmentState {
    return this.#containment.state;
  }

  /** Tries the sandbox. Never rejects. */
  async start(): Promise<void> {
    try {
      this.#containment.state = await openContainment(this.#home, homedir());
      this.#tidyUp(systemClock.now() - OLD_MILLISECONDS);
    } catch (error) {
      const why = error instanceof Error ? error.message : 'unknown error';
      this.#containment.state = { kind: 'missing', why: `The sandbox could not be tried: ${why}.` };
    }
    const { state } = this;
    this.parts.log(state.kind === 'missing' ? `Nothing runs contained: ${state.why}` : 'Contained runs are ready.');
  }

  callEnded(decisionId: string): void {
    this.#containment.callEnded(decisionId);
  }

  /** Undefined: running or unknown. */
  async reportOf(decisionId: string): Promise<RunReport | undefined> {
    this.#containment.collect();
    const here = this.#reports.get(decisionId) ?? (await this.parts.readReport(decisionId));
    if (here !== undefined) return here;
    for (const ended of this.#home.endedRuns()) if (ended.decisionId === decisionId) return ended.report;
    return undefined;
  }

  /** Of other windows, or of this one before a reload. */
  #tidyUp(before: number): void {
    this.#home.sweepUnfinished();
    for (const { decisionId, report } of this.#home.endedRuns(before)) this.parts.writeReport(decisionId, report);
    this.#home.removeOld(before);
  }

  dispose(): void {
    clearInterval(this.#looking);
  }

  /** While a run is awaited. */
  #lookOften(): void {
    clearInterval(this.#looking);
    this.#looking = setInterval(() => {
      this.#containment.collect();
      if (!this.#containment.isWaiting) clearInterval(this.#looking);
    }, LOOK_MILLISECONDS);
  }
}
