import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelExchange } from '../classifier/modelExchange';
import type { JsonValue } from '../common/json';
import { appendLine, prepareLogFolder } from './appendLine';
import { redactedJson, type RedactText } from './redactedJson';

export interface RequestLogOptions {
  /** Made if missing. */
  readonly directory: string;
  /** Above it, the file replaces the one set aside. */
  readonly maxFileBytes?: number;
  /** Longer ones keep both ends. */
  readonly maxPartCharacters?: number;
  /** Gets the log's path; once until a success. */
  readonly onFailure: (path: string) => void;
}

const CURRENT = 'classifier-requests.jsonl';
const SET_ASIDE = `${CURRENT}.1`;
const MAX_WAITING = 200;

/** One JSON object a line. Written after the decision: neither delay nor failure affects it. */
export class RequestLog {
  private failing = false;
  private readonly waiting: { readonly exchange: ModelExchange; readonly at: string }[] = [];

  constructor(private readonly options: RequestLogOptions) {}

  get path(): string {
    return join(this.options.directory, CURRENT);
  }

  /** Absolute, newest first; may be absent. */
  filePaths(): readonly string[] {
    return [this.path, join(this.options.directory, SET_ASIDE)];
  }

  note(exchange: ModelExchange): void {
    if (!exchange.question.settings.logRequests) return;
    if (this.waiting.length >= MAX_WAITING) {
      this.done(false);
      return;
    }
    this.waiting.push({ exchange, at: new Date().toISOString() });
    if (this.waiting.length === 1) this.writeSoon();
  }

  /** One at a time: other work goes on. */
  private writeSoon(): void {
    setImmediate(() => {
      this.writeNext();
      if (this.waiting.length > 0) this.writeSoon();
    });
  }

  dispose(): void {
    while (this.waiting.length > 0) this.writeNext();
  }

  private writeNext(): void {
    const next = this.waiting.shift();
    if (next === undefined) return;
    this.done(this.append(this.lineOf(next.exchange, next.at)));
  }

  private done(written: boolean): void {
    if (!written && !this.failing) this.options.onFailure(this.path);
    this.failing = !written;
  }

  private append(line: string | undefined): boolean {
    if (line === undefined) return false;
    const { directory, maxFileBytes = 10 * 1024 * 1024 } = this.options;
    try {
      prepareLogFolder(directory);
      const size = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
      // If it cannot be set aside there is a limit too.
      if (size >= maxFileBytes && !this.setAside() && size >= maxFileBytes * 2) return false;
      return appendLine(this.path, Buffer.from(`${line}\n`));
    } catch {
      return false;
    }
  }

  /** @returns false if another window was faster, or holds it */
  private setAside(): boolean {
    try {
      renameSync(this.path, join(this.options.directory, SET_ASIDE));
      return true;
    } catch {
      return false;
    }
  }

  /** Undefined: not serializable. */
  private lineOf(exchange: ModelExchange, at: string): string | undefined {
    const { question, stage, provider, model, address, latencyMs, body, result, clean } = exchange;
    const facts = JSON.stringify({
      at,
      decision: question.decisionId,
      stage,
      provider,
      model: clean(model),
      ...(address === undefined ? {} : { address: clean(address) }),
      latencyMs: Math.round(latencyMs),
      ...(result.kind === 'failure'
        ? { failure: { kind: result.failure.kind, message: clean(result.failure.message) } }
        : { usage: result.reply.usage }),
    });
    try {
      const answer = result.kind === 'failure' ? '' : `,"answer":${this.part(answerOf(result.reply), clean)}`;
      return `${facts.slice(0, -1)}${answer},"body":${this.part(body as JsonValue, clean)}}`;
    } catch {
      return undefined;
    }
  }

  /** Before cutting: redaction would miss half a secret. */
  private part(value: JsonValue, redact: RedactText): string {
    const { maxPartCharacters = 1024 * 1024 } = this.options;
    const json = redactedJson(value, redact);
    if (json.length <= maxPartCharacters) return json;
    const half = Math.floor(maxPartCharacters / 2);
    return JSON.stringify({
      shortened: true,
      characters: json.length,
      start: json.slice(0, half),
      end: json.slice(-half),
    });
  }
}

function answerOf({
  toolCalls,
  text,
  ending,
}: Extract<ModelExchange['result'], { kind: 'answer' }>['reply']): JsonValue {
  return {
    ending,
    text,
    toolCalls: toolCalls.map(({ name, input }) => ({ name, input: (input ?? null) as JsonValue })),
  };
}
