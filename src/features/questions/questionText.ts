import type { UserQuestion } from '../../engine/model/ports';
import { toolSpec } from '../../calls/tools/toolCatalogue';
import { agentModeText, isUsualMode } from '../../editor/agentMode';
import { agentName } from '../../editor/agentName';
import { exemptLabel, yesLabel } from './questionChoices';
import { markedRows, ROW_CHARACTERS, rowsOf } from '../../common/rows';
import { t } from '@vscode/l10n';
import { shortLine, visibleDocument, visibleLine, visibleLines } from '../../common/visibleText';

export interface QuestionText {
  readonly message: string;
  readonly detail: string;
  /** Set if the dialog cuts the action, to be opened in an editor first. */
  readonly whole: string | undefined;
}

/** Each is visible. */
export interface QuestionWords {
  readonly message: string;
  readonly action: ActionWords;
  readonly facts: readonly string[];
  readonly said: string | undefined;
  readonly explanations: readonly string[];
}

/** Fits a small screen. Longer actions are cut in the middle: the lines below must stay in sight. */
export const MAX_ROWS = 18;

const START_ROWS = 8;
const END_ROWS = 5;
const MAX_NAME = 60;
const MAX_SAID = 300;
const MAX_BECAUSE = 500;
const MAX_EXPIRED_SHOWN = 5;

/** Marks the action's lines: they cannot imitate ours below. */
const MARGIN = '│ ';

/**
 * @param question its action may be hostile text of any length
 * @param expired actions that timed out since the last dialog
 */
export function questionText(question: UserQuestion, runs: number, expired: readonly string[]): QuestionText {
  const { message, action, facts, said, explanations } = questionWords(question, runs);
  const detail = [
    ...actionRows(action),
    '',
    ...facts.flatMap((fact) => markedRows(fact)),
    ...(said === undefined
      ? []
      : ['', ...markedRows(t('What the agent says about it (not checked): “{said}”', { said }))]),
    '',
    ...explanations,
    ...expiredLines(expired),
  ].join('\n');
  return { message, detail, whole: action.partly ? wholeAction(question.action) : undefined };
}

export function questionWords(question: UserQuestion, runs: number): QuestionWords {
  const yes = yesLabel(question);
  const facts = [
    ...(question.cwd === undefined ? [] : [t('Folder: {folder}', { folder: visibleLine(question.cwd) })]),
    t('Agent: {agent}', {
      agent: question.agent === undefined ? t('not named by the caller') : agentName(question.agent),
    }),
    ...(question.subAgent === undefined
      ? []
      : [
          t('Sub-agent, by the name that the agent gives it: {name}', { name: shortLine(question.subAgent, MAX_NAME) }),
        ]),
    ...(question.mode === undefined || isUsualMode(question.mode)
      ? []
      : [t("Agent's own permission mode: {mode}", { mode: agentModeText(question.mode) })]),
    whyLine(question),
    ...(runs > 1 ? [t('Your answer covers {runs} runs of this action.', { runs })] : []),
  ];
  return {
    message: messageOf(question),
    action: actionWords(question.action),
    facts,
    said: question.said === undefined ? undefined : shortLine(question.said, MAX_SAID),
    explanations: [
      question.yesRuns
        ? t('“{yes}” runs it without any further check.', { yes })
        : t('“{yes}” does not run it yet: the remaining checks still decide.', { yes }),
      ...(question.canExempt
        ? [
            t(
              '“{exempt}” also goes on to the checks. It counts for the same tool, input and folder of the same agent session alone, with the same content of the files that a command names, until the rule changes or the window reloads, and the classifier is told nothing of it.',
              { exempt: exemptLabel() },
            ),
          ]
        : []),
    ],
  };
}

function messageOf(question: UserQuestion): string {
  const agent = question.agent === undefined ? t('an agent') : agentName(question.agent);
  const kind = toolSpec(question.agent, question.tool)?.kind;
  if (kind === 'bash' || kind === 'powershell') return t('Let {agent} run this command?', { agent });
  if (kind === 'edit' || kind === 'write') return t('Let {agent} change this file?', { agent });
  return t('Let {agent} use the tool {tool}?', { agent, tool: shortLine(question.tool, 80) });
}

function whyLine(question: UserQuestion): string {
  const because = shortLine(question.because, MAX_BECAUSE);
  switch (question.why) {
    case 'ask-rule':
      return t('Rule that asks: {because}', { because });
    case 'malformed-rule':
      return t('Entry that cannot be read, and so asks: {because}', { because });
    case 'soft-block':
      return t('The classifier advises against it: {because}', { because });
    case 'outage':
      return t('The classifier could not judge it: {because}', { because });
    case 'paused':
      return t('Auto mode is paused: {because}', { because });
  }
}

export interface ShownAction {
  readonly lines: readonly string[];
  readonly whole: string | undefined;
}

/** The action may be hostile text of any length. */
export function actionLines(action: string): ShownAction {
  const words = actionWords(action);
  return { lines: actionRows(words), whole: words.partly ? wholeAction(action) : undefined };
}

export interface ActionWords {
  readonly lines: readonly string[];
  readonly end: readonly string[];
  readonly partly: boolean;
  readonly characters: number;
}

export function isShownPartly(action: string): boolean {
  return actionWords(action).partly;
}

/** Takes time for a huge one. */
export function wholeAction(action: string): string {
  return visibleDocument(action);
}

function actionWords(action: string): ActionWords {
  const characters = action.length;
  if (characters <= MAX_ROWS * ROW_CHARACTERS) {
    const lines = visibleLines(action).split('\n');
    if (lines.flatMap(rowsOf).length <= MAX_ROWS) return { lines, end: [], partly: false, characters };
  }
  return { lines: startOf(action), end: endOf(action), partly: true, characters };
}

function actionRows({ lines, end, partly, characters }: ActionWords): string[] {
  if (!partly) return lines.flatMap((line) => markedRows(line, MARGIN));
  return [
    t('The whole action ({characters} characters) is open in an editor beside. Its start and end:', { characters }),
    '',
    ...lines.flatMap((line) => markedRows(line, MARGIN)).slice(0, START_ROWS),
    leftOutLine(),
    ...end.flatMap((line) => markedRows(line, MARGIN)).slice(-END_ROWS),
  ];
}

export function leftOutLine(): string {
  return t('… left out here …');
}

function startOf(action: string): string[] {
  const characters = START_ROWS * ROW_CHARACTERS;
  const lines = action.slice(0, characters).split('\n').slice(0, START_ROWS);
  return visibleLines(lines.join('\n')).slice(0, characters).split('\n');
}

function endOf(action: string): string[] {
  const characters = END_ROWS * ROW_CHARACTERS;
  const lines = action.slice(-characters).split('\n').slice(-END_ROWS);
  return visibleLines(lines.join('\n')).slice(-characters).split('\n');
}

function expiredLines(expired: readonly string[]): string[] {
  if (expired.length === 0) return [];
  const more = expired.length - MAX_EXPIRED_SHOWN;
  return [
    '',
    t('Ended without your answer since the last question, and blocked:'),
    ...expired.slice(0, MAX_EXPIRED_SHOWN).flatMap((action) => markedRows(shortLine(action, 100), '• ')),
    ...(more > 0 ? [t('• and {more} more', { more })] : []),
  ];
}
