/** The requests that a question becomes: a judgement, and a first look where that pays and is safe. */
import type { ClassifierQuestion } from '../engine/model/ports';
import { classifierPrompt } from './prompt/classifierPrompt';
import { FIRST_LOOK_TOKENS, FIRST_LOOK_TOOL } from './firstLook';
import type { ModelChoice } from './models/modelChoice';
import { INSTRUCTIONS, type PromptRule } from './prompt/policyPrompt';
import type { ModelCall } from './models/provider';
import { VERDICT_TOOL } from './verdict';

export const MAX_ANSWER_TOKENS = 700;

export interface ModelRequests {
  /** Undefined where the judgement is asked at once. */
  readonly firstLook: ModelCall | undefined;
  readonly judgement: ModelCall;
  /** What a verdict may refer to. */
  readonly rules: readonly PromptRule[];
  /** Whether anything in the prompt could authorise the call: words of the user, or their approval. */
  readonly mayBeAuthorised: boolean;
}

/**
 * @param firstLookPays whether this model has given usable first looks so far
 * @throws ActionTooLarge
 */
export function modelRequests(
  question: ClassifierQuestion,
  { provider, model, contextTokens, connection }: Extract<ModelChoice, { kind: 'model' }>,
  firstLookPays: boolean,
): ModelRequests {
  const { system, user, rules, redacted, mayBeAuthorised } = classifierPrompt(question, contextTokens);
  const { stages } = question.settings;
  const staged = stages === 'two' || (stages === 'auto' && provider.cheapFirstLook);
  // A first look is no match for a change of a protected path, an approval whose reach has to be weighed, or a hidden part of the action.
  const looksFirst = staged && firstLookPays && !question.closeLook && redacted === 0;
  // Both tools in both requests, and so the same beginning, which providers keep.
  const tools = staged ? [VERDICT_TOOL, FIRST_LOOK_TOOL] : [VERDICT_TOOL];
  const shared = { ...connection, model, system, user, tools };
  return {
    firstLook: looksFirst
      ? { ...shared, instruction: INSTRUCTIONS.firstLook, tool: FIRST_LOOK_TOOL, maxTokens: FIRST_LOOK_TOKENS }
      : undefined,
    judgement: { ...shared, instruction: INSTRUCTIONS.judgement, tool: VERDICT_TOOL, maxTokens: MAX_ANSWER_TOKENS },
    rules,
    mayBeAuthorised,
  };
}
