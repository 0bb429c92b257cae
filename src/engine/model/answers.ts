/** Answers within one decision, so that no round asks the same thing twice. */
import type { ClassifierAnswer } from './ports';

export interface Approval {
  readonly runs: boolean;
}

export class Answers {
  constructor(readonly decisionId: string) {}

  /** No refusals: one ends the decision. */
  readonly user = new Map<string, Approval>();
  readonly classifier = new Map<string, ClassifierAnswer>();
  readonly usable = new Map<string, boolean>();
  exemptedNow = false;
  /** The release of this call is used up and holds for the whole decision. */
  released = false;
  /** The judgement shown to the user during a pause: their yes counts even if they resume meanwhile. */
  askedInPause: string | undefined;
}
