/** Answers so far: no round asks twice. */
import type { ClassifierAnswer, KeptRemoval, PreparedRun } from './ports';

export interface Approval {
  readonly runs: boolean;
}

export class Answers {
  /** No refusals: they end the decision. */
  readonly user = new Map<string, Approval>();
  readonly classifier = new Map<string, ClassifierAnswer>();
  readonly usable = new Map<string, boolean>();
  readonly contained = new Map<string, PreparedRun>();
  readonly removals = new Map<string, KeptRemoval>();
  exemptedNow = false;
  /** The used-up release holds for the whole decision. */
  released = false;
  /** The judgement shown in a pause: a yes counts even after the pause. */
  askedInPause: string | undefined;
}
