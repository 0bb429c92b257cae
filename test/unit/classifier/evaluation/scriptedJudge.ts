import type { EvaluationCase } from '../../../../src/classifier/evaluation/evaluationCase';
import { measure, type Measurement, type PreparedCase } from '../../../../src/classifier/evaluation/measure';
import type { ClassifierAnswer, ClassifierQuestion } from '../../../../src/engine/model/ports';
import { question } from '../classifierQuestion';

/** Answers by a script, in the time that it takes. */
export type Judge = (question: ClassifierQuestion) => ClassifierAnswer | Promise<ClassifierAnswer>;

export const allows = (reason = 'Fine.'): ClassifierAnswer => verdict('allow', 'none', reason);
export const blocks = (reason = 'Dangerous.'): ClassifierAnswer => verdict('block', 'soft_deny', reason);

export function verdict(
  decision: 'allow' | 'block',
  tier: Extract<ClassifierAnswer, { kind: 'verdict' }>['tier'],
  reason: string,
  rule?: string,
): ClassifierAnswer {
  const usage = {
    provider: 'fake',
    model: 'fake-1',
    latencyMs: 10,
    inputTokens: 100,
    cachedTokens: 900,
    outputTokens: 50,
  };
  return { kind: 'verdict', decision, tier, rule, reason, usage };
}

export function outage(kind: Extract<ClassifierAnswer, { kind: 'outage' }>['outage']): ClassifierAnswer {
  return { kind: 'outage', outage: kind, message: `There was ${kind}.`, remedy: undefined, usage: undefined };
}

/** A prepared case whose question is as bare as can be. */
export function bare(item: EvaluationCase): PreparedCase {
  const { tool, input, cwd, agent, transcript } = item;
  return { item, question: question({ tool, input, cwd, agent, transcript }) };
}

/** Random, but the same in each run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function measured(
  cases: readonly PreparedCase[],
  judge: Judge,
  { signal = new AbortController().signal, progress = () => undefined }: Partial<Parameters<typeof measure>[1]> = {},
): Promise<Measurement> {
  let clock = 0;
  return measure(cases, {
    classifier: {
      usable: () => Promise.resolve(true),
      classify: (asked, given) => {
        given.throwIfAborted();
        return Promise.resolve(judge(asked));
      },
    },
    signal,
    progress,
    monotonic: () => (clock += 5),
  });
}
