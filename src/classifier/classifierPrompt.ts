/** What the judge is sent. The order and the tags of the last block are a contract: tests and recorded prompts rely on them. */
import type { JsonObject } from '../engine/json';
import type { ClassifierQuestion } from '../engine/ports';
import { cutMiddle, inert, oneLine, quoted, toolName } from './framing';
import { FIXED_POLICY, ruleSections, type PromptRule } from './policyPrompt';
import { redactSecrets } from './redaction';
import { transcriptText } from './transcriptText';

/** A larger action is refused: it is never shortened. */
export const MAX_ACTION_CHARACTERS = 200_000;
/** Kept free in the model's window for the answer and for what an estimate gets wrong. */
const RESERVED_TOKENS = 4_000;
const MAX_FILE_CHARACTERS = 4_000;
const MAX_CONTEXT_CHARACTERS = 100_000;
const MAX_TRANSCRIPT_CHARACTERS = 200_000;

export interface ClassifierPrompt {
  readonly system: readonly string[];
  readonly user: readonly string[];
  /** What a verdict may refer to. */
  readonly rules: readonly PromptRule[];
}

/** The action does not fit. `reason` is a sentence that says so. */
export class ActionTooLarge extends Error {}

/**
 * @param contextTokens the window of the model that will be asked
 * @throws ActionTooLarge
 */
export function classifierPrompt(question: ClassifierQuestion, contextTokens: number): ClassifierPrompt {
  const json = actionJson(question.input);
  const { text: cleanJson, redacted } = redactSecrets(json);
  const action = `${toolName(question.tool)} ${inert(cleanJson)}`;
  const { text: rulesText, rules } = ruleSections(question.rules);
  const facts = factsBlock(question, redacted);
  const room =
    contextTokens - RESERVED_TOKENS - [FIXED_POLICY, rulesText, facts, action].map(estimatedTokens).reduce(sum, 0);
  if (room < 0) {
    throw new ActionTooLarge(
      `The action is too large for the classifier's model, which takes ${contextTokens} tokens, rules and answer included.`,
    );
  }
  const { settings } = question;
  // In the worst case every character of the conversation is a token of its own.
  const transcript = transcriptText(question.transcript, {
    maxEntries: settings.maxTranscriptEntries,
    assistantText: settings.assistantText,
    maxCharacters: Math.min(MAX_TRANSCRIPT_CHARACTERS, room),
  });
  const context = contextText(
    question.loadedContext,
    Math.min(MAX_CONTEXT_CHARACTERS, Math.max(0, room - estimatedTokens(transcript))),
  );
  return {
    system: [FIXED_POLICY, rulesText],
    user: [
      facts,
      `<loaded-project-instructions>
${context || '(none)'}
</loaded-project-instructions>

<transcript>
${transcript || '(none)'}
</transcript>

Latest action to classify:
${action}`,
    ],
    rules,
  };
}

/** Indented for the judge where that fits: indenting alone must not make an action too large. */
function actionJson(input: JsonObject): string {
  const compact = JSON.stringify(input);
  if (compact.length > MAX_ACTION_CHARACTERS) {
    throw new ActionTooLarge(
      `The action is ${compact.length} characters long, and the classifier judges at most ${MAX_ACTION_CHARACTERS}.`,
    );
  }
  const indented = JSON.stringify(input, undefined, 2);
  return indented.length > MAX_ACTION_CHARACTERS ? compact : indented;
}

function factsBlock({ agent, cwd, facts, authorisation }: ClassifierQuestion, redacted: number): string {
  const lines = [
    agent === undefined ? 'The agent is not named.' : `Agent: ${JSON.stringify(agent)}.`,
    cwd === undefined ? 'The folder is not known.' : `The call would run in the folder ${JSON.stringify(cwd)}.`,
    ...facts,
    ...(redacted === 0
      ? []
      : [`In the action below, ${redacted} secret(s) were replaced by [REDACTED kind]; the call itself holds them.`]),
    authorisation === undefined
      ? 'Authorisation by the user for exactly this call: none.'
      : `Authorisation by the user for exactly this call: ${authorisation}`,
  ];
  const bullets = lines.map((line) => `- ${oneLine(redactSecrets(line).text)}`);
  return `<gate-facts>\n${bullets.join('\n')}\n</gate-facts>`;
}

/** The files in order, each shortened, as long as there is room. */
function contextText(files: ClassifierQuestion['loadedContext'], maxCharacters: number): string {
  const shown: string[] = [];
  let room = maxCharacters;
  for (const { path, text } of files) {
    const clean = redactSecrets(cutMiddle(text, MAX_CONTEXT_CHARACTERS)).text;
    const part = `# ${oneLine(cutMiddle(path, 1_000))}\n${quoted(clean, MAX_FILE_CHARACTERS)}`;
    room -= part.length + 2;
    if (room < 0) break;
    shown.push(part);
  }
  const missing = files.length - shown.length;
  return [...shown, ...(missing === 0 ? [] : [`(${missing} more file(s) left out)`])].join('\n\n');
}

/** On the safe side for text and code; where it is still too low, the provider refuses the prompt, which blocks as well. */
function estimatedTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) wide += 1;
  return Math.ceil((text.length - wide) / 2.5 + wide * 1.5);
}

function sum(left: number, right: number): number {
  return left + right;
}
