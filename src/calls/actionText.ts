import type { FileTouch } from '../files/fileTouch';
import type { JsonObject, JsonValue } from '../common/json';
import type { ToolCall } from './toolCall';
import { CHANGE_FIELDS } from './tools/toolCatalogue';

const SUMMARY_CHARACTERS = 300;

/** They change nothing that runs. */
const OWN_WORDS = ['description', 'explanation', 'justification'];

/** Not in `actionText`. */
export function agentWords({ command, input }: ToolCall): string | undefined {
  if (command === undefined) return undefined;
  const words = OWN_WORDS.map((name) => input[name]).filter((value) => typeof value === 'string');
  return words.length === 0 ? undefined : words.join(' ');
}

export function withoutAgentWords({ command, understood, input }: ToolCall): JsonObject {
  if (command === undefined || !understood) return input;
  const isWords = ([name, value]: readonly [string, JsonValue | undefined]): boolean =>
    OWN_WORDS.includes(name) && typeof value === 'string';
  return Object.fromEntries(Object.entries(input).filter((field) => !isWords(field)));
}

/** With all that would run. */
export function actionText(call: ToolCall): string {
  const { tool, input } = call;
  const [touch] = call.touches;
  if (call.command !== undefined) {
    const words = OWN_WORDS.filter((name) => typeof input[name] === 'string');
    return withRest(call.command, input, ['command', ...words]);
  }
  if (touch !== undefined && isOneChange(call)) {
    const text = changeText(touch);
    if (text !== undefined) return withRest(text, input, shownFields(touch, input));
  }
  return `${tool} ${JSON.stringify(input, undefined, 2)}`;
}

/** What further fields of a known tool may name has no text. */
function isOneChange({ understood, kind, touches: [, ...others] }: ToolCall): boolean {
  if (understood) return others.length === 0;
  return kind !== 'other' && others.every(({ newText, edits }) => (newText ?? edits) === undefined);
}

function changeText({ path, newText, edits }: FileTouch): string | undefined {
  if (newText !== undefined) return `${path}\n\n${newText}`;
  if (edits === undefined) return undefined;
  const shown = edits.map(({ oldText, newText: text, replaceAll }) =>
    [replaceAll ? 'every occurrence of:' : 'replace:', prefixed(oldText, '- '), prefixed(text, '+ ')].join('\n'),
  );
  return [path, ...shown].join('\n\n');
}

/** `changeText` shows these. */
function shownFields({ path, newText, edits = [] }: FileTouch, input: JsonObject): readonly string[] {
  const shown = new Set<JsonValue | undefined>([
    path,
    newText,
    ...edits.flatMap((edit) => [edit.oldText, edit.newText]),
  ]);
  const isShown = (key: string, value: JsonValue): boolean =>
    CHANGE_FIELDS.has(key) && (shown.has(value) || typeof value === 'boolean');
  return Object.entries(input)
    .filter(([key, value]) =>
      key === 'edits' && Array.isArray(value)
        ? (value as readonly JsonObject[]).every((edit) =>
            Object.entries(edit).every(([name, item]) => isShown(name, item)),
          )
        : isShown(key, value),
    )
    .map(([key]) => key);
}

/** The others belong to what runs. */
function withRest(action: string, input: JsonObject, shown: readonly string[]): string {
  const rest = Object.fromEntries(Object.entries(input).filter(([key]) => !shown.includes(key)));
  return Object.keys(rest).length === 0 ? action : `${action}\n\n${JSON.stringify(rest, undefined, 2)}`;
}

function prefixed(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => prefix + line)
    .join('\n');
}

export type Redact = (text: string) => string;

/** For display, redacted. */
export function actionSummary(call: ToolCall, redact: Redact): string {
  const subject =
    call.command ?? call.url ?? call.query ?? (call.understood ? call.touches[0]?.path : undefined) ?? undefined;
  return summary(`${call.tool} ${subject ?? JSON.stringify(call.input)}`, redact);
}

export function rawSummary(tool: string, input: JsonObject | undefined, redact: Redact): string {
  return summary(input === undefined ? tool : `${tool} ${JSON.stringify(input)}`, redact);
}

/** Redaction would miss half a secret. */
function summary(text: string, redact: Redact): string {
  const start = text.slice(0, SUMMARY_CHARACTERS * 20);
  const flat = redact(start).replace(/\s+/g, ' ').trim();
  if (flat.length <= SUMMARY_CHARACTERS && start.length === text.length) return flat;
  return `${flat.slice(0, SUMMARY_CHARACTERS)}… (${text.length} characters)`;
}
