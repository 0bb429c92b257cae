/** Tests and recorded prompts rely on order and tags of the last block. */
import type { JsonObject } from '../../common/json';
import type { ClassifierQuestion, WhatRuns } from '../../engine/model/ports';
import { cutMiddle, inert, oneLine, plainlyQuoted, quoted, toolName } from './framing';
import { FIXED_POLICY, ruleSections, type PromptRule } from './policyPrompt';
import { redactSecrets, type Redacted, type Spared } from './redaction';
import { SparedTexts } from './sparedTexts';
import { transcriptText } from './transcriptText';

/** Larger actions are refused. */
export const MAX_ACTION_CHARACTERS = 200_000;
/** For the answer and wrong estimates. */
const RESERVED_TOKENS = 4_000;
const IN_QUOTES = /"(?:[^"\\]|\\.)*"?/gs;
const NOTHING = new SparedTexts([]);
const SECRET_WORD = /[\w+/=.-]{6,}/g;
const MAX_FILE_CHARACTERS = 4_000;
const MAX_CONTEXT_CHARACTERS = 100_000;
const MAX_TRANSCRIPT_CHARACTERS = 200_000;

export interface ClassifierPrompt {
  readonly system: readonly string[];
  readonly user: readonly string[];
  readonly rules: readonly PromptRule[];
  readonly redacted: number;
  /** The prompt has words or approval of the user. */
  readonly mayBeAuthorised: boolean;
}

export class ActionTooLarge extends Error {}

/** @throws ActionTooLarge */
export function classifierPrompt(question: ClassifierQuestion, contextTokens: number): ClassifierPrompt {
  const json = actionJson(question.input);
  const { names, spellings, guesses } = question.runs;
  const spared: Spared = {
    sure: new SparedTexts([...names, ...spellings]),
    guessed: new SparedTexts(guesses),
  };
  const clean = redactSecrets(json, spared);
  const { text: cleanJson, redacted } = clean;
  const action = `${toolName(question.tool)} ${inert(cleanJson)}`;
  const { text: rulesText, rules } = ruleSections(question.rules);
  const facts = factsBlock(question, clean, spared);
  const room =
    contextTokens - RESERVED_TOKENS - [FIXED_POLICY, rulesText, facts, action].map(estimatedTokens).reduce(sum, 0);
  const tooLarge = (included: string): ActionTooLarge =>
    new ActionTooLarge(
      `The action is too large for the classifier's model, which takes ${contextTokens} tokens, ${included} included.`,
    );
  if (room < 0) throw tooLarge('rules and answer');
  const { settings } = question;
  // The worst case: a token for each character.
  const transcript = transcriptText(question.transcript, {
    maxEntries: settings.maxTranscriptEntries,
    assistantText: settings.assistantText,
    maxCharacters: Math.min(MAX_TRANSCRIPT_CHARACTERS, room),
    lastWordsFit: (record) => estimatedTokens(record) <= room,
  });
  // A padded action could push the user's limits out.
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

/** Indentation must not make it too large. */
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

function factsBlock(
  { agent, cwd, facts, authorisation, runs }: ClassifierQuestion,
  { text: action, secrets }: Redacted,
  spared: Spared,
): string {
  const told = [cwd ?? '', authorisation ?? '', ...facts].join('\n');
  const words = secretWords(secrets).filter(({ word }) => told.includes(word));
  // A fact may quote a secret out of context. The gate's own words stay.
  const cleanWords = (part: string): string =>
    words.reduce((rest, { word, inKeyFile }) => withoutWord(rest, word, inKeyFile ? NOTHING : spared.sure), part);
  const clean = (line: string): string => redactSecrets(line, spared).text.replace(IN_QUOTES, cleanWords);
  const about = [
    agent === undefined ? 'The agent is not named.' : `Agent: ${JSON.stringify(agent)}.`,
    cwd === undefined ? 'The folder is not known.' : `The call would run in the folder ${JSON.stringify(cwd)}.`,
    ...facts,
  ].map(clean);
  const lines = [
    ...about,
    ...(secrets.length === 0 ? [] : hiddenFacts(secrets.length, hiddenInWhatRuns(runs, [action, ...about], spared))),
    clean(
      authorisation === undefined
        ? 'Authorisation by the user for exactly this call: none.'
        : `Authorisation by the user for exactly this call: ${authorisation}`,
    ),
  ];
  const bullets = lines.map((line) => `- ${plainlyQuoted(line)}`);
  return `<gate-facts>\n${bullets.join('\n')}\n</gate-facts>`;
}

function hiddenFacts(redacted: number, inWhatRuns: number): readonly string[] {
  const replaced = `In the action below, ${redacted} secret(s) were replaced by [REDACTED kind]; the call itself holds them.`;
  if (inWhatRuns === 0) return [replaced];
  return [
    replaced,
    `Part of what runs, or of a program, file or host that is named, may be hidden: ${inWhatRuns} place(s).`,
  ];
}

function hiddenInWhatRuns({ names, mayRun }: WhatRuns, shown: readonly string[], spared: Spared): number {
  const isShown = (name: string): boolean => {
    const inJson = JSON.stringify(name).slice(1, -1);
    return shown.some((text) => text.includes(inJson) || text.includes(name));
  };
  return (
    names.filter((name) => !isShown(name)).length +
    mayRun.reduce((count, text) => count + redactSecrets(text, spared).redacted, 0)
  );
}

interface SecretWord {
  readonly word: string;
  /** It names a program nowhere. */
  readonly inKeyFile: boolean;
}

function secretWords(secrets: readonly string[]): readonly SecretWord[] {
  const found = new Map<string, SecretWord>();
  for (const secret of new Set(secrets)) {
    const lines = secret.split(/(?:\\{1,4}[nr])+|\s+/);
    for (const word of lines.flatMap((line) => line.match(SECRET_WORD) ?? [])) {
      const isTelling = word.length >= 12 || (/\d/.test(word) && /[A-Za-z]/.test(word));
      if (isTelling) found.set(word, { word, inKeyFile: lines.length > 1 || found.get(word)?.inKeyFile === true });
    }
  }
  return [...found.values()].sort((one, other) => other.word.length - one.word.length);
}

function withoutWord(text: string, word: string, spared: SparedTexts): string {
  let clean = '';
  let from = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, from)) {
    const end = at + word.length;
    clean += text.slice(from, at) + (spared.holds(text, at, end) ? word : '[REDACTED]');
    from = end;
  }
  return clean + text.slice(from);
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

/** JSON if it looks like a heading or a speaker. */
function shownPath(path: string): string {
  const short = cutMiddle(path, 1_000);
  return /^(?=.*[./\\])[\p{L}\p{N}_.:/\\@~+-]+$/u.test(short) ? oneLine(short) : oneLine(JSON.stringify(short));
}

/** If too low, the provider refuses the prompt, which blocks. */
function estimatedTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) wide += 1;
  return Math.ceil((text.length - wide) / 2.5 + wide * 1.5);
}

function sum(left: number, right: number): number {
  return left + right;
}
