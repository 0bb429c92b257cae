/** What was answered in the course of one decision. Its rounds look here first, so nobody is asked the same thing twice. */
import type { ClassifierAnswer } from './ports';

/** What the user approved. */
export interface Approval {
  /** The dialog said that yes runs the call. */
  readonly runs: boolean;
}

export class Answers {
  /** @param decisionId the decision in whose course they are given */
  constructor(readonly decisionId: string) {}

  /** The user's approvals. A refusal is not kept: it ends the decision. */
  readonly user = new Map<string, Approval>();
  readonly classifier = new Map<string, ClassifierAnswer>();
  /** Whether a classifier can be used at all. */
  readonly usable = new Map<string, boolean>();
  /** The user gave an exemption in the course of this decision. */
  exemptedNow = false;
  /** The release of exactly this call was used up by this decision, and holds for all of it. */
  released = false;
  /** The judgement that was put to the user because auto mode was paused: their yes to it counts although they resume meanwhile. */
  askedInPause: string | undefined;
}
