import type { Closure, ClosureText, StartedNodes } from '../../closure/closure';
import type { CompiledPermissions } from './compiledConfiguration';
import type { EffectiveConfiguration } from './configuration';
import type { Decision } from './decision';
import type { FloorHit } from '../../floor/files/fileFloor';
import type { ClassifierAnswer, ClassifierQuestion, ContainedRun, Gate, RemovalRun, UserQuestion } from './ports';
import type { ToolCall } from '../../calls/toolCall';
import type { GivenAnswers } from './answers';

export type Verdict = Pick<Decision, 'outcome' | 'stage' | 'reason'> &
  Partial<Pick<Decision, 'tier' | 'rule' | 'fragment' | 'remedy' | 'outage' | 'classifier' | 'rewritten'>>;

/** For rules and floor it is a call of its own. */
export interface ClosurePart {
  readonly text: ClosureText;
  readonly call: ToolCall;
}

export interface CallClosure {
  readonly closure: Closure;
  readonly parts: readonly ClosurePart[];
  readonly starts: readonly StartedNodes[];
}

/** One snapshot of configuration and disk, with earlier answers. */
export interface CallContext {
  /** If set, only the first stage may look further. */
  readonly problem: string | undefined;
  readonly cancelled: boolean;
  readonly call: ToolCall;
  readonly gate: Gate;
  readonly configuration: EffectiveConfiguration;
  readonly permissions: CompiledPermissions;
  readonly answers: GivenAnswers;
  readonly interactive: boolean;
  /** Ask rules check it: nobody is asked about a call that cannot run. */
  readonly floor: FloorHit | undefined;
  readonly protectedPath: string | undefined;
  readonly closure: CallClosure;
  /** The same round for another call. */
  forCall(call: ToolCall): CallContext;
}

export interface Passed {
  readonly authorisation?: string;
  /** It holds even without a classifier. */
  readonly userSaidRun?: boolean;
  /** Uses up the user's release. */
  readonly released?: true;
  readonly exempted?: true;
  readonly answer?: ClassifierAnswer;
}

interface Waiting {
  /** The same words each time, so that repetitions count. */
  readonly about: string;
  readonly key: string;
}

export type Wait =
  | (Waiting & { readonly from: 'usable' })
  | (Waiting & { readonly from: 'classifier'; readonly question: Omit<ClassifierQuestion, 'decisionId'> })
  | (Waiting & { readonly from: 'containment'; readonly run: Omit<ContainedRun, 'decisionId'> })
  | (Waiting & { readonly from: 'removals'; readonly run: Omit<RemovalRun, 'decisionId'> })
  | (Waiting & {
      readonly from: 'user';
      readonly question: Omit<UserQuestion, 'answerBy'>;
      readonly refusal: Refusal;
      readonly ignorable: string | undefined;
      readonly exemption: string | undefined;
    });

export type Refusal = Pick<Verdict, 'rule' | 'fragment' | 'remedy' | 'tier' | 'outage' | 'classifier'> & {
  readonly stage?: Verdict['stage'];
};

/** Undefined: no opinion. Stages never wait: configuration and disk would be stale. */
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
