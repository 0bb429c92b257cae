import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '../common/json';
import { appendLine, prepareLogFolder } from './appendLine';
import { redactedJson, type RedactText } from './redactedJson';

export interface RecordedLoosening {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly what: readonly string[];
  /** `null`: unset. */
  readonly changes: readonly { readonly key: string; readonly before: JsonValue; readonly after: JsonValue }[];
}

export interface LooseningLogOptions {
  /** Made if missing. */
  readonly directory: string;
  readonly redact: RedactText;
  /** Above it, the file replaces the one set aside. */
  readonly maxFileBytes?: number;
}

const CURRENT = 'loosenings.jsonl';
const SET_ASIDE = 'loosenings-before.jsonl';
const MAX_VALUE_CHARACTERS = 16 * 1024;
const MAX_TEXTS = 50;

/** One JSON object a line. */
export class LooseningLog {
  constructor(private readonly options: LooseningLogOptions) {}

  /** @returns false if it is not on disk */
  append({ at, what, changes }: RecordedLoosening): boolean {
    const { directory, redact, maxFileBytes = 1024 * 1024 } = this.options;
    try {
      const record: JsonValue = {
        at,
        what: what.slice(0, MAX_TEXTS).map(short),
        changes: changes.map(({ key, before, after }) => ({
          key,
          before: shortValue(before),
          after: shortValue(after),
        })),
      };
      prepareLogFolder(directory);
      const path = join(directory, CURRENT);
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size >= maxFileBytes) renameSync(path, join(directory, SET_ASIDE));
      return appendLine(path, Buffer.from(`${redactedJson(record, redact)}\n`));
    } catch {
      return false;
    }
  }
}

function shortValue(value: JsonValue): JsonValue {
  const json = JSON.stringify(value);
  return json.length <= MAX_VALUE_CHARACTERS ? value : short(json);
}

function short(text: string): string {
  return text.length <= MAX_VALUE_CHARACTERS ? text : `${text.slice(0, MAX_VALUE_CHARACTERS)}…`;
}
