import type { ClassifierSettings } from '../engine/model/configuration';
import type { OutageKind } from '../engine/model/decision';
import type { Classifier, ClassifierAnswer, ClassifierQuestion } from '../engine/model/ports';
import type { Clock } from '../common/clock';
import { ActionTooLarge } from './prompt/classifierPrompt';
import { DeadlineExceeded, withinDeadline, type Deadline } from '../common/deadline';
import { FIRST_LOOK_REASON, FirstLookExperience, readFirstLook } from './firstLook';
import type { KeySource } from './models/keySource';
import type { ProviderTable } from './models/modelCatalogue';
import { chooseModel } from './models/modelChoice';
import { watchedAsk, type WatchExchanges } from './modelExchange';
import type { ModelCheck } from './models/modelIdentity';
import { MAX_ANSWER_TOKENS, modelRequests } from './modelRequests';
import { ProviderFailure, type ModelCall, type ModelReply, type Provider } from './models/provider';
import { QuestionUsage } from './questionUsage';
import { requestPreview, type RequestPreview } from './requestPreview';
import { RETRY_DELAYS_MS, withRetries } from './models/retry';
import { secretCleaner } from './prompt/secretCleaner';
import type { RequestStage } from './modelExchange';
import { readVerdict } from './verdict';

export const INVALID_ANSWER_MESSAGE = 'Classifier response was not valid decision JSON; auto mode fails closed.';
const ANOTHER_MODEL =
  'Try again; if it happens again, choose another model with the setting autoMode.classifier.model.';

export interface ModelClassifierOptions {
  readonly keys: KeySource;
  readonly providers: ProviderTable;
  readonly clock: Clock;
  /** Before each request and after each allowing answer. Default: any model may judge. */
  readonly identity?: ModelCheck;
  readonly exchanges?: WatchExchanges;
  /** For tests. */
  readonly retryDelaysMs?: readonly number[];
}

export interface ModelClassifier extends Classifier {
  /**
   * Sends nothing.
   * @throws DeadlineExceeded if listing the models takes too long
   */
  preview(question: ClassifierQuestion): Promise<RequestPreview>;
}

/** Any failure is an outage with a remedy; it rejects only if the caller aborts. */
export function createModelClassifier(options: ModelClassifierOptions): ModelClassifier {
  const experience = new FirstLookExperience();
  return {
    async usable(settings, sessionModel) {
      try {
        return (await chooseModel(settings, sessionModel, options)).kind === 'model';
      } catch {
        return false;
      }
    },
    async classify(question, signal) {
      const asking: Asking = { usage: undefined };
      try {
        return await judge(question, signal, { ...options, experience }, asking);
      } catch (error) {
        if (signal.aborted) throw error;
        return { ...outageOf(error, question.settings), usage: asking.usage?.soFar() };
      }
    },
    preview: (question) => requestPreview(question, { ...options, experience }),
  };
}

interface Asking {
  usage: QuestionUsage | undefined;
}

