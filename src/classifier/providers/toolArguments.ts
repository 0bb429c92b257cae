/** A model wrote JSON in a string. */
import type { ModelReply } from '../models/provider';
import { repeatsKey } from './repeatedKey';

/** The text itself if no JSON, or if a key repeats: a verdict must not have two values. */
export function parsedArguments(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return repeatsKey(text) ? text : value;
  } catch {
    return text;
  }
}

export function isStructured(toolCalls: ModelReply['toolCalls'], tool: string): boolean {
  return toolCalls.length > 0 && toolCalls.every(({ name, input }) => name === tool && typeof input !== 'string');
}
