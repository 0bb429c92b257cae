import type { ClassifierUsage, OutageKind } from '../engine/decision';
import type { Classifier, ClassifierAnswer, ClassifierQuestion, Clock } from '../engine/ports';
import { ActionTooLarge, classifierPrompt } from './classifierPrompt';
import { DeadlineExceeded, withinDeadline, type Deadline } from './deadline';
import type { KeySource } from './keySource';
import type { ProviderTable } from './modelCatalogue';
import { chooseModel } from './modelChoice';
import { ProviderFailure, type ModelReply } from './provider';
import { redactSecrets } from './redaction';
import { RETRY_DELAYS_MS, withRetries } from './retry';
import { VERDICT_TOOL, readVerdict } from './verdict';

const MAX_ANSWER_TOKENS = 700;
export const INVALID_ANSWER_MESSAGE = 'Classifier response was not valid decision JSON; auto mode fails closed.';
const ANOTHER_MODEL =
  'Try again; if it happens again, choose another model with the setting autoMode.classifier.model.';

export interface ModelClassifierOptions {
  readonly keys: KeySource;
  readonly providers: ProviderTable;
  readonly clock: Clock;
  /** Milliseconds before each repetition of a request that was turned away; for tests. */
  readonly retryDelaysMs?: readonly number[];
}

/**
 * A classifier that asks a model. Whatever goes wrong is an outage with a sentence that says what to do; only an abort of the caller's
 * signal rejects. The model and its settings come with each question.
 */
export function createModelClassifier(options: ModelClassifierOptions): Classifier {
  return {
    async usable(settings, sessionModel) {
      try {
        return (await chooseModel(settings, sessionModel, options)).kind === 'model';
      } catch {
        return false;
      }
    },
    classify: (question, signal) => classify(question, signal, options),
  };
}

async function classify(
  question: ClassifierQuestion,
  signal: AbortSignal,
  options: ModelClassifierOptions,
): Promise<ClassifierAnswer> {
  const { timeoutSeconds } = question.settings;
  const asking: Asking = { usage: undefined };
  try {
    return await withinDeadline(timeoutSeconds * 1000, signal, (deadline) =>
      judge(question, deadline, options, asking),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    const usage = asking.usage?.();
    if (error instanceof DeadlineExceeded) {
      return outage(
        'timeout',
        `The classifier did not answer within ${timeoutSeconds} seconds; auto mode fails closed.`,
        'Try again, raise autoMode.classifier.timeoutSeconds, or choose a faster model.',
        usage,
      );
    }
    if (error instanceof ProviderFailure) return outage(error.kind, error.message, error.remedy, usage);
    if (error instanceof ActionTooLarge) {
      return outage('too-large', `${error.message} It is blocked unjudged.`, 'Do it in smaller steps.', usage);
    }
    // The cause may quote the prompt or the key, so it is not repeated here.
    return outage('provider-error', 'The classifier failed by itself; auto mode fails closed.', ANOTHER_MODEL, usage);
  }
}

/** What is known about the request under way, so that a failure can tell it too. */
interface Asking {
  usage: (() => ClassifierUsage) | undefined;
}

async function judge(
  question: ClassifierQuestion,
  deadline: Deadline,
  options: ModelClassifierOptions,
  asking: Asking,
): Promise<ClassifierAnswer> {
  const { clock, retryDelaysMs = RETRY_DELAYS_MS } = options;
  const choice = await chooseModel(question.settings, question.sessionModel, options);
  if (choice.kind === 'none') return outage(choice.outage, choice.message, choice.remedy, undefined);
  const { provider, model, connection } = choice;
  const prompt = classifierPrompt(question, choice.contextTokens);
  const started = clock.monotonic();
  asking.usage = () => ({ provider: provider.id, model, latencyMs: clock.monotonic() - started });
  const { system, user } = prompt;
  const call = { ...connection, model, system, user, tool: VERDICT_TOOL, maxTokens: MAX_ANSWER_TOKENS };
  const reply = await withRetries(() => provider.ask(call, deadline.signal), deadline, retryDelaysMs);
  const usage = { ...asking.usage(), ...reply.usage };
  const unfinished = unfinishedAnswer(reply);
  if (unfinished !== undefined) return outage(...unfinished, usage);
  const read = readVerdict(reply, prompt.rules);
  if (!read.ok) {
    return outage(
      'invalid-answer',
      INVALID_ANSWER_MESSAGE,
      `The answer was no verdict: ${read.problem}. ${ANOTHER_MODEL}`,
      usage,
    );
  }
  return { kind: 'verdict', ...read.verdict, reason: withoutSecrets(read.verdict.reason, connection.key), usage };
}

function unfinishedAnswer({ ending }: ModelReply): readonly [OutageKind, string, string] | undefined {
  switch (ending) {
    case 'complete':
      return undefined;
    case 'refused':
      return [
        'invalid-answer',
        'The classifier model refused to judge this call; auto mode fails closed.',
        ANOTHER_MODEL,
      ];
    case 'out-of-tokens':
      return [
        'invalid-answer',
        `The classifier model used up its ${MAX_ANSWER_TOKENS} tokens without a verdict; auto mode fails closed.`,
        ANOTHER_MODEL,
      ];
    case 'window-exceeded':
      return ['too-large', 'The action and its context are too large for the classifier model.', ANOTHER_MODEL];
    case 'unknown':
      return ['invalid-answer', INVALID_ANSWER_MESSAGE, `The model stopped for an unknown reason. ${ANOTHER_MODEL}`];
  }
}

function withoutSecrets(text: string, key: string | undefined): string {
  return redactSecrets(key === undefined ? text : text.replaceAll(key, '[REDACTED]')).text;
}

function outage(
  kind: OutageKind,
  message: string,
  remedy: string | undefined,
  usage: ClassifierUsage | undefined,
): ClassifierAnswer {
  return { kind: 'outage', outage: kind, message, remedy, usage };
}
