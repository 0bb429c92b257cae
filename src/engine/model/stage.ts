import type { CompiledPermissions } from './compiledConfiguration';
import type { EffectiveConfiguration } from './configuration';
import type { Decision } from './decision';
import type { FloorHit } from '../../floor/files/fileFloor';
import type { ClassifierAnswer, ClassifierQuestion, Gate, UserQuestion } from './ports';
import type { ToolCall } from '../../calls/toolCall';
import type { Answers } from './answers';

/** What a stage decides; `decide` adds who, when and how long. */
export type Verdict = Pick<Decision, 'outcome' | 'stage' | 'reason'> &
  Partial<Pick<Decision, 'tier' | 'rule' | 'fragment' | 'remedy' | 'outage' | 'classifier'>>;

/**
 * Everything that the stages of one round of a decision look at: one snapshot of the configuration, the disk as it is now, and what
 * was answered in earlier rounds. Stages do not change it.
 */
export interface CallContext {
  /** Why the request cannot be judged; only the first stage may look further where there is one. */
  readonly problem: string | undefined;
  /** Whether the agent gave up on the call. */
  readonly cancelled: boolean;
  readonly call: ToolCall;
  readonly gate: Gate;
  readonly configuration: EffectiveConfiguration;
  readonly permissions: CompiledPermissions;
  readonly answers: Answers;
  /** Whether the user can be asked for this call. */
  readonly interactive: boolean;
  /** What the hard floor says; the ask rules look at it too, so that nobody is asked about a call that cannot run. */
  readonly floor: FloorHit | undefined;
  /** The protected path pattern that the call would change, if any. */
  readonly protectedPath: string | undefined;
}

/** What a stage that lets the call go on hands to the later ones. */
export interface Passed {
  /** How the user authorised exactly this call; the classifier gets it. */
  readonly authorisation?: string;
  /** The user gave an answer that also holds where no classifier can judge. */
  readonly userSaidRun?: boolean;
  /** The user's release of exactly this call is used up by that. */
  readonly released?: true;
  /** An exemption stood in for the user's answer. */
  readonly exempted?: true;
  /** What the classifier said, for the user to answer. */
  readonly answer?: ClassifierAnswer;
}

interface Waiting {
  /** What is asked, in the same words each time that it is asked, so that repetitions can be counted. */
  readonly about: string;
  /** Under which the answer is kept in `Answers`, where the stage finds it in the next round. */
  readonly key: string;
}

/** A stage cannot say more before somebody has answered. */
export type Wait =
  | (Waiting & { readonly from: 'usable' })
  | (Waiting & { readonly from: 'classifier'; readonly question: ClassifierQuestion })
  | (Waiting & {
      readonly from: 'user';
      readonly question: Omit<UserQuestion, 'answerBy'>;
      /** What a refusal is recorded with. */
      readonly refusal: Refusal;
      /** The entry that the user may set aside in this window. */
      readonly ignorable: string | undefined;
      /** Under which the user may keep the question from being put again. */
      readonly exemption: string | undefined;
    });

export type Refusal = Pick<Verdict, 'rule' | 'fragment' | 'remedy' | 'tier' | 'outage' | 'classifier'> & {
  readonly stage?: Verdict['stage'];
};

/**
 * Undefined: no opinion, the next stage decides. No stage waits by itself: what it has seen of the configuration and the disk would be
 * out of date by the time it goes on.
 */
export type Stage = (context: CallContext, passed: Passed) => Verdict | Wait | Passed | undefined;

export function isWait(opinion: object): opinion is Wait {
  return 'from' in opinion;
}

export function isVerdict(opinion: object): opinion is Verdict {
  return 'outcome' in opinion;
}

export function cancelledVerdict(): Verdict {
  return {
    outcome: 'block',
    stage: 'cancelled',
    reason: "The agent's turn was cancelled before the call was decided.",
  };
}
