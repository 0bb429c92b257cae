/** Tests and recorded prompts rely on order and tags of the last block. */
import type { JsonObject } from '../../common/json';
import type { ClassifierQuestion } from '../../engine/model/ports';
import { cutMiddle, inert, oneLine, plainlyQuoted, quoted, toolName } from './framing';
import { FIXED_POLICY, ruleSections, type PromptRule } from './policyPrompt';
import { redactSecrets } from './redaction';
import { transcriptText } from './transcriptText';

/** Larger actions are refused. */
export const MAX_ACTION_CHARACTERS = 200_000;
/** For the answer and estimation errors. */
const RESERVED_TOKENS = 4_000;
const IN_QUOTES = /"(?:[^"\\]|\\.)*"?/gs;
const LONG_WORD = /[\w+/=.-]{12,}/g;
const MAX_FILE_CHARACTERS = 4_000;
const MAX_CONTEXT_CHARACTERS = 100_000;
const MAX_TRANSCRIPT_CHARACTERS = 200_000;

export interface ClassifierPrompt {
  readonly system: readonly string[];
  readonly user: readonly string[];
  readonly rules: readonly PromptRule[];
  readonly redacted: number;
  /** By words or approval of the user in the prompt. */
  readonly mayBeAuthorised: boolean;
}

export class ActionTooLarge extends Error {}

/** @throws ActionTooLarge */
export function classifierPrompt(question: ClassifierQuestion, contextTokens: number): ClassifierPrompt {
  const json = actionJson(question.input);
  const { text: cleanJson, redacted, secrets } = redactSecrets(json);
  const action = `${toolName(question.tool)} ${inert(cleanJson)}`;
  const { text: rulesText, rules } = ruleSections(question.rules);
  const facts = factsBlock(question, secrets);
  const room =
    contextTokens - RESERVED_TOKENS - [FIXED_POLICY, rulesText, facts, action].map(estimatedTokens).reduce(sum, 0);
  const tooLarge = (included: string): ActionTooLarge =>
    new ActionTooLarge(
      `The action is too large for the classifier's model, which takes ${contextTokens} tokens, ${included} included.`,
    );
  if (room < 0) throw tooLarge('rules and answer');
  const { settings } = question;
  // Worst case: one token per character.
  const transcript = transcriptText(question.transcript, {
    maxEntries: settings.maxTranscriptEntries,
    assistantText: settings.assistantText,
    maxCharacters: Math.min(MAX_TRANSCRIPT_CHARACTERS, room),
    lastWordsFit: (record) => estimatedTokens(record) <= room,
  });
  // A padded action could push out a limit that the user set.
  if (transcript.lacksLastWords) throw tooLarge("rules, answer and the user's last words");
  const context = contextText(
    question.loadedContext,
    Math.min(MAX_CONTEXT_CHARACTERS, Math.max(0, room - estimatedTokens(transcript.text))),
  );
  return {
    system: [FIXED_POLICY, rulesText],
    user: [
      facts,
      `<loaded-project-instructions>
${context || '(none)'}
</loaded-project-instructions>

<transcript>
${transcript.text || '(none)'}
</transcript>

Latest action to classify:
${action}`,
    ],
    rules,
    redacted,
    mayBeAuthorised: question.authorisation !== undefined || transcript.hasUserWords,
  };
}

/** Indentation must not make an action too large. */
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

function factsBlock({ agent, cwd, facts, authorisation }: ClassifierQuestion, secrets: readonly string[]): string {
  const redacted = secrets.length;
  const words = new Set(secrets.flatMap(longWords));
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
  // A fact may quote a secret without the context that identifies it. The gate's own words stay.
  const cleanWords = (part: string): string =>
    part.replace(LONG_WORD, (word) => (words.has(word) ? '[REDACTED]' : word));
  const clean = (line: string): string => redactSecrets(line).text.replace(IN_QUOTES, cleanWords);
  const bullets = lines.map((line) => `- ${plainlyQuoted(clean(line))}`);
  return `<gate-facts>\n${bullets.join('\n')}\n</gate-facts>`;
}

function longWords(secret: string): readonly string[] {
  return secret.split(/(?:\\{1,4}[nr])+|\s+/).flatMap((line) => line.match(LONG_WORD) ?? []);
}

function contextText(files: ClassifierQuestion['loadedContext'], maxCharacters: number): string {
  const shown: string[] = [];
  let room = maxCharacters;
  for (const { path, text } of files) {
    const clean = redactSecrets(cutMiddle(text, MAX_CONTEXT_CHARACTERS)).text;
    const part = `# ${shownPath(path)}\n${quoted(clean, MAX_FILE_CHARACTERS)}`;
    room -= part.length + 2;
    if (room < 0) break;
    shown.push(part);
  }
  const missing = files.length - shown.length;
  return [...shown, ...(missing === 0 ? [] : [`(${missing} more file(s) left out)`])].join('\n\n');
}

/** A JSON string if it could pass for a record's heading or a speaker's name. */
function shownPath(path: string): string {
  const short = cutMiddle(path, 1_000);
  return /^(?=.*[./\\])[\p{L}\p{N}_.:/\\@~+-]+$/u.test(short) ? oneLine(short) : oneLine(JSON.stringify(short));
}

/** If too low, the provider refuses the prompt, which blocks as well. */
function estimatedTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) wide += 1;
  return Math.ceil((text.length - wide) / 2.5 + wide * 1.5);
}

function sum(left: number, right: number): number {
  return left + right;
}
