import type { OutageKind } from '../engine/model/decision';
import type { ClassifierQuestion } from '../engine/model/ports';
import type { Clock } from '../common/clock';
import { DeadlineExceeded } from '../common/deadline';
import { ProviderFailure, type ModelCall, type ModelReply, type Provider } from './models/provider';
import { secretCleaner } from './prompt/secretCleaner';

export type RequestStage = 'first-look' | 'judgement';

export interface ExchangeFailure {
  /** `form-refused`: another form follows. */
  readonly kind: OutageKind | 'cancelled' | 'form-refused';
  /** Without secrets. */
  readonly message: string;
}

export interface ModelExchange {
  readonly question: ClassifierQuestion;
  readonly stage: RequestStage;
  readonly provider: string;
  readonly model: string;
  readonly address: string | undefined;
  readonly latencyMs: number;
  /** May contain secrets. */
  readonly call: Omit<ModelCall, 'key'>;
  readonly body: unknown;
  readonly result:
    | { readonly kind: 'answer'; readonly reply: ModelReply }
    | { readonly kind: 'failure'; readonly failure: ExchangeFailure };
  /** Slow, so left to the watcher. */
  readonly clean: (text: string) => string;
}

/** Must return at once: it delays the decision. */
export type WatchExchanges = (exchange: ModelExchange) => void;

export interface WatchedRequest {
  readonly question: ClassifierQuestion;
  readonly stage: RequestStage;
  readonly provider: Provider;
  readonly call: ModelCall;
}

export async function watchedAsk(
  { question, stage, provider, call }: WatchedRequest,
  signal: AbortSignal,
  clock: Clock,
  watch: WatchExchanges | undefined,
): Promise<ModelReply> {
  if (watch === undefined) return provider.ask(call, signal);
  const { key, ...shown } = call;
  let open: { readonly body: unknown; readonly since: number } | undefined;
  const report = (result: ModelExchange['result']): void => {
    if (open === undefined) return;
    const { body, since } = open;
    open = undefined;
    try {
      watch({
        question,
        stage,
        provider: provider.id,
        model: call.model,
        address: call.baseUrl ?? provider.ownAddress,
        latencyMs: clock.monotonic() - since,
        call: shown,
        body,
        result,
        clean: secretCleaner(key),
      });
    } catch {
      // The decision matters more than its record.
    }
  };
  const fail = (failure: ExchangeFailure): void => {
    report({ kind: 'failure', failure });
  };
  // A provider may ignore the signal.
  const stop = (): void => {
    fail(failureOf(signal.reason, signal));
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const reply = await provider.ask(call, signal, (body) => {
      fail({ kind: 'form-refused', message: 'The server refused the form of this request; the next one has another.' });
      if (!signal.aborted) open = { body, since: clock.monotonic() };
    });
    report({ kind: 'answer', reply });
    return reply;
  } catch (error) {
    fail(failureOf(error, signal));
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function failureOf(error: unknown, signal: AbortSignal): ExchangeFailure {
  if (error instanceof ProviderFailure) return { kind: error.kind, message: error.message };
  if (error instanceof DeadlineExceeded) return { kind: 'timeout', message: 'No answer came in time.' };
  if (signal.aborted) return { kind: 'cancelled', message: 'The call was cancelled before an answer came.' };
  // The cause may quote prompt or key.
  return { kind: 'provider-error', message: 'The request failed by itself.' };
}
