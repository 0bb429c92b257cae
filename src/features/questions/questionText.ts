import { table } from '../../common/table';
import type { UserQuestion } from '../../engine/model/ports';
import { toolSpec } from '../../calls/tools/toolCatalogue';
import type { ActionLanguage } from '../../editor/actionDocument';
import { agentName } from '../../editor/agentName';
import { exemptLabel, yesLabel } from './questionChoices';
import { questionFacts } from './questionFacts';
import { markedRows, ROW_CHARACTERS, rowsOf } from '../../common/rows';
import { t } from '@vscode/l10n';
import { shortLine, visibleDocument, visibleLines } from '../../common/visibleText';

export interface QuestionText {
  readonly message: string;
  readonly detail: string;
  /** Set if the dialog cuts the action: it opens in an editor first. */
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

export interface QuestionView {
  /** Of the workspace, absolute. */
  readonly folders: readonly string[];
  /** The user does not know yet what “continue” means. */
  readonly explains: boolean;
}

/** For a small screen. Longer actions lose their middle: the lines below must be seen. */
export const MAX_ROWS = 18;

const START_ROWS = 8;
const END_ROWS = 5;
const MAX_SAID = 300;
const MAX_EXPIRED_SHOWN = 5;

/** The action's lines cannot imitate ours below. */
const MARGIN = '│ ';

/**
 * @param question its action may be hostile and long
 * @param expired actions that timed out since the last dialog
 */
export function questionText(
  question: UserQuestion,
  runs: number,
  expired: readonly string[],
  view: QuestionView,
): QuestionText {
  const { message, action, facts, said, explanations } = questionWords(question, runs, view);
  const detail = [
    ...actionRows(action),
    '',
    ...facts.flatMap((fact) => markedRows(fact)),
    ...(said === undefined ? [] : ['', ...markedRows(t('The agent says, unchecked: “{said}”', { said }))]),
    ...(explanations.length === 0 ? [] : ['', ...explanations]),
    ...expiredLines(expired),
  ].join('\n');
  return { message, detail, whole: action.partly ? wholeAction(question.action) : undefined };
}

export function questionWords(question: UserQuestion, runs: number, view: QuestionView): QuestionWords {
  return {
    message: messageOf(question),
    action: actionWords(question.action),
    facts: questionFacts(question, runs, view.folders),
    said: question.said === undefined ? undefined : shortLine(question.said, MAX_SAID),
    explanations: view.explains ? explanationsOf(question) : [],
  };
}

function explanationsOf(question: UserQuestion): readonly string[] {
  if (question.yesRuns) return [];
  return [
    t('“{yes}” does not run it yet: the remaining checks decide.', { yes: yesLabel(question) }),
    ...(question.canExempt
      ? [t('“{exempt}” holds for exactly this action in this agent session.', { exempt: exemptLabel() })]
      : []),
  ];
}

function messageOf(question: UserQuestion): string {
  const agent = question.agent === undefined ? t('An agent') : agentName(question.agent);
  const kind = kindOf(question);
  if (kind === 'bash' || kind === 'powershell') return t('{agent} wants to run:', { agent });
  if (kind === 'edit' || kind === 'write') return t('{agent} wants to change:', { agent });
  return t('{agent} wants to use {tool}:', { agent, tool: shortLine(question.tool, 80) });
}

const LANGUAGES: Readonly<Record<string, ActionLanguage>> = table({
  bash: 'shell',
  powershell: 'powershell',
  edit: 'difference',
});

/** Colours for a long action's editor. */
export function languageOf(question: UserQuestion): ActionLanguage {
  return LANGUAGES[kindOf(question) ?? ''] ?? 'text';
}

function kindOf({ agent, tool }: UserQuestion): string | undefined {
  return toolSpec(agent, tool)?.kind;
}

export interface ShownAction {
  readonly lines: readonly string[];
  readonly whole: string | undefined;
}

/** The action may be hostile and long. */
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

/** Slow for a huge one. */
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
    t('Open beside: all {characters} characters. Start and end:', { characters }),
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
    t('Blocked without an answer in time:'),
    ...expired.slice(0, MAX_EXPIRED_SHOWN).flatMap((action) => markedRows(shortLine(action, 100), '• ')),
    ...(more > 0 ? [t('• and {more} more', { more })] : []),
  ];
}
