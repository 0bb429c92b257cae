/** Answers so far: no round asks twice. */
import type { ClassifierAnswer, KeptRemoval, PreparedRun } from './ports';

export interface Approval {
  readonly runs: boolean;
}

/** What a round asks of them. */
export interface GivenAnswers {
  readonly exemptedNow: boolean;
  readonly released: boolean;
  readonly askedInPause: string | undefined;
  readonly isJudged: boolean;
  approval(key: string): Approval | undefined;
  judgement(key: string): ClassifierAnswer | undefined;
  isUsable(key: string): boolean | undefined;
  preparedRun(key: string): PreparedRun | undefined;
  keptRemoval(key: string): KeptRemoval | undefined;
}

export class Answers implements GivenAnswers {
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

  get isJudged(): boolean {
    return this.classifier.size > 0;
  }

  approval(key: string): Approval | undefined {
    return this.user.get(key);
  }

  judgement(key: string): ClassifierAnswer | undefined {
    return this.classifier.get(key);
  }

  isUsable(key: string): boolean | undefined {
    return this.usable.get(key);
  }

  preparedRun(key: string): PreparedRun | undefined {
    return this.contained.get(key);
  }

  keptRemoval(key: string): KeptRemoval | undefined {
    return this.removals.get(key);
  }
}
