import type { ModelExchange } from '../classifier/modelExchange';
import type { Decision } from '../engine/model/decision';
import type { Classifier, ClassifierQuestion } from '../engine/model/ports';

const MAX_CALLS = 30;
/** Of all calls together; the oldest go first. */
const MAX_CHARACTERS = 5_000_000;

export type SentRequest = Omit<ModelExchange, 'question'>;

/** A call that the classifier was asked about. */
export interface JudgedCall {
  readonly id: string;
  readonly tool: string;
  readonly cwd: string | undefined;
  readonly sessionModel: string | undefined;
  /** The question where nothing was sent for it; the last request of each stage, in order, where something was. */
  readonly asked: { readonly question: ClassifierQuestion } | { readonly sent: readonly SentRequest[] };
  /** Undefined while it is being decided. */
  readonly decision: Decision | undefined;
}

interface KeptCall extends JudgedCall {
  readonly characters: number;
}

/** The latest calls that the classifier was asked about, with what was sent. In memory only, and bounded. */
export class JudgedCalls {
  private readonly calls = new Map<string, KeptCall>();

  /** @param limits for tests */
  constructor(private readonly limits = { calls: MAX_CALLS, characters: MAX_CHARACTERS }) {}

  /** The classifier, with a note of every question before it is asked. */
  noting(classifier: Classifier): Classifier {
    return {
      usable: (settings, sessionModel) => classifier.usable(settings, sessionModel),
      classify: (question, signal) => {
        const { decisionId: id, tool, cwd, sessionModel } = question;
        // Asked once more under other settings, what was sent before counts no more.
        this.keep({ id, tool, cwd, sessionModel, asked: { question }, decision: undefined });
        return classifier.classify(question, signal);
      },
    };
  }

  exchanged({ question, ...request }: ModelExchange): void {
    const kept = this.calls.get(question.decisionId);
    if (kept === undefined) return;
    const before = 'sent' in kept.asked ? kept.asked.sent : [];
    this.keep({ ...kept, asked: { sent: [...before.filter(({ stage }) => stage !== request.stage), request] } });
  }

  decided(decision: Decision): void {
    const kept = this.calls.get(decision.id);
    if (kept !== undefined) this.keep({ ...kept, decision });
  }

  /** Newest first. */
  list(): readonly JudgedCall[] {
    return [...this.calls.values()].reverse();
  }

  find(decisionId: string): JudgedCall | undefined {
    return this.calls.get(decisionId);
  }

  clear(): void {
    this.calls.clear();
  }

  private keep(call: JudgedCall): void {
    this.calls.set(call.id, { ...call, characters: sizeOf(call) });
    let total = [...this.calls.values()].reduce((sum, { characters }) => sum + characters, 0);
    for (const [id, { characters }] of this.calls) {
      if (this.calls.size <= this.limits.calls && total <= this.limits.characters) return;
      this.calls.delete(id);
      total -= characters;
    }
  }
}

/** Both stages have the same parts of one prompt in memory, and each its own body. */
function sizeOf({ asked }: JudgedCall): number {
  if (!('sent' in asked)) return JSON.stringify(asked.question).length;
  return [asked.sent[0]?.call ?? '', ...asked.sent.flatMap(({ body, result }) => [body, result])]
    .map((part) => JSON.stringify(part).length)
    .reduce((sum, length) => sum + length, 0);
}
