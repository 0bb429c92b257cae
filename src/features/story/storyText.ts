import type { Story, StoryStrings } from '../../panel/story';
import { visibleLine } from '../../common/visibleText';
import type { LongText } from '../../panel/longText';

/** Stands before each line of a text of others, so that none can pass for a line of the story. */
const MARGIN = '  | ';

/** A story in lines of plain text, whole: the same that the panel shows. */
export function storyText(story: Story<LongText>, strings: StoryStrings): string {
  const { headline, summary, reason, remedy, rule, settings, steps, understood, input, fragment, judge, facts } = story;
  const part = (heading: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', heading, ...lines];
  return `${[
    headline,
    quoted(summary),
    ...part(strings.reason, [quoted(reason)]),
    ...part(strings.remedy, remedy === undefined ? [] : [quoted(remedy)]),
    ...part(strings.rule, rule === undefined ? [] : [quoted(rule.text), `  ${rule.from}`]),
    ...part(
      strings.settings,
      settings.map(({ label }) => `  ${label}`),
    ),
    ...part(strings.steps, [
      ...steps.list.map(({ check, said }, index) => `  ${index + 1}. ${check}: ${said}`),
      ...(steps.note === undefined ? [] : [`  ${steps.note}`]),
    ]),
    ...part(strings.understood, understood === undefined ? [] : commandLines(understood, strings)),
    ...part(strings.input, [
      ...input.notes.map((note) => `  ${note}`),
      ...input.fields.flatMap(({ label, text }) => [`  ${visibleLine(label)}:`, ...longLines(text, strings)]),
    ]),
    ...part(strings.fragment, fragment === undefined ? [] : [quoted(fragment.text), `  ${fragment.note}`]),
    ...part(
      strings.judge,
      judge === undefined
        ? []
        : [
            ...judge.notes.map((note) => `  ${note}`),
            ...judge.blocks.flatMap(({ heading, text }) => [`  ${heading}:`, ...longLines(text, strings)]),
          ],
    ),
    ...part(
      strings.facts,
      facts.map(({ label, value }) => `  ${label}: ${value}`),
    ),
  ].join('\n')}\n`;
}

function commandLines(understood: NonNullable<Story<LongText>['understood']>, strings: StoryStrings): string[] {
  const { note, verdict, unknown, commands, more } = understood;
  return [
    `  ${note}`,
    `  ${verdict}`,
    ...(unknown.length === 0 ? [] : [`  ${strings.notUnderstood}`, ...unknown.map((line) => `    ${line}`)]),
    ...(commands.length === 0 ? [] : [`  ${strings.commands}`]),
    ...commands.flatMap(({ command, where, verdict: becomes }, index) => [
      `  ${index + 1}. ${command}`,
      `     ${where}`,
      `     ${becomes}`,
    ]),
    ...(more === undefined ? [] : [`  ${more}`]),
  ];
}

function longLines({ text, marks }: LongText, strings: StoryStrings): string[] {
  const about = [...new Set(marks.map(([start, end]) => text.slice(start, end)))];
  return [
    ...text.split('\n').map((line) => MARGIN + visibleLine(line)),
    ...about.map((fragment) => `  ${strings.marked} ${visibleLine(fragment)}`),
  ];
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => MARGIN + line)
    .join('\n');
}
