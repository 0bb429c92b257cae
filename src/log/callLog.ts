import type { ModelExchange } from '../classifier/modelExchange';
import type { JsonValue } from '../common/json';
import { callKey } from '../engine/model/callKey';
import type { Decision } from '../engine/model/decision';
import type { Classifier, ClassifierQuestion } from '../engine/model/ports';

export interface CallLogLimits {
  readonly calls: number;
  readonly blocked: number;
  readonly inputCharacters: number;
  readonly requests: number;
  readonly requestCharacters: number;
}

const LIMITS: CallLogLimits = {
  calls: 200,
  // Above what the history shows: all can be released.
  blocked: 100,
  inputCharacters: 8_000_000,
  requests: 30,
  requestCharacters: 5_000_000,
};
/** With longer input there is no release. */
const MAX_KEY_CHARACTERS = 1_000_000;

export interface DecidedCall {
  readonly decision: Decision;
  /** As judged; undefined: unreadable. */
  readonly input: JsonValue | undefined;
}

export type SentRequest = Omit<ModelExchange, 'question'>;

export interface JudgedCall {
  readonly id: string;
  readonly tool: string;
  readonly cwd: string | undefined;
  readonly sessionModel: string | undefined;
  /** If nothing was sent the question; else each stage's last request. */
  readonly asked: { readonly question: ClassifierQuestion } | { readonly sent: readonly SentRequest[] };
  /** Undefined: pending. */
  readonly decision: Decision | undefined;
}

export interface BlockedCall {
  readonly key: string;
  /** Never shortened. */
  readonly action: string;
  readonly cwd: string | undefined;
  readonly agent: string | undefined;
  /** To decide it again. */
  readonly request: unknown;
}

interface CallFields {
  readonly tool: string;
  readonly input: JsonValue;
  readonly cwd: string | null;
  readonly agent: string | null;
  readonly sessionId: string | null;
}

interface Entry {
  readonly decided: (DecidedCall & { readonly characters: number }) | undefined;
  readonly judged: (JudgedCall & { readonly characters: number }) | undefined;
}

export class CallLog {
  readonly #entries = new Map<string, Entry>();
  #releasable = new Set<string>();
  private readonly limits: CallLogLimits;

