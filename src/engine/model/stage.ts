import type { CompiledPermissions } from './compiledConfiguration';
import type { EffectiveConfiguration } from './configuration';
import type { Decision } from './decision';
import type { FloorHit } from '../../floor/files/fileFloor';
import type { Gate } from './ports';
import type { ToolCall } from '../../calls/toolCall';
import type { Answers } from './answers';

/** What a stage decides; `decide` adds who, when and how long. */
export type Verdict = Pick<Decision, 'outcome' | 'stage' | 'reason'> &
  Partial<Pick<Decision, 'tier' | 'rule' | 'fragment' | 'remedy' | 'outage' | 'classifier'>>;

/**
 * Everything that the stages of one round of a decision look at: one snapshot of the configuration, the disk as it is now, and what
 * was answered in earlier rounds. The later fields are filled in by the stages on the way.
 */
export interface CallContext {
  readonly call: ToolCall;
  readonly gate: Gate;
  readonly configuration: EffectiveConfiguration;
  readonly permissions: CompiledPermissions;
  readonly signal: AbortSignal;
  readonly answers: Answers;
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

/** A stage cannot say more before somebody has answered. */
export interface Wait {
  /** What is asked, in the same words each time that it is asked, so that repetitions can be counted. */
  readonly about: string;
  /**
   * Asks and puts the answer into `context.answers`, where the stage finds it in the next round. A verdict comes back only where the
   * answer decides whatever changed meanwhile: the user refused, or the call was cancelled.
   */
  readonly wait: () => Promise<Verdict | undefined>;
}

/**
 * Undefined: no opinion, the next stage decides. No stage waits by itself: what it has seen of the configuration and the disk would be
 * out of date by the time it goes on.
 */
export type Stage = (context: CallContext) => Verdict | Wait | undefined;

export function isWait(opinion: object): opinion is Wait {
  return 'wait' in opinion;
}

/** The answer, or undefined as soon as the signal aborts: one who does not heed it holds nothing up. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => {
      resolve(undefined);
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    const answer = await Promise.race([work, aborted]);
    return signal.aborted ? undefined : answer;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export function cancelledVerdict(): Verdict {
  return {
    outcome: 'block',
    stage: 'cancelled',
    reason: "The agent's turn was cancelled before the call was decided.",
  };
}
