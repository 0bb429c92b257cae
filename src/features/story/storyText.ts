import { t } from '@vscode/l10n';
import type { Story, StoryRuns } from '../../panel/story';
import { visibleLine } from '../../common/visibleText';
import type { LongText } from '../../panel/longText';

/** No foreign line can pass for ours. */
const MARGIN = '  | ';

export function storyText(story: Story<LongText>): string {
  const { headline, summary, reason, remedy, rule, settings, steps, understood, runs, input, fragment, judge, facts } =
    story;
  const part = (heading: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', heading, ...lines];
  return `${[
    headline,
    quoted(summary),
    ...part(t('Reason'), [quoted(reason)]),
    ...part(t('What would clear it'), remedy === undefined ? [] : [quoted(remedy)]),
    ...part(t('Rule'), rule === undefined ? [] : [quoted(rule.text), `  ${rule.from}`]),
    ...part(
      t('Settings that have a part in it'),
      settings.map(({ label }) => `  ${label}`),
    ),
    ...part(t('Checks, in order'), [...stepLines(steps), ...(steps.note === undefined ? [] : [`  ${steps.note}`])]),
    ...part(t('The command, as understood now'), understood === undefined ? [] : commandLines(understood)),
    ...part(t('What will run'), runs === undefined ? [] : runLines(runs)),
    ...part(t('Input'), [
      ...input.notes.map((note) => `  ${note}`),
      ...input.fields.flatMap(({ label, text }) => [`  ${visibleLine(label)}:`, ...longLines(text)]),
    ]),
    ...part(t('What it is about'), fragment === undefined ? [] : [quoted(fragment.text), `  ${fragment.note}`]),
    ...part(
      t('What the judge was sent and answered'),
      judge === undefined
        ? []
        : [
            ...judge.notes.map((note) => `  ${note}`),
            ...judge.blocks.flatMap(({ heading, text }) => [`  ${heading}:`, ...longLines(text)]),
          ],
    ),
    ...part(
      t('Details'),
      facts.map(({ label, value }) => `  ${label}: ${value}`),
    ),
  ].join('\n')}\n`;
}

function commandLines(understood: NonNullable<Story<LongText>['understood']>): string[] {
  const { note, verdict, unknown, commands, more } = understood;
  return [
    `  ${note}`,
    `  ${verdict}`,
    ...(unknown.length === 0
      ? []
      : [
          `  ${t('Not understood, so nothing in it is settled as harmless:')}`,
          ...unknown.map((line) => `    ${line}`),
        ]),
    ...(commands.length === 0 ? [] : [`  ${t('What would run:')}`]),
    ...commands.flatMap(({ pieces, where, verdict: becomes }, index) => [
      `  ${index + 1}. ${pieces.map(({ text }) => text).join('')}`,
      `     ${where}`,
      `     ${becomes}`,
    ]),
    ...(more === undefined ? [] : [`  ${more}`]),
  ];
}

function stepLines({ list }: Story<LongText>['steps']): string[] {
  const passed = list.filter(({ kind }) => kind === 'passed').map(({ check }) => check);
  return [
    ...list.flatMap(({ check, said, kind }, index) =>
      kind === 'passed' || kind === 'unreached' ? [] : [`  ${index + 1}. ${check}: ${said}`],
    ),
    ...(passed.length === 0 ? [] : [`  ${t('No opinion: {checks}', { checks: passed.join(', ') })}`]),
  ];
}

function runLines({ summary, files, more, unresolved }: StoryRuns): string[] {
  return [
    `  ${summary}`,
    ...files.map(
      ({ path, what, writtenBy, problem, depth }) =>
        `  ${'  '.repeat(depth)}- ${path} (${[what, writtenBy, ...(problem === undefined ? [] : [problem])].join(', ')})`,
    ),
    ...(more === undefined ? [] : [`  ${more}`]),
    ...unresolved.map((why) => `  ${t('not known: {what}', { what: why })}`),
  ];
}

function longLines({ text, marks }: LongText): string[] {
  const about = [...new Set(marks.map(([start, end]) => text.slice(start, end)))];
  return [
    ...text.split('\n').map((line) => MARGIN + visibleLine(line)),
    ...about.map((fragment) => `  ${t('what it is about:')} ${visibleLine(fragment)}`),
  ];
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => MARGIN + line)
    .join('\n');
}
