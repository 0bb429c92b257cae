import type { EffectiveConfiguration } from '../model/configuration';
import type { Outcome, RuleReference, Stage } from '../model/decision';
import { dryRun, type DryRunWorld } from './dryRun';

/** A call that was decided before, as it is kept: secrets are taken out of its request, so a rule about one of them does not match. */
export interface PastCall {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** As `decide` takes it. */
  readonly request: unknown;
  /** One line for people. */
  readonly summary: string;
  readonly outcome: Outcome;
  readonly stage: Stage;
}

/** What code makes of a call: `ask`: a rule asks the user; `judge`: the classifier decides. */
export interface CodeVerdict {
  readonly outcome: Outcome | 'ask' | 'judge';
  readonly stage: Stage;
  readonly rule?: RuleReference | undefined;
  readonly reason?: string | undefined;
  /** Where a rule asks: what comes after the user's yes. */
  readonly afterYes?: Outcome | 'judge' | undefined;
}

export interface ReplayedCall {
  readonly call: PastCall;
  readonly before: CodeVerdict;
  readonly after: CodeVerdict;
}

/** Another configuration in place of the one that is in force. */
export type ConfigurationChange = (configuration: EffectiveConfiguration) => EffectiveConfiguration;

/** What code alone makes of a call now; see `dryRun`. Nothing runs and nobody is asked. */
export function codeVerdict(request: unknown, world: DryRunWorld): CodeVerdict {
  const run = dryRun(request, world, 'unanswered');
  if (run.kind === 'question') return { outcome: 'judge', stage: 'classifier' };
  const { outcome, stage, rule, reason } = run.decision;
  if (stage !== 'permissions.ask') return { outcome, stage, ...(rule === undefined ? {} : { rule }), reason };
  // Nobody is asked about what the hard floor would block.
  const approved = dryRun(request, world, 'approved');
  if (approved.kind === 'settled' && approved.decision.stage === 'hard-deny') {
    const { decision } = approved;
    return { outcome: decision.outcome, stage: decision.stage, rule: decision.rule, reason: decision.reason };
  }
  const afterYes = approved.kind === 'question' ? 'judge' : approved.decision.outcome;
  return { outcome: 'ask', stage, ...(rule === undefined ? {} : { rule }), reason, afterYes };
}

/** The same world under another configuration. A configuration that is in force more than once is changed once, so that it is compiled once. */
export function underChange(world: DryRunWorld, change: ConfigurationChange): DryRunWorld {
  const changed = new WeakMap<EffectiveConfiguration, EffectiveConfiguration>();
  return {
    ...world,
    configurationFor: (cwd, sessionId) => {
      const before = world.configurationFor(cwd, sessionId);
      const after = changed.get(before) ?? change(before);
      changed.set(before, after);
      return after;
    },
  };
}

/**
 * Decides past calls again by code, as things stand now and under another configuration, both now: what the two differ in is the change
 * alone, and not what has happened since.
 * @param breathe awaited between calls, so that whoever else has work gets to it
 * @param signal ends it early; what is done by then is given
 */
export function replay(
  calls: readonly PastCall[],
  world: DryRunWorld,
  change: ConfigurationChange,
  breathe: () => Promise<void>,
  signal: AbortSignal,
): Promise<readonly ReplayedCall[]> {
  return replayBetween(calls, world, underChange(world, change), breathe, signal);
}

/** The same between two worlds that differ in their settings. */
export async function replayBetween(
  calls: readonly PastCall[],
  world: DryRunWorld,
  otherWorld: DryRunWorld,
  breathe: () => Promise<void>,
  signal: AbortSignal,
): Promise<readonly ReplayedCall[]> {
  const replayed: ReplayedCall[] = [];
  for (const call of calls) {
    if (signal.aborted) break;
    const before = codeVerdict(call.request, world);
    await breathe();
    const after = codeVerdict(call.request, otherWorld);
    await breathe();
    replayed.push({ call, before, after });
  }
  return replayed;
}

/** Whether the call would end otherwise, at once or after the user's yes. That another check or rule says the same is no change. */
export function isChanged({ before, after }: Pick<ReplayedCall, 'before' | 'after'>): boolean {
  return before.outcome !== after.outcome || before.afterYes !== after.afterYes;
}

/** Whether the call could not be read as one now, most of all because its folder is gone: it says nothing about any settings. */
export function cannotBeDecidedAgain({ stage }: CodeVerdict): boolean {
  return stage === 'invalid-request';
}
