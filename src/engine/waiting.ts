import type { TraceAnswer } from './model/decision';
import type { Answers } from './model/answers';
import type { Gate, UserAnswer } from './model/ports';
import { outageSentence } from './model/outageSentence';
import { cancelledVerdict, type CallContext, type Refusal, type Verdict, type Wait } from './model/stage';

export interface Patience {
  readonly signal: AbortSignal;
  /** The agent's limit, milliseconds since the epoch. */
  readonly answerBy?: (() => number | undefined) | undefined;
}

interface Asking extends Patience {
  readonly decisionId: string;
}

export interface Answered {
  readonly said: TraceAnswer;
  readonly verdict?: Verdict;
}

/** Rejects if the asked one fails. */
export async function answered(
  wait: Wait,
  answers: Answers,
  { gate, configuration, call }: CallContext,
  { decisionId, ...patience }: Asking,
): Promise<Answered> {
  const cancelled: Answered = { said: 'cancelled', verdict: cancelledVerdict() };
  const { signal } = patience;
  switch (wait.from) {
    case 'usable': {
      const usable = await untilAborted(
        gate.classifier.usable(configuration.classifier, call.request.sessionModel),
        signal,
      );
      if (usable === undefined) return cancelled;
      answers.usable.set(wait.key, usable);
      return { said: usable ? 'usable' : 'not-usable' };
    }
    case 'classifier': {
      const answer = await untilAborted(gate.classifier.classify({ ...wait.question, decisionId }, signal), signal);
      if (answer === undefined) return cancelled;
      answers.classifier.set(wait.key, answer);
      return { said: answer.kind === 'outage' ? 'outage' : answer.decision };
    }
    case 'containment': {
      const { containment } = gate;
      if (containment === undefined) throw new Error('Nothing runs contained here.');
      const prepared = await untilAborted(containment.prepare({ ...wait.run, decisionId }, signal), signal);
      if (prepared === undefined) return cancelled;
      answers.contained.set(wait.key, prepared);
      return { said: prepared.kind };
    }
    case 'removals': {
      const { removals } = gate;
      if (removals === undefined) throw new Error('Nothing can be kept here.');
      const kept = await untilAborted(removals.keep({ ...wait.run, decisionId }, signal), signal);
      if (kept === undefined) return cancelled;
      answers.removals.set(wait.key, kept);
      return { said: kept.kind === 'kept' ? 'kept' : 'not-kept' };
    }
    case 'user':
      return userAnswered(wait, answers, gate, patience, cancelled);
  }
}

async function userAnswered(
  wait: Extract<Wait, { from: 'user' }>,
  answers: Answers,
  { user, memory }: Pick<Gate, 'user' | 'memory'>,
  { signal, answerBy }: Patience,
  cancelled: Answered,
): Promise<Answered> {
  const { question, refusal, ignorable, exemption } = wait;
  if (question.why === 'paused') answers.askedInPause = wait.about;
  const answer = await untilAborted(user.ask({ ...question, answerBy: answerBy?.() }, signal), signal);
  if (answer === undefined) return cancelled;
  const said = answer.kind;
  if (answer.kind === 'exempt' && exemption !== undefined) {
    memory.exempt(exemption);
    answers.exemptedNow = true;
    return { said };
  }
  if (answer.kind === 'ignore-entry' && ignorable !== undefined) memory.ignoreEntry(ignorable);
  else if (answer.kind !== 'approved') return { said, verdict: refused(answer, refusal) };
  answers.user.set(wait.key, { runs: question.yesRuns });
  return { said };
}

/** Undefined once the signal aborts. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
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

function refused(answer: UserAnswer, refusal: Refusal): Verdict {
  const reasons: Record<string, string> = {
    declined: 'The user declined this call.',
    closed: 'The user closed the question about this call without approving it.',
    expired: 'The question about this call was not answered in time.',
    'too-many-waiting': 'Too many questions are waiting for the user already.',
  };
  const { stage = 'permissions.ask', fragment: caught, remedy, ...details } = refusal;
  const words = wordsOf(answer);
  const reason = words === '' ? (reasons[answer.kind] ?? 'The user did not approve this call.') : declinedWith(words);
  const unjudged = answer.kind === 'expired' || answer.kind === 'too-many-waiting' ? details.outage : undefined;
  return {
    ...details,
    outcome: 'block',
    stage,
    reason: unjudged === undefined ? reason : `${reason} ${outageSentence(unjudged)}`,
    ...(caught === undefined ? {} : { fragment: caught }),
    remedy: remedy ?? (words === '' ? ASK_THE_USER : FOLLOW_THE_USER),
  };
}

const ASK_THE_USER = 'Ask the user what to do instead; do not look for another way to do the same.';
const FOLLOW_THE_USER = 'Do as the user says there; do not look for another way to do the same.';

const MAX_WORDS = 1_000;

/** One line: the rest of the reply is not the user's. */
function wordsOf(answer: UserAnswer): string {
  const words = answer.kind === 'declined' ? (answer.words ?? '') : '';
  const line = words
    .slice(0, 2 * MAX_WORDS)
    .replace(/\s+/gu, ' ')
    .trim();
  return line.length <= MAX_WORDS ? line : `${line.slice(0, MAX_WORDS)}…`;
}

function declinedWith(words: string): string {
  return `The user declined this call, and tells you in their own words: “${words}”`;
}