  constructor(limits: Partial<CallLogLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** Before it is on disk. */
  note(decision: Decision, input: JsonValue | undefined): void {
    const characters = charactersIn(input);
    if (characters > this.limits.inputCharacters) return;
    const judged = this.#entries.get(decision.id)?.judged;
    // Latest last.
    this.#entries.delete(decision.id);
    this.#entries.set(decision.id, { judged, decided: { decision, input, characters } });
    if (decision.outcome === 'block' && input !== undefined) this.#releasable.add(decision.id);
    this.#forgetOldInputs();
  }

  /** A failing log may have made it a block. */
  settled(decision: Decision): void {
    const entry = this.#entries.get(decision.id);
    if (entry === undefined) return;
    const { decided, judged } = entry;
    this.#entries.set(decision.id, {
      decided: decided === undefined ? undefined : { ...decided, decision },
      judged: judged === undefined ? undefined : { ...judged, decision },
    });
  }

  noting(classifier: Classifier): Classifier {
    return {
      usable: (settings, sessionModel) => classifier.usable(settings, sessionModel),
      classify: (question, signal) => {
        const { decisionId: id, tool, cwd, sessionModel } = question;
        // Earlier requests, under other settings, do not count.
        this.#judged({ id, tool, cwd, sessionModel, asked: { question }, decision: undefined });
        return classifier.classify(question, signal);
      },
    };
  }

  exchanged({ question, ...request }: ModelExchange): void {
    const judged = this.#entries.get(question.decisionId)?.judged;
    if (judged === undefined) return;
    const before = 'sent' in judged.asked ? judged.asked.sent : [];
    this.#judged({ ...judged, asked: { sent: [...before.filter(({ stage }) => stage !== request.stage), request] } });
  }

  decided(id: string): DecidedCall | undefined {
    return this.#entries.get(id)?.decided;
  }

  /** Newest first. */
  allDecided(): readonly DecidedCall[] {
    return [...this.#entries.values()].flatMap(({ decided }) => decided ?? []).reverse();
  }

  judged(id: string): JudgedCall | undefined {
    return this.#entries.get(id)?.judged;
  }

  /** Newest first. */
  allJudged(): readonly JudgedCall[] {
    return [...this.#entries.values()].flatMap(({ judged }) => judged ?? []).reverse();
  }

  /** Undefined: unknown. */
  blocked(id: string): BlockedCall | undefined {
    const decided = this.#entries.get(id)?.decided;
    if (decided?.input === undefined || !this.#releasable.has(id)) return undefined;
    const { decision, input } = decided;
    const key = callKey({ ...decision, input });
    if (key.length > MAX_KEY_CHARACTERS) return undefined;
    const { tool, cwd, agent, sessionId, input: judged } = JSON.parse(key) as CallFields;
    return {
      request: {
        tool,
        input: judged,
        ...(cwd === null ? {} : { cwd }),
        ...(agent === null ? {} : { agent }),
        ...(sessionId === null ? {} : { sessionId }),
      },
      key,
      action: `${tool} ${JSON.stringify(judged, undefined, 2)}`,
      cwd: cwd ?? undefined,
      agent: agent ?? undefined,
    };
  }

  forgetBlocked(): void {
    this.#releasable = new Set();
  }

  #put(id: string, change: Partial<Entry>): void {
    const { decided, judged } = this.#entries.get(id) ?? { decided: undefined, judged: undefined };
    this.#entries.set(id, { decided, judged, ...change });
  }

  #judged(call: JudgedCall): void {
    this.#put(call.id, { judged: { ...call, characters: sizeOf(call) } });
    const kept = [...this.#entries.values()].flatMap(({ judged }) => judged ?? []);
    let characters = kept.reduce((sum, judged) => sum + judged.characters, 0);
    const { requests, requestCharacters } = this.limits;
    for (let count = kept.length; count > requests || characters > requestCharacters; count -= 1) {
      const oldest = kept[kept.length - count];
      if (oldest === undefined) return;
      characters -= oldest.characters;
      this.#drop(oldest.id, 'judged');
    }
  }

  /** What ran goes first: a block's input may be needed. */
  #forgetOldInputs(): void {
    const kept = [...this.#entries].flatMap(([id, { decided }]) => (decided === undefined ? [] : [{ id, decided }]));
    const isBlocked = ({ id }: { readonly id: string }): boolean => this.#releasable.has(id);
    const blocked = kept.filter(isBlocked);
    const others = kept.filter((call) => !isBlocked(call));
    let characters = kept.reduce((sum, { decided }) => sum + decided.characters, 0);
    for (const [calls, most] of [
      [others, this.limits.calls],
      [blocked, this.limits.blocked],
    ] as const) {
      for (let count = calls.length; count > most || characters > this.limits.inputCharacters; count -= 1) {
        const oldest = calls[calls.length - count];
        if (oldest === undefined) break;
        characters -= oldest.decided.characters;
        this.#drop(oldest.id, 'decided');
      }
    }
  }

  #drop(id: string, part: keyof Entry): void {
    this.#put(id, { [part]: undefined });
    if (part === 'decided') this.#releasable.delete(id);
    const entry = this.#entries.get(id);
    if (entry?.decided === undefined && entry?.judged === undefined) this.#entries.delete(id);
  }
}

/** An estimate: texts are not read. */
function charactersIn(value: JsonValue | undefined): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  const items = Array.isArray(value)
    ? (value as readonly JsonValue[]).map(charactersIn)
    : Object.entries(value).map(([name, item]) => name.length + charactersIn(item));
  return items.reduce((sum, size) => sum + size, 16);
}

/** Stages share parts of the prompt. */
function sizeOf({ asked }: Pick<JudgedCall, 'asked'>): number {
  if (!('sent' in asked)) return JSON.stringify(asked.question).length;
  return [asked.sent[0]?.call ?? '', ...asked.sent.flatMap(({ body, result }) => [body, result])]
    .map((part) => JSON.stringify(part).length)
    .reduce((sum, length) => sum + length, 0);
}
