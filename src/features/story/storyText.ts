import { t } from '@vscode/l10n';
import type { Story } from '../../panel/story';
import { visibleLine } from '../../common/visibleText';
import type { LongText } from '../../panel/longText';

/** No foreign line can pass for one of the story. */
const MARGIN = '  | ';

export function storyText(story: Story<LongText>): string {
  const { headline, summary, reason, remedy, rule, settings, steps, understood, input, fragment, judge, facts } = story;
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
    ...part(t('Checks, in order'), [
      ...steps.list.map(({ check, said }, index) => `  ${index + 1}. ${check}: ${said}`),
      ...(steps.note === undefined ? [] : [`  ${steps.note}`]),
    ]),
    ...part(t('The command, as understood now'), understood === undefined ? [] : commandLines(understood)),
    ...part(t('Input'), [
      ...input.notes.map((note) => `  ${note}`),
      ...input.fields.flatMap(({ label, text }) => [`  ${visibleLine(label)}:`, ...longLines(text)]),
    ]),
    ...part(t('What it is about'), fragment === undefined ? [] : [quoted(fragment.text), `  ${fragment.note}`]),
    ...part(
      t('What the classifier was sent and answered'),
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
    ...commands.flatMap(({ command, where, verdict: becomes }, index) => [
      `  ${index + 1}. ${command}`,
      `     ${where}`,
      `     ${becomes}`,
    ]),
    ...(more === undefined ? [] : [`  ${more}`]),
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
