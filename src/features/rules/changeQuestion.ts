import { DEFAULTS_MARKER } from '../../config/schema';
import { HOLDING_BACK } from '../../config/sources';
import type { RuleSection } from '../../panel/ruleEditing';
import type { RuleSectionTexts } from '../../texts/ruleSectionTexts';
import type { Confirm } from '../../editor/confirmation';
import type { CurrentRules } from './editableRules';
import { readEntry } from './ruleDraft';
import { actionLines } from '../questions/questionText';
import { t } from '@vscode/l10n';
import { visibleLine } from '../../common/visibleText';

export interface RuleQuestionParts {
  readonly sections: Readonly<Record<RuleSection, RuleSectionTexts>>;
  readonly confirm: Confirm;
  /** For a text that a dialog cuts. */
  readonly openWhole: (text: string) => PromiseLike<void>;
}

export interface ChangedList {
  readonly section: RuleSection;
  readonly current: CurrentRules;
  readonly lines: readonly string[];
}

/** Shows every line, and writes nothing before a yes. */
export async function agreedToChange(
  question: { readonly message: string; readonly yes: string; readonly notes?: readonly string[] },
  lists: readonly ChangedList[],
  { sections, confirm, openWhole }: RuleQuestionParts,
): Promise<boolean> {
  const named = ({ section, current: { place } }: ChangedList): string =>
    t('List: {list} (autoMode.{section}). {place}.', {
      list: sections[section].name,
      section,
      place: visibleLine(place.label),
    });
  const lines = lists.flatMap((list) => [
    ...(lists.length > 1 ? [`${sections[list.section].name}, ${list.current.place.label}:`] : []),
    ...list.lines,
  ]);
  // No line can pass for another.
  const shown = actionLines(lines.map(visibleLine).join('\n'));
  if (shown.whole !== undefined) await openWhole(shown.whole);
  const about = lists.flatMap((list) => {
    const { section, current } = list;
    const { place } = current.place;
    return [
      named(list),
      sections[section].purpose,
      ...(place.kind === 'folder' ? [visibleLine(place.folder)] : []),
      ...(place.kind === 'folder' && current.list.raw === undefined && !HOLDING_BACK.has(section)
        ? [
            t(
              'This folder has no list of its own: your other settings hold. The first change here copies them, and from then on this list holds in their place.',
            ),
          ]
        : []),
    ];
  });
  return confirm(question.message, [...shown.lines, '', ...about, ...(question.notes ?? [])].join('\n'), question.yes);
}

export function entryLines(section: RuleSection, raw: unknown, builtIn: readonly string[]): readonly string[] {
  const entry = readEntry(section, raw);
  if (entry.kind === 'defaults') return [DEFAULTS_MARKER, ...builtIn];
  return [entry.kind === 'entry' ? withMessage(entry.rule, entry.message) : entry.text];
}

export function withMessage(rule: string, message: string | undefined): string {
  return message === undefined || message === '' ? rule : `${rule} "${message}"`;
}

export function entryText(section: RuleSection, raw: unknown): string {
  const entry = readEntry(section, raw);
  return entry.kind === 'defaults' ? DEFAULTS_MARKER : entry.kind === 'entry' ? entry.rule : entry.text;
}
