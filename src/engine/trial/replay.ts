import type { EffectiveConfiguration } from '../model/configuration';
import type { Outcome, RuleReference, Stage } from '../model/decision';
import { dryRun, type DryRunWorld } from './dryRun';

/** Redacted, so a rule about a secret does not match. */
export interface PastCall {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly request: unknown;
  readonly summary: string;
  readonly outcome: Outcome;
  readonly stage: Stage;
}

export interface CodeVerdict {
  readonly outcome: Outcome | 'ask' | 'judge';
  readonly stage: Stage;
  readonly rule?: RuleReference | undefined;
  readonly reason?: string | undefined;
  readonly afterYes?: Outcome | 'judge' | undefined;
}

export interface ReplayedCall {
  readonly call: PastCall;
  readonly before: CodeVerdict;
  readonly after: CodeVerdict;
}

export type ConfigurationChange = (configuration: EffectiveConfiguration) => EffectiveConfiguration;

/** See `dryRun`. */
export function codeVerdict(request: unknown, world: DryRunWorld): CodeVerdict {
  const run = dryRun(request, world, 'unanswered');
  if (run.kind === 'question') return { outcome: 'judge', stage: 'classifier' };
  const { outcome, stage, rule, reason } = run.decision;
  if (stage === 'agent-judge') return { outcome: 'judge', stage };
  if (stage !== 'permissions.ask') return { outcome, stage, ...(rule === undefined ? {} : { rule }), reason };
  const approved = dryRun(request, world, 'approved');
  if (approved.kind === 'settled' && approved.decision.stage === 'hard-deny') {
    const { decision } = approved;
    return { outcome: decision.outcome, stage: decision.stage, rule: decision.rule, reason: decision.reason };
  }
  const afterYes = approved.kind === 'question' ? 'judge' : approved.decision.outcome;
  return { outcome: 'ask', stage, ...(rule === undefined ? {} : { rule }), reason, afterYes };
}

/** Each configuration is changed and compiled once. */
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
 * By code, under both configurations.
 * @param breathe awaited between calls
 * @param signal ends it early with the results so far
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

/** Another check with the same outcome is no change. */
export function isChanged({ before, after }: Pick<ReplayedCall, 'before' | 'after'>): boolean {
  return before.outcome !== after.outcome || before.afterYes !== after.afterYes;
}

/** Mostly its folder is gone, which says nothing about settings. */
export function cannotBeDecidedAgain({ stage }: CodeVerdict): boolean {
  return stage === 'invalid-request';
}
