import type { JsonValue } from '../common/json';
import { isText } from './unknown/textFields';
import { LOOKED_AT } from './unknown/lookedAt';
import type { ToolCall } from './toolCall';

/** More than the hard floor reads. */
export function holdsUnseenInput({ understood, input, guessedLines }: ToolCall): boolean {
  if (understood) return false;
  if (guessedLines.length >= LOOKED_AT.lines) return true;
  let values = 0;
  let characters = 0;
  const isUnseen = (value: JsonValue, key: string, depth: number): boolean => {
    values += 1;
    if (values > LOOKED_AT.values) return true;
    if (typeof value === 'string') {
      characters += value.length;
      return characters > LOOKED_AT.lineCharacters || (value.length > LOOKED_AT.characters && !isText(key));
    }
    if (typeof value !== 'object' || value === null) return false;
    if (depth > LOOKED_AT.depth) return true;
    return Array.isArray(value)
      ? (value as readonly JsonValue[]).some((item) => isUnseen(item, key, depth + 1))
      : Object.entries(value).some(([name, item]) => isUnseen(item, name, depth + 1));
  };
  return isUnseen(input, '', 0);
}
