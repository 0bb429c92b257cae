import { DiskBudget } from '../../files/diskBudget';
import { failed, lookAt, settle } from '../decide';
import { Answers } from '../model/answers';
import type { Decision } from '../model/decision';
import type { AgentWrites, ClassifierQuestion, Containment, Gate, GateMemory, GitDiscard } from '../model/ports';
import { isWait, type Wait } from '../model/stage';
import { readRequest } from '../readRequest';
import { RoundLimit } from '../roundLimit';

export interface DryRunWorld extends Pick<
  Gate,
  'machine' | 'files' | 'clock' | 'redact' | 'configurationFor' | 'containment' | 'removals'
> {
  readonly memory: Pick<GateMemory, 'livingShellChanged' | 'ignoresEntry'>;
  readonly writes: Pick<AgentWrites, 'wrote' | 'lastWrite'>;
}

export type DryVerdict = Pick<Decision, 'outcome' | 'stage' | 'reason'> &
  Partial<Pick<Decision, 'tier' | 'rule' | 'fragment' | 'remedy'>>;

export type DryRun =
  | { readonly kind: 'question'; readonly question: ClassifierQuestion }
  | { readonly kind: 'settled'; readonly decision: DryVerdict };

/**
 * The verdict of code, or what the classifier would be asked. Nothing is asked, counted, logged or used up; past
 * releases and answers do not count.
 * @param askRules `approved`: every ask rule gets a yes, which the question mentions. `unanswered`: nobody can be
 *   asked, which blocks
 */
export function dryRun(request: unknown, world: DryRunWorld, askRules: 'approved' | 'unanswered'): DryRun {
  try {
    const gate = withoutEffects(world, askRules === 'approved');
    return settledDry(request, lookAt(gate, new DiskBudget(world.clock)));
  } catch {
    return { kind: 'settled', decision: failed('invalid-request') };
  }
}

function settledDry(request: unknown, gate: Gate): DryRun {
  const reading = readRequest(request);
  const answers = new Answers();
  const limit = new RoundLimit();
  for (;;) {
    const { opinion, context } = settle(reading, gate, answers, false);
    if (!isWait(opinion)) return { kind: 'settled', decision: opinion };
    if (opinion.from === 'classifier')
      return { kind: 'question', question: { ...opinion.question, decisionId: 'dry-run' } };
    if (!limit.allows(opinion, context.configuration)) throw new Error('a yes did not answer the question');
    approve(opinion, answers);
  }
}

function approve(wait: Exclude<Wait, { from: 'classifier' }>, answers: Answers): void {
  if (wait.from === 'usable') answers.usable.set(wait.key, true);
  else if (wait.from === 'containment') answers.contained.set(wait.key, { kind: 'ready', command: wait.run.line });
  else if (wait.from === 'removals') answers.removals.set(wait.key, { kind: 'kept' });
  else answers.user.set(wait.key, { runs: wait.question.yesRuns });
}

function dryContainment(containment: Containment, never: () => never): Containment {
  return {
    unavailable: () => containment.unavailable(),
    objection: (agent, sessionId) => containment.objection(agent, sessionId),
    stoppedBefore: (key) => containment.stoppedBefore(key),
    wantsTrial: () => false,
    trial: never,
    prepare: never,
  };
}

function withoutEffects({ memory, writes, removals, ...world }: DryRunWorld, available: boolean): Gate {
  const never = (): never => {
    throw new Error('a dry run has no effects');
  };
  return {
    ...world,
    configurationFor: (cwd) => world.configurationFor(cwd, undefined),
    writes: {
      wrote: (path, content) => writes.wrote(path, content),
      lastWrite: (path) => writes.lastWrite(path),
      note: never,
      noteChange: never,
    },
    classifier: { usable: never, classify: never },
    ...(world.containment === undefined ? {} : { containment: dryContainment(world.containment, never) }),
    ...(removals === undefined
      ? {}
      : { removals: { discarded: (discard: GitDiscard) => removals.discarded(discard), keep: never } }),
    user: { available, ask: never },
    memory: {
      holdsAllowOnce: () => false,
      takeAllowOnce: never,
      cached: () => false,
      remember: never,
      paused: false,
      livingShellChanged: (key) => memory.livingShellChanged(key),
      noteLivingShellChanged: never,
      ignoresEntry: (text) => memory.ignoresEntry(text),
      ignoreEntry: never,
      exempted: () => false,
      exempt: never,
    },
    newId: never,
    writeLog: never,
    note: never,
  };
}
