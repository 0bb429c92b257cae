import { failed, lookAt, settle } from '../decide';
import { Answers } from '../model/answers';
import type { Decision } from '../model/decision';
import type { AgentWrites, ClassifierQuestion, Gate, GateMemory } from '../model/ports';
import { isWait, type Wait } from '../model/stage';
import { readRequest } from '../readRequest';
import { RoundLimit } from '../roundLimit';

/** What a dry run looks at; a whole gate has it. Nothing here is changed. */
export interface DryRunWorld extends Pick<Gate, 'machine' | 'files' | 'clock' | 'redact' | 'configurationFor'> {
  readonly memory: Pick<GateMemory, 'livingShellChanged' | 'ignoresEntry'>;
  readonly writes: Pick<AgentWrites, 'wrote'>;
}

/** What a decision would say, without who, when and how long. */
export type DryVerdict = Pick<Decision, 'outcome' | 'stage' | 'reason'> &
  Partial<Pick<Decision, 'tier' | 'rule' | 'fragment' | 'remedy'>>;

export type DryRun =
  | { readonly kind: 'question'; readonly question: ClassifierQuestion }
  /** Code alone settles the call: no classifier would be asked about it. */
  | { readonly kind: 'settled'; readonly decision: DryVerdict };

/**
 * What the classifier would be asked about a call, or the verdict that code gives without it. Nothing runs, and nobody is asked, notified
 * or billed; nothing is counted, logged, remembered or used up, a release of exactly this call and what the classifier said of it before
 * included. An agent's session is not bound to a folder by it either: the folder's own configuration holds.
 * @param request as `decide` takes it
 * @param askRules `approved`: as if the user said yes wherever a rule, or an entry that cannot be read, asks; the question says so then.
 * `unanswered`: nobody can be asked, so that such a call is settled as a block
 */
export function dryRun(request: unknown, world: DryRunWorld, askRules: 'approved' | 'unanswered'): DryRun {
  try {
    return settledDry(request, lookAt(withoutEffects(world, askRules === 'approved')));
  } catch {
    return { kind: 'settled', decision: failed('invalid-request') };
  }
}

function settledDry(request: unknown, gate: Gate): DryRun {
  const reading = readRequest(request, gate);
  const answers = new Answers('dry-run');
  const limit = new RoundLimit();
  for (;;) {
    const { opinion, context } = settle(reading, gate, answers, false);
    if (!isWait(opinion)) return { kind: 'settled', decision: opinion };
    if (opinion.from === 'classifier') return { kind: 'question', question: opinion.question };
    if (!limit.allows(opinion, context.configuration)) throw new Error('a yes did not answer the question');
    approve(opinion, answers);
  }
}

/** As if a classifier could be asked, and the user said yes. */
function approve(wait: Exclude<Wait, { from: 'classifier' }>, answers: Answers): void {
  if (wait.from === 'usable') answers.usable.set(wait.key, true);
  else answers.user.set(wait.key, { runs: wait.question.yesRuns });
}

function withoutEffects({ memory, writes, ...world }: DryRunWorld, available: boolean): Gate {
  const never = (): never => {
    throw new Error('a dry run has no effects');
  };
  return {
    ...world,
    configurationFor: (cwd) => world.configurationFor(cwd, undefined),
    writes: { wrote: (path, content) => writes.wrote(path, content), note: never },
    classifier: { usable: never, classify: never },
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
