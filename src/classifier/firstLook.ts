/** The first of two stages: a short answer that either lets a call run or sends it to the judgement. Every doubt is the judgement's. */
import * as z from 'zod';
import { formatModelId, type ModelId } from './models/modelCatalogue';
import type { ForcedTool, ModelReply } from './models/provider';
import { parsedArguments } from './providers/toolArguments';

/** The shortest answer that a forced tool allows. */
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

/** Room for the tool call around the one word. */
export const FIRST_LOOK_TOKENS = 64;
/** What a user and an agent read of a call that the first look let run. */
export const FIRST_LOOK_REASON = "The classifier's first look found nothing in the call that a rule forbids.";

const answerSchema = z.strictObject({ verdict: z.enum(['clear', 'look_closer']) });
/** More than the answer and a code block around it. */
const MAX_TEXT_CHARACTERS = 200;

/** `unusable`: no answer to the question at all. It sends the call to the judgement like `look-closer`. */
export type FirstLook = 'clear' | 'look-closer' | 'unusable';

export function readFirstLook({ ending, toolCalls, text }: ModelReply): FirstLook {
  if (ending !== 'complete') return 'unusable';
  const [call] = toolCalls;
  if (call === undefined) return answerIn(jsonIn(text));
  // What else it says may take the word back.
  const isAlone = toolCalls.length === 1 && text.trim() === '';
  return isAlone && call.name === FIRST_LOOK_TOOL.name ? answerIn(call.input) : 'unusable';
}

function answerIn(value: unknown): FirstLook {
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) return 'unusable';
  return parsed.data.verdict === 'clear' ? 'clear' : 'look-closer';
}

/** The whole text as JSON, with or without a code block around it; the text itself where it is none, or repeats a key. */
function jsonIn(text: string): unknown {
  if (text.length > MAX_TEXT_CHARACTERS) return undefined;
  const [, inside] = /^\s*```(?:json)?\n([^`]*)```\s*$/.exec(text) ?? [];
  return parsedArguments(inside ?? text);
}

/** So often without a usable answer in a row, a model is not asked for a first look any more in this window. */
const MAX_USELESS = 3;
const MAX_REMEMBERED = 100;

/** Which models give no first look, such as those that think aloud before every answer. */
export class FirstLookExperience {
  private readonly useless = new Map<string, number>();

  pays(model: ModelId): boolean {
    return (this.useless.get(formatModelId(model)) ?? 0) < MAX_USELESS;
  }

  note(model: ModelId, look: FirstLook): void {
    const id = formatModelId(model);
    const count = look === 'unusable' ? (this.useless.get(id) ?? 0) + 1 : 0;
    this.useless.delete(id);
    if (count > 0) this.useless.set(id, count);
    const [oldest] = this.useless.keys();
    if (this.useless.size > MAX_REMEMBERED && oldest !== undefined) this.useless.delete(oldest);
  }
}