/** @throws ProviderFailure, ActionTooLarge, DeadlineExceeded, the reason of `signal` */
async function judge(
  question: ClassifierQuestion,
  signal: AbortSignal,
  options: ModelClassifierOptions & { readonly experience: FirstLookExperience },
  asking: Asking,
): Promise<ClassifierAnswer> {
  const { clock, exchanges, experience, identity, retryDelaysMs = RETRY_DELAYS_MS } = options;
  /** Each stage has the full time, and so has the choice of the model: editor and key store may hang. */
  const inTime = <T>(work: (deadline: Deadline) => Promise<T>): Promise<T> =>
    withinDeadline(question.settings.timeoutSeconds * 1000, signal, work);

  const choice = await inTime(() => chooseModel(question.settings, question.sessionModel, options));
  if (choice.kind === 'none') throw new ProviderFailure(choice.outage, choice.message, choice.remedy);
  const { provider, connection } = choice;
  const id = { provider: provider.id, model: choice.model };
  const requests = modelRequests(question, choice, experience.pays(id));
  const usage = new QuestionUsage(id, clock, question.settings.prices);
  asking.usage = usage;

  const ask = (stage: RequestStage, call: ModelCall, { isAnswer, letsRun }: ReplyReader): Promise<ModelReply> =>
    inTime(async (deadline) => {
      await identity?.check(choice, deadline);
      usage.begin(stage);
      const request = { question, stage, provider, call };
      const send = async (): Promise<ModelReply> => {
        const reply = await withRetries(
          () => watchedAsk(request, deadline.signal, clock, exchanges),
          deadline,
          retryDelaysMs,
        );
        usage.add(reply.usage);
        return reply;
      };
      const form = requestForm(provider, call);
      const first = await send();
      // At temperature 0 a request repeats its answer; in another form it may not.
      const reply = isAnswer(first) || requestForm(provider, call) === form ? first : await send();
      if (letsRun(reply)) await identity?.checkAgain(choice, deadline);
      return reply;
    });

  if (requests.firstLook !== undefined) {
    const letsRun = (reply: ModelReply): boolean => readFirstLook(reply) === 'clear';
    const look = readFirstLook(await ask('first-look', requests.firstLook, { isAnswer: () => true, letsRun }));
    experience.note(id, look);
    if (look === 'clear') {
      const reason = FIRST_LOOK_REASON;
      return { kind: 'verdict', decision: 'allow', tier: 'none', rule: undefined, reason, usage: usage.soFar() };
    }
  }
  const reply = await ask('judgement', requests.judgement, {
    isAnswer: (given) => given.ending !== 'complete' || readVerdict(given, requests).ok,
    letsRun: (given) => {
      const read = readVerdict(given, requests);
      return read.ok && read.verdict.decision === 'allow';
    },
  });
  refuseUnfinished(reply);
  const read = readVerdict(reply, requests);
  if (!read.ok) throw invalidAnswer(INVALID_ANSWER_MESSAGE, `The answer was no verdict: ${read.problem}. `);
  const reason = secretCleaner(connection.key)(read.verdict.reason);
  return { kind: 'verdict', ...read.verdict, reason, usage: usage.soFar() };
}

interface ReplyReader {
  readonly isAnswer: (reply: ModelReply) => boolean;
  readonly letsRun: (reply: ModelReply) => boolean;
}

function requestForm(provider: Provider, call: ModelCall): string {
  return JSON.stringify(provider.requestBody(call));
}

/** @throws ProviderFailure if incomplete */
function refuseUnfinished({ ending }: ModelReply): void {
  switch (ending) {
    case 'complete':
      return;
    case 'refused':
      throw invalidAnswer('The classifier model refused to judge this call; auto mode fails closed.');
    case 'out-of-tokens':
      throw invalidAnswer(
        `The classifier model used up its ${MAX_ANSWER_TOKENS} tokens without a verdict; auto mode fails closed.`,
      );
    case 'window-exceeded':
      throw new ProviderFailure(
        'too-large',
        'The action and its context are too large for the classifier model.',
        ANOTHER_MODEL,
      );
    case 'unknown':
      throw invalidAnswer(INVALID_ANSWER_MESSAGE, 'The model stopped for an unknown reason. ');
  }
}

function invalidAnswer(message: string, problem = ''): ProviderFailure {
  return new ProviderFailure('invalid-answer', message, `${problem}${ANOTHER_MODEL}`);
}

type Outage = Omit<Extract<ClassifierAnswer, { kind: 'outage' }>, 'usage'>;

function outageOf(error: unknown, { timeoutSeconds }: ClassifierSettings): Outage {
  const outage = (kind: OutageKind, message: string, remedy: string | undefined): Outage => ({
    kind: 'outage',
    outage: kind,
    message,
    remedy,
  });
  if (error instanceof DeadlineExceeded) {
    return outage(
      'timeout',
      `The classifier did not answer within ${timeoutSeconds} seconds; auto mode fails closed.`,
      'Try again, raise autoMode.classifier.timeoutSeconds, or choose a faster model.',
    );
  }
  if (error instanceof ProviderFailure) return outage(error.kind, error.message, error.remedy);
  if (error instanceof ActionTooLarge) {
    return outage('too-large', `${error.message} It is blocked unjudged.`, 'Do it in smaller steps.');
  }
  // The cause may quote prompt or key.
  return outage('provider-error', 'The classifier failed by itself; auto mode fails closed.', ANOTHER_MODEL);
}
