import { createHash } from 'node:crypto';
import { MAX_RULE_TEXT, type RuleRow, type RuleSection } from '../../panel/ruleEditing';
import { t } from '@vscode/l10n';
import { shortLine, visibleLine, visibleLines } from '../../common/visibleText';
import { entryProblem, isPermissionSection, readEntry } from './ruleDraft';

/** Of all rows together. */
const MAX_CHARACTERS = 200_000;
const SHORTENED_CHARACTERS = 200;

/** @param overlapOf finds entries without effect beside others */
export function ruleRows(
  section: RuleSection,
  entries: readonly unknown[],
  count: number,
  overlapOf: (index: number) => string | undefined,
): readonly RuleRow[] {
  const keyOf = keys();
  const visible = isPermissionSection(section) ? visibleLine : visibleLines;
  let left = MAX_CHARACTERS;
  return entries.slice(0, count).map((raw, index): RuleRow => {
    const entry = readEntry(section, raw);
    const key = keyOf(raw);
    if (entry.kind === 'defaults') return { index, key, kind: 'defaults', text: '$defaults' };
    if (entry.kind === 'unreadable') {
      const problem = t('This entry cannot be read. Remove it, or correct it in your settings.');
      return { index, key, kind: 'unreadable', text: visibleLine(entry.text), problem };
    }
    const { rule, message } = entry;
    const problem = entryProblem(section, rule);
    const overlap = problem === undefined ? overlapOf(index) : undefined;
    const more = {
      ...(problem === undefined ? {} : { problem: visibleLine(problem) }),
      ...(overlap === undefined ? {} : { overlap }),
    };
    if (rule.length > Math.min(MAX_RULE_TEXT, left)) {
      const notEditable = t('This entry is too long to be edited here. Open the settings to change it.');
      return { index, key, kind: 'entry', text: shortLine(rule, SHORTENED_CHARACTERS), notEditable, ...more };
    }
    left -= rule.length;
    const text = visible(rule);
    const said = message === undefined ? undefined : visibleLine(message);
    const isPlain = text === rule && said === message;
    return {
      index,
      key,
      kind: 'entry',
      text,
      ...(said === undefined ? {} : { message: said }),
      ...(isPlain
        ? {}
        : {
            notEditable: t(
              'This entry holds characters that cannot be seen, shown here as \\u{…}. Open the settings to change it.',
            ),
          }),
      ...more,
    };
  });
}

/** Equal entries are numbered. */
function keys(): (raw: unknown) => string {
  const seen = new Map<string, number>();
  return (raw) => {
    const hash = createHash('sha256').update(JSON.stringify(raw)).digest('hex').slice(0, 16);
    const before = seen.get(hash) ?? 0;
    seen.set(hash, before + 1);
    return `${hash}-${before}`;
  };
}
