/** Tool calls and JSON-schema answers of the OpenAI protocols are JSON in a string, written by the model. */
import type { ModelReply } from '../models/provider';
import { repeatsKey } from './repeatedKey';

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

/** Whether there are tool calls, all of this tool, and none of them is mere text. */
export function isStructured(toolCalls: ModelReply['toolCalls'], tool: string): boolean {
  return toolCalls.length > 0 && toolCalls.every(({ name, input }) => name === tool && typeof input !== 'string');
}
