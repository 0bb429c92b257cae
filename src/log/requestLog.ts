import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelExchange } from '../classifier/modelExchange';
import type { JsonValue } from '../common/json';
import { appendLine, prepareLogFolder } from './appendLine';
import { redactedJson, type RedactText } from './redactedJson';

export interface RequestLogOptions {
  /** The log's own folder, made where it is missing. */
  readonly directory: string;
  /** A file that has reached this size is put aside, in place of the one put aside before. */
  readonly maxFileBytes?: number;
  /** Of a longer body or answer only the beginning and the end are kept. */
  readonly maxPartCharacters?: number;
  /** Told, with the log's path, when a record is not on disk, whatever the cause; once until the next one that is. */
  readonly onFailure: (path: string) => void;
}

const CURRENT = 'classifier-requests.jsonl';
const SET_ASIDE = `${CURRENT}.1`;
/** Requests that wait to be written; more come only from something that runs wild. */
const MAX_WAITING = 200;

/**
 * Requests to the classifier's model and their answers, on disk, one JSON object a line. A record is written once the decision that it
 * belongs to has gone on, so that neither the time it takes nor its failure has a part in the decision.
 */
export class RequestLog {
  private failing = false;
  private readonly waiting: { readonly exchange: ModelExchange; readonly at: string }[] = [];

  constructor(private readonly options: RequestLogOptions) {}

  /** Absolute path of the file that the next record goes to. */
  get path(): string {
    return join(this.options.directory, CURRENT);
  }

  /** Absolute paths of the files that there may be, newest first. */
  filePaths(): readonly string[] {
    return [this.path, join(this.options.directory, SET_ASIDE)];
  }

  /** Takes note of an exchange where the settings of its question want that. */
  note(exchange: ModelExchange): void {
    if (!exchange.question.settings.logRequests) return;
    if (this.waiting.length >= MAX_WAITING) {
      this.done(false);
      return;
    }
    this.waiting.push({ exchange, at: new Date().toISOString() });
    if (this.waiting.length === 1) this.writeSoon();
  }

  /** One record at a time, so that many at once do not hold up the calls that are decided meanwhile. */
  private writeSoon(): void {
    setImmediate(() => {
      this.writeNext();
      if (this.waiting.length > 0) this.writeSoon();
    });
  }

  /** Writes what still waits, at the end of the session. */
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
      // One that cannot be put aside does not grow for ever.
      if (size >= maxFileBytes && !this.setAside() && size >= maxFileBytes * 2) return false;
      return appendLine(this.path, Buffer.from(`${line}\n`));
    } catch {
      return false;
    }
  }

  /** @returns false where another window was faster, or holds the file open where that stops a renaming */
  private setAside(): boolean {
    try {
      renameSync(this.path, join(this.options.directory, SET_ASIDE));
      return true;
    } catch {
      return false;
    }
  }

  /** Undefined for what no JSON can be made of. */
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

  /** Shortened after the redaction only: half a secret would not be known for one. */
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
