/** Tool calls and JSON-schema answers of the OpenAI protocols are JSON in a string, written by the model. */
import type { ModelReply } from '../provider';

/**
 * The value, or the text itself where it is no JSON or an object of it repeats a key: readers differ in which of two values counts,
 * and a verdict must not have two.
 */
export function parsedArguments(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return repeatsKey(text) ? text : value;
  } catch {
    return text;
  }
}

/** Whether there are tool calls, and none of them is mere text. */
export function isStructured(toolCalls: ModelReply['toolCalls']): boolean {
  return toolCalls.length > 0 && toolCalls.every(({ input }) => typeof input !== 'string');
}

/** Whether the outermost object of valid JSON has a key twice. */
function repeatsKey(json: string): boolean {
  const keys = new Set<string>();
  let depth = 0;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === '"') {
      const end = stringEnd(json, index);
      if (depth === 1 && isKey(json, end)) {
        const key = JSON.parse(json.slice(index, end + 1)) as string;
        if (keys.has(key)) return true;
        keys.add(key);
      }
      index = end;
    }
  }
  return false;
}

/** In valid JSON, a string before a colon. */
function isKey(json: string, end: number): boolean {
  let index = end + 1;
  while (/\s/.test(json[index] ?? '')) index += 1;
  return json[index] === ':';
}

/** Where the string that begins at `start` ends. */
function stringEnd(json: string, start: number): number {
  let index = start + 1;
  while (index < json.length && json[index] !== '"') index += json[index] === '\\' ? 2 : 1;
  return index;
}
