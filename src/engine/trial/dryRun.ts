import { decide } from '../decide';
import type { Decision } from '../model/decision';
import type { AgentWrites, ClassifierQuestion, Gate, GateMemory } from '../model/ports';

/** What a dry run looks at; a whole gate has it. Nothing here is changed. */
export interface DryRunWorld extends Pick<Gate, 'machine' | 'files' | 'clock' | 'redact' | 'configurationFor'> {
  readonly memory: Pick<GateMemory, 'livingShellChanged' | 'ignoresEntry'>;
  readonly writes: Pick<AgentWrites, 'wrote'>;
}

export type DryRun =
  | { readonly kind: 'question'; readonly question: ClassifierQuestion }
  /** Code alone settles the call: no classifier would be asked about it. */
  | { readonly kind: 'settled'; readonly decision: Decision };

/**
 * What the classifier would be asked about a call, or the decision that code gives without it. Nothing runs, and nobody is asked, told or
 * billed; nothing is counted, logged, remembered or used up, a release of exactly this call and what the classifier said of it before
 * included. An agent's session is not bound to a folder by it either: the folder's own configuration holds.
 * @param request as `decide` takes it
 * @param askRules `approved`: as if the user said yes wherever a rule, or an entry that cannot be read, asks; the question says so then.
 * `unanswered`: nobody can be asked, so that such a call is settled as a block
 */
export async function dryRun(
  request: unknown,
  world: DryRunWorld,
  askRules: 'approved' | 'unanswered',
): Promise<DryRun> {
  const { machine, files, clock, redact, memory, writes } = world;
  const enough = new AbortController();
  let question: ClassifierQuestion | undefined;
  const decision = await decide(
    request,
    {
      machine,
      files,
      clock,
      redact,
      configurationFor: (cwd) => world.configurationFor(cwd, undefined),
      writes: { wrote: (path, content) => writes.wrote(path, content), note: () => undefined },
      classifier: {
        usable: () => Promise.resolve(true),
        classify: (asked) => {
          question = asked;
          enough.abort();
          return new Promise<never>(() => undefined);
        },
      },
      user: {
        available: askRules === 'approved',
        ask: () => Promise.resolve({ kind: 'approved' }),
      },
      memory: {
        takeAllowOnce: () => false,
        cached: () => false,
        remember: () => undefined,
        paused: false,
        livingShellChanged: (key) => memory.livingShellChanged(key),
        noteLivingShellChanged: () => undefined,
        ignoresEntry: (text) => memory.ignoresEntry(text),
        ignoreEntry: () => undefined,
        exempted: () => false,
        exempt: () => undefined,
      },
      newId: () => 'dry-run',
      writeLog: () => true,
      note: () => undefined,
    },
    enough.signal,
  );
  return question === undefined ? { kind: 'settled', decision } : { kind: 'question', question };
}
