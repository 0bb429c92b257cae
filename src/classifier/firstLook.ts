/** It allows the call, or leaves it to the judgement. */
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { formatModelId, type ModelId } from './models/modelCatalogue';
import type { ForcedTool, ModelReply } from './models/provider';
import { parsedArguments } from './providers/toolArguments';

export const FIRST_LOOK_TOOL: ForcedTool = {
  name: 'first_look',
  description: 'Gives the answer of a first look at the latest action. To be called exactly once.',
  schema: {
    type: 'object',
    properties: { verdict: { type: 'string', enum: ['clear', 'look_closer'] } },
    required: ['verdict'],
    additionalProperties: false,
  },
};

/** With the tool call around the word. */
export const FIRST_LOOK_TOKENS = 64;
export const FIRST_LOOK_REASON = "The classifier's first look found nothing in the call that a rule forbids.";

const answerSchema = z.strictObject({ verdict: z.enum(['clear', 'look_closer']) });
const MAX_TEXT_CHARACTERS = 200;

/** `unusable`: as `look-closer`. */
export type FirstLook = 'clear' | 'look-closer' | 'unusable';

export function readFirstLook({ ending, toolCalls, text }: ModelReply): FirstLook {
  if (ending !== 'complete') return 'unusable';
  const [call] = toolCalls;
  if (call === undefined) return answerIn(jsonIn(text));
  // Other text may take the word back.
  const isAlone = toolCalls.length === 1 && text.trim() === '';
  return isAlone && call.name === FIRST_LOOK_TOOL.name ? answerIn(call.input) : 'unusable';
}

function answerIn(value: unknown): FirstLook {
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) return 'unusable';
  return parsed.data.verdict === 'clear' ? 'clear' : 'look-closer';
}

/** May be in a code block; invalid JSON and duplicate keys give the text itself. */
function jsonIn(text: string): unknown {
  if (text.length > MAX_TEXT_CHARACTERS) return undefined;
  const [, inside] = /^\s*```(?:json)?\n([^`]*)```\s*$/.exec(text) ?? [];
  return parsedArguments(inside ?? text);
}

/** Then this window goes without a first look. */
const MAX_USELESS = 3;
const MAX_REMEMBERED = 100;

/** Some models cannot give one, such as those that think aloud. */
export class FirstLookExperience {
  private readonly useless = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  pays(model: ModelId): boolean {
    return (this.useless.get(formatModelId(model)) ?? 0) < MAX_USELESS;
  }

  note(model: ModelId, look: FirstLook): void {
    const id = formatModelId(model);
    const count = look === 'unusable' ? (this.useless.get(id) ?? 0) + 1 : 0;
    if (count > 0) this.useless.set(id, count);
    else this.useless.delete(id);
  }
}
