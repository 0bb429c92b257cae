import type { OutageKind } from '../../engine/model/decision';
import type { Classifier, ClassifierAnswer, ClassifierQuestion } from '../../engine/model/ports';
import type { EvaluationCase } from './evaluationCase';

export interface PreparedCase {
  readonly item: EvaluationCase;
  readonly question: ClassifierQuestion;
}

export interface CaseAnswer {
  readonly item: EvaluationCase;
  readonly answer: ClassifierAnswer;
  /** With retries. */
  readonly durationMs: number;
}

export interface Measurement {
  readonly answers: readonly CaseAnswer[];
  readonly ended: 'complete' | 'cancelled' | 'unusable';
}

export interface MeasureOptions {
  readonly classifier: Classifier;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, last: CaseAnswer) => void;
  /** Milliseconds; never jump. */
  readonly monotonic: () => number;
}

/** Within usual rate limits. */
const CONCURRENCY = 4;
/** Every further question meets them too. */
const SAME_FOR_ALL: ReadonlySet<OutageKind> = new Set<OutageKind>([
  'no-model',
  'model-changed',
  'no-key',
  'authentication',
]);
/** From then on the rest wastes time. */
const HOPELESS_OUTAGES = 12;

/**
 * `cancelled` when `signal` aborts, `unusable` without prospects; a malformed answer is a result.
 * @throws if the signal aborts
 */
export async function measure(
  cases: readonly PreparedCase[],
  { classifier, signal, progress, monotonic }: MeasureOptions,
): Promise<Measurement> {
  const answers: (CaseAnswer | undefined)[] = cases.map(() => undefined);
  const giveUp = new AbortController();
  const stopped = AbortSignal.any([signal, giveUp.signal]);
  let next = 0;
  let done = 0;
  let verdicts = 0;

  const note = (index: number, result: CaseAnswer): void => {
    answers[index] = result;
    done += 1;
    progress(done, cases.length, result);
    const { answer } = result;
    if (answer.kind === 'verdict') verdicts += 1;
    else if (SAME_FOR_ALL.has(answer.outage) || (verdicts === 0 && done >= HOPELESS_OUTAGES)) giveUp.abort();
  };
  const worker = async (): Promise<void> => {
    while (!stopped.aborted) {
      const index = next;
      next += 1;
      const prepared = cases[index];
      if (prepared === undefined) return;
      const started = monotonic();
      let answer: ClassifierAnswer;
      try {
        answer = await classifier.classify(prepared.question, stopped);
      } catch (error) {
        if (signal.aborted || giveUp.signal.aborted) return;
        giveUp.abort();
        throw error;
      }
      note(index, { item: prepared.item, answer, durationMs: monotonic() - started });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const given = answers.filter((answer) => answer !== undefined);
  if (given.length === cases.length) {
    return { answers: given, ended: given.length === 0 || given.some(isAnswered) ? 'complete' : 'unusable' };
  }
  return { answers: given, ended: giveUp.signal.aborted ? 'unusable' : 'cancelled' };
}

function isAnswered({ answer }: CaseAnswer): boolean {
  return answer.kind === 'verdict' || answer.outage === 'invalid-answer';
}
