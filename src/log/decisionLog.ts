import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { decisionSchema, type Decision } from '../engine/model/decision';
import type { JsonValue } from '../common/json';
import { appendLine, NO_DETOUR, prepareLogFolder } from './appendLine';
import { redactedJson, type RedactText } from './redactedJson';
import { boundedRun, type RunRecord } from './runRecord';

const shortenedInputSchema = z.strictObject({
  /** Before redaction, as compact JSON in UTF-8. */
  sha256: z.string(),
  bytes: z.number(),
  start: z.string(),
  end: z.string(),
});

const logRecordSchema = z.strictObject({
  decision: decisionSchema,
  /** Redacted. Missing: unreadable or too large. */
  input: z.unknown().optional(),
  /** For an `input` that is too large. */
  inputShortened: shortenedInputSchema.optional(),
});

export type LogRecord = z.infer<typeof logRecordSchema>;

export interface DecisionLogOptions {
  /** Made if missing. */
  readonly directory: string;
  readonly redact: RedactText;
  /** Larger files are set aside. */
  readonly maxFileBytes?: number;
  readonly maxFiles?: number;
}

const CURRENT = 'decisions.jsonl';
const SET_ASIDE = /^decisions-.*\.jsonl$/;
const SHORT_TAIL_BYTES = 512 * 1024;
const MAX_INPUT_BYTES = 256 * 1024;
const SHORTENED_CHARACTERS = 16 * 1024;
/** Longer than a secret. Text this near to a cut is left out: redaction would miss half a secret. */
const CUT_MARGIN = 16 * 1024;
/** At each end of a large input, as redaction takes time. */
const REDACTED_CHARACTERS = 64 * 1024;
/** Real ones are shorter; a crafted one must not fill the disk. */
const MAX_TEXT_CHARACTERS = 16 * 1024;

/**
 * One JSON object a line, appended at once before the reply: windows can write together, and a crash loses nothing. (A
 * power cut may.) A full file is renamed, the oldest deleted. No lock: the first to rename wins.
 */
export class DecisionLog {
  private readonly redact: RedactText;
  private readonly directory: string;
  private readonly maxFileBytes: number;
  private readonly maxFiles: number;
  private setAside = 0;

  constructor({ directory, redact, maxFileBytes = 10 * 1024 * 1024, maxFiles = 5 }: DecisionLogOptions) {
    this.directory = directory;
    this.redact = redact;
    this.maxFileBytes = maxFileBytes;
    this.maxFiles = maxFiles;
  }

  get path(): string {
    return join(this.directory, CURRENT);
  }

  /**
   * @param input as judged; undefined: unreadable
   * @returns false if it is not on disk
   */
  append(decision: Decision, input: JsonValue | undefined): boolean {
    return this.write(() => this.lineOf(decision, input));
  }

  /** @returns false if it is not on disk */
  appendRun(run: RunRecord): boolean {
    return this.write(() => {
      const redacted = JSON.parse(redactedJson(boundedRun(run), this.redact)) as JsonValue;
      return JSON.stringify({ run: shortTexts(redacted) });
    });
  }

  private write(text: () => string): boolean {
    try {
      const line = Buffer.from(`${text()}\n`);
      prepareLogFolder(this.directory);
      this.setAsideIfFull();
      return appendLine(this.path, line);
    } catch {
      return false;
    }
  }

  /** Absolute, newest first. */
  filePaths(): readonly string[] {
    return [CURRENT, ...this.setAsideFiles().reverse()].map((name) => join(this.directory, name));
  }

  /** Newest first. Synchronous; for many use `LogReader`. */
  readRecent(count: number): LogRecord[] {
    const records: LogRecord[] = [];
    for (const path of this.filePaths()) {
      const missing = count - records.length;
      if (missing <= 0) break;
      const few = recordsIn(readTail(path, SHORT_TAIL_BYTES), missing);
      records.push(...(few.length === missing ? few : recordsIn(readTail(path, this.maxFileBytes * 2), missing)));
    }
    return records;
  }

  private lineOf(decision: Decision, input: JsonValue | undefined): string {
    // Before cutting: redaction would miss half a secret.
    const redactedDecision = JSON.parse(redactedJson(decision as unknown as JsonValue, this.redact)) as JsonValue;
    const text = JSON.stringify(shortTexts(redactedDecision));
    if (input === undefined) return `{"decision":${text}}`;
    const whole = JSON.stringify(input);
    const bytes = Buffer.byteLength(whole);
    if (bytes <= MAX_INPUT_BYTES) return `{"decision":${text},"input":${redactedJson(input, this.redact)}}`;
    const inputShortened: z.infer<typeof shortenedInputSchema> = {
      sha256: createHash('sha256').update(whole).digest('hex'),
      bytes,
      start: this.redact(whole.slice(0, REDACTED_CHARACTERS)).slice(0, -CUT_MARGIN).slice(0, SHORTENED_CHARACTERS),
      end: this.redact(whole.slice(-REDACTED_CHARACTERS)).slice(CUT_MARGIN).slice(-SHORTENED_CHARACTERS),
    };
    return `{"decision":${text},"inputShortened":${JSON.stringify(inputShortened)}}`;
  }

  private setAsideIfFull(): void {
    const facts = statSync(this.path, { throwIfNoEntry: false });
    if (facts === undefined || facts.size < this.maxFileBytes) return;
    const time = new Date().toISOString().replaceAll(':', '-');
    try {
      // Files of one millisecond must sort by age.
      this.setAside += 1;
      const order = String(this.setAside).padStart(8, '0');
      renameSync(this.path, join(this.directory, `decisions-${time}-${order}-${randomBytes(4).toString('hex')}.jsonl`));
      const old = this.setAsideFiles();
      for (const name of old.slice(0, Math.max(0, old.length - (this.maxFiles - 1)))) {
        rmSync(join(this.directory, name), { force: true });
      }
    } catch {
      // Another window was faster, or holds the file. Too large, it is still a log.
    }
  }

  private setAsideFiles(): string[] {
    try {
      return readdirSync(this.directory)
        .filter((name) => SET_ASIDE.test(name))
        .sort();
    } catch {
      return [];
    }
  }
}

/** From the first whole line; empty: unreadable. */
function readTail(path: string, maxBytes: number): string {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | NO_DETOUR);
  } catch {
    return '';
  }
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) return '';
    const start = Math.max(0, facts.size - maxBytes);
    const bytes = Buffer.alloc(facts.size - start);
    const read = readSync(file, bytes, 0, bytes.length, start);
    const text = bytes.toString('utf8', 0, read);
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } catch {
    return '';
  } finally {
    closeSync(file);
  }
}

/** Newest first. */
function recordsIn(text: string, count: number): LogRecord[] {
  const records: LogRecord[] = [];
  for (const line of text.split('\n').reverse()) {
    if (records.length >= count) break;
    const record = recordOf(line);
    if (record !== undefined) records.push(record);
  }
  return records;
}

/** Undefined: cut, or another format. */
export function recordOf(line: string): LogRecord | undefined {
  try {
    const parsed = logRecordSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function shortTexts(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    return value.length > MAX_TEXT_CHARACTERS ? `${value.slice(0, MAX_TEXT_CHARACTERS)}…` : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(shortTexts);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortTexts(item)]));
}
