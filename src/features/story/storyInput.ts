import type { JsonValue } from '../../common/json';
import { redactedJson, type RedactText } from '../../log/redactedJson';
import type { LogRecord } from '../../log/decisionLog';
import { oneOrMany } from '../../common/oneOrMany';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';
import { fragmentMarks } from '../../panel/fragmentMarks';
import type { LongText } from '../../panel/longText';

export interface StoryInput {
  readonly notes: readonly string[];
  readonly fields: readonly { readonly label: string; readonly text: LongText }[];
  /** As judged. */
  readonly whole: boolean;
}

const MAX_FIELDS = 40;

export function storyInput(
  input: JsonValue | undefined,
  shortened: LogRecord['inputShortened'],
  fragment: string | undefined,
  redact: RedactText,
): StoryInput {
  const marked = (label: string, name: string, text: string, json: boolean): StoryInput['fields'][number] => ({
    label,
    text: { name, text, marks: fragment === undefined ? [] : fragmentMarks(text, fragment, json) },
  });
  if (input === undefined) {
    if (shortened === undefined) {
      return {
        notes: [t('The input of this call could not be read, so it cannot be shown.')],
        fields: [],
        whole: false,
      };
    }
    const { bytes, sha256, start, end } = shortened;
    return {
      notes: [
        t('The input had {bytes} bytes (SHA-256 {sha256}). The log keeps its begin and its end alone.', {
          bytes,
          sha256,
        }),
      ],
      fields: [marked(t('Begin'), 'input-begin', start, true), marked(t('End'), 'input-end', end, true)],
      whole: false,
    };
  }
  const text = JSON.stringify(input);
  const clean = redactedJson(input, redact);
  const whole = clean === text;
  const notes = whole ? [] : [t('Known forms of secrets are left out.')];
  const value = JSON.parse(clean) as JsonValue;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { notes, fields: [marked(t('Input'), 'input', textOf(value), typeof value !== 'string')], whole };
  }
  const entries = Object.entries(value);
  const fields = entries
    .slice(0, MAX_FIELDS)
    .map(([name, item], index) =>
      marked(shortLine(name, 80), `input-${index}`, textOf(item), typeof item !== 'string'),
    );
  const rest = entries.slice(MAX_FIELDS);
  if (rest.length === 0) return { notes, fields, whole };
  const label = oneOrMany(rest.length, t('1 more field'), t('{count} more fields', { count: rest.length }));
  return { notes, fields: [...fields, marked(label, 'input-rest', textOf(Object.fromEntries(rest)), true)], whole };
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
