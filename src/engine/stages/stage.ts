import type { CompiledPermissions } from '../compiledConfiguration';
import type { EffectiveConfiguration } from '../configuration';
import type { Decision } from '../decision';
import type { FloorHit } from '../files/fileFloor';
import type { Gate } from '../ports';
import type { ToolCall } from '../toolCall';

/** What a stage decides; `decide` adds who, when and how long. */
export type Verdict = Pick<Decision, 'outcome' | 'stage' | 'reason'> &
  Partial<Pick<Decision, 'tier' | 'rule' | 'fragment' | 'remedy' | 'outage' | 'classifier'>>;

/** Everything that the stages of one decision look at. The later fields are filled in by the stages on the way. */
export interface CallContext {
  readonly call: ToolCall;
  readonly gate: Gate;
  readonly configuration: EffectiveConfiguration;
  readonly permissions: CompiledPermissions;
  readonly signal: AbortSignal;
  /** Whether the user can be asked for this call. */
  readonly interactive: boolean;
  /** What the hard floor says; known before the ask rules, so that nobody is asked about a call that cannot run. */
  readonly floor: FloorHit | undefined;
  /** The protected path pattern that the call would change, if any. */
  readonly protectedPath: string | undefined;
  /** How the user authorised exactly this call, told to the classifier. */
  authorisation: string | undefined;
  /** True once the user gave an answer that also stands where no classifier can judge. */
  userSaidRun: boolean;
}

/** Undefined: no opinion, the next stage decides. */
export type Stage = (context: CallContext) => Verdict | undefined | Promise<Verdict | undefined>;

export function cancelledVerdict(): Verdict {
  return {
    outcome: 'block',
    stage: 'cancelled',
    reason: "The agent's turn was cancelled before the call was decided.",
  };
}
