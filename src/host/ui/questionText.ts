import type { UserQuestion } from '../../engine/ports';
import { toolSpec } from '../../engine/toolCatalogue';
import { agentName } from './agentName';
import type { Translate } from './translate';
import { shortLine, visibleDocument, visibleLine, visibleLines } from './visibleText';

/** The words of one modal dialog. */
export interface QuestionText {
  readonly message: string;
  readonly detail: string;
  /** The label of the answer that says yes. */
  readonly yes: string;
  /** Set where the dialog shows the action only in part: the whole of it, to be opened in an editor before the dialog. */
  readonly whole: string | undefined;
}

/**
 * What a dialog shows without scrolling on a small screen, at the width that VS Code gives it: a longer action is shown by its
 * start and its end, so that the lines below it stay in sight.
 */
export const MAX_ROWS = 18;
const ROW_CHARACTERS = 50;

const START_ROWS = 8;
const END_ROWS = 5;
const MAX_SAID = 300;
const MAX_BECAUSE = 500;
const MAX_EXPIRED_SHOWN = 5;

/**
 * Stands in front of every line of the action, so that no action can imitate the lines that follow it, which are ours.
 */
const MARGIN = '│ ';

/**
 * Writes the dialog for a question.
 * @param question The action in it may be hostile text of any length.
 * @param runs How many runs of this same action the answer covers.
 * @param expired Actions whose time ended unanswered since the last dialog.
 * @param t The user's language.
 */
export function questionText(
  question: UserQuestion,
  runs: number,
  expired: readonly string[],
  t: Translate,
): QuestionText {
  const yes = question.yesRuns ? t('Run it') : t('Continue to checks');
  const said = question.said === undefined ? undefined : shortLine(question.said, MAX_SAID);
  const shown = actionLines(question.action, t);
  const detail = [
    ...shown.lines,
    '',
    ...(question.cwd === undefined ? [] : [t('Folder: {folder}', { folder: visibleLine(question.cwd) })]),
    t('Agent: {agent}', {
      agent: question.agent === undefined ? t('not named by the caller') : agentName(question.agent),
    }),
    whyLine(question, t),
    ...(runs > 1 ? [t('Your answer covers {runs} runs of this action.', { runs })] : []),
    ...(said === undefined ? [] : ['', t('What the agent says about it (not checked): “{said}”', { said })]),
    '',
    question.yesRuns
      ? t('“{yes}” runs it without any further check.', { yes })
      : t('“{yes}” does not run it yet: the remaining checks still decide.', { yes }),
    ...expiredLines(expired, t),
  ].join('\n');
  return { message: messageOf(question, t), detail, yes, whole: shown.whole };
}

function messageOf(question: UserQuestion, t: Translate): string {
  const agent = question.agent === undefined ? t('an agent') : agentName(question.agent);
  const kind = toolSpec(question.agent, question.tool)?.kind;
  if (kind === 'bash' || kind === 'powershell') return t('Let {agent} run this command?', { agent });
  if (kind === 'edit' || kind === 'write') return t('Let {agent} change this file?', { agent });
  return t('Let {agent} use the tool {tool}?', { agent, tool: shortLine(question.tool, 80) });
}

function whyLine(question: UserQuestion, t: Translate): string {
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

/** An action in the lines of a dialog. `whole` is set where they show it only in part. */
export interface ShownAction {
  readonly lines: readonly string[];
  readonly whole: string | undefined;
}

/** Lines for a dialog that show an action, which may be hostile text of any length. */
export function actionLines(action: string, t: Translate): ShownAction {
  if (action.length <= MAX_ROWS * ROW_CHARACTERS) {
    const visible = visibleLines(action);
    if (rowsOf(visible) <= MAX_ROWS) return { lines: withMargin(visible), whole: undefined };
  }
  return {
    lines: [
      t('The whole action ({characters} characters) is open in an editor beside. Its start and end:', {
        characters: action.length,
      }),
      '',
      ...withMargin(startOf(action)),
      t('… left out here …'),
      ...withMargin(endOf(action)),
    ],
    whole: visibleDocument(action),
  };
}

function rowsOf(text: string): number {
  return text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / ROW_CHARACTERS)), 0);
}

function startOf(action: string): string {
  const characters = START_ROWS * ROW_CHARACTERS;
  const lines = action.slice(0, characters).split('\n').slice(0, START_ROWS);
  return visibleLines(lines.join('\n')).slice(0, characters);
}

function endOf(action: string): string {
  const characters = END_ROWS * ROW_CHARACTERS;
  const lines = action.slice(-characters).split('\n').slice(-END_ROWS);
  return visibleLines(lines.join('\n')).slice(-characters);
}

function withMargin(text: string): string[] {
  return text.split('\n').map((line) => MARGIN + line);
}

function expiredLines(expired: readonly string[], t: Translate): string[] {
  if (expired.length === 0) return [];
  const more = expired.length - MAX_EXPIRED_SHOWN;
  return [
    '',
    t('Ended without your answer since the last question, and blocked:'),
    ...expired.slice(0, MAX_EXPIRED_SHOWN).map((action) => `• ${shortLine(action, 100)}`),
    ...(more > 0 ? [t('• and {more} more', { more })] : []),
  ];
}
