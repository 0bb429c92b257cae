import type { ClassifierQuestion } from '../engine/model/ports';
import { classifierPrompt } from './prompt/classifierPrompt';
import { FIRST_LOOK_TOKENS, FIRST_LOOK_TOOL } from './firstLook';
import type { ModelChoice } from './models/modelChoice';
import { INSTRUCTIONS, type PromptRule } from './prompt/policyPrompt';
import type { ModelCall } from './models/provider';
import { VERDICT_TOOL } from './verdict';

export const MAX_ANSWER_TOKENS = 700;

export interface ModelRequests {
  readonly firstLook: ModelCall | undefined;
  readonly judgement: ModelCall;
  readonly rules: readonly PromptRule[];
  /** The prompt has words or approval of the user. */
  readonly mayBeAuthorised: boolean;
}

/**
 * @param firstLookPays this model's first looks are usable
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
  // A first look is too weak for protected paths, approvals and hidden parts.
  const looksFirst = staged && firstLookPays && !question.closeLook && redacted === 0;
  // With the same tools providers cache the prefix.
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
