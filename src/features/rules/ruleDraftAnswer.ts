import type { PastCall } from '../../engine/trial/replay';
import type { DraftAnswer, RuleEditingFocus, RuleMatches, RuleSection } from '../../panel/ruleEditing';
import { oneOrMany } from '../../common/oneOrMany';
import { t } from '@vscode/l10n';
import { shortLine, visibleLine, visibleLines } from '../../common/visibleText';
import type { RuleCount, RuleQuestion } from './ruleCounting';
import { isPermissionSection, readDraft, readEntry } from './ruleDraft';
import type { ShownList } from './shownList';
import { effectSentence } from './ruleEffectText';
import { sourceOf } from './rulePlaces';

export type RuleDraft = NonNullable<RuleEditingFocus['draft']>;

const MAX_EXAMPLES = 3;
const MAX_EXAMPLE_CHARACTERS = 200;

/** Undefined: wrong, or about no calls known to code. */
export function draftQuestion(draft: RuleDraft, shown: ShownList): RuleQuestion | undefined {
  const { section, place, list: current, holds } = shown;
  const list = isPermissionSection(section)
    ? (section.slice('permissions.'.length) as 'deny' | 'ask' | 'allow')
    : section === 'protectedPaths'
      ? section
      : undefined;
  const read = readDraft(section, draft);
  if (list === undefined || !read.ok) return undefined;
  const entry = draft.index === undefined ? undefined : readEntry(section, current.entries[draft.index]);
  const former = entry?.kind === 'entry' ? entry.rule : undefined;
  return {
    key: JSON.stringify([section, place.id, current.version, read.rule, former]),
    list,
    source: sourceOf(place.place),
    folder: place.place.kind === 'folder' ? place.place.folder : undefined,
    text: read.rule,
    former,
    holds,
  };
}

export function draftAnswer(
  draft: RuleDraft,
  { section, place, overlaps, fromDefaults }: ShownList,
  count: RuleCount | undefined,
): DraftAnswer {
  const { id, index } = draft;
  // Empty is not wrong yet.
  if (draft.rule.trim() === '' && index === undefined) return { id, notes: [], counting: false };
  const read = readDraft(section, draft);
  if (!read.ok) return { id, problem: visibleLine(read.problem), notes: [], counting: false };
  const own = { section, placeId: place.id, source: sourceOf(place.place) };
  const overlap = overlaps.of(own, read.rule, read.message, index, fromDefaults);
  const visible = isPermissionSection(section) ? visibleLine(read.rule) : visibleLines(read.rule);
  const hidden =
    visible === read.rule
      ? undefined
      : t('It holds characters that cannot be seen: {text}', { text: shortLine(read.rule, 300) });
  const notes = [overlap, hidden].filter((note) => note !== undefined);
  if (!isPermissionSection(section) && section !== 'protectedPaths') {
    const sentence = t('The judge reads this sentence. Code cannot tell which calls it concerns.');
    return { id, notes, counting: false, matches: { sentence, examples: [], effects: [] } };
  }
  return count === undefined
    ? { id, notes, counting: true }
    : { id, notes, counting: false, matches: matches(section, count) };
}

function matches(section: RuleSection, { of, matched, settledBefore, effects }: RuleCount): RuleMatches {
  const values = { count: matched.length, total: of };
  const sentence =
    of === 0
      ? t('There are no past calls to compare it with yet.')
      : section === 'protectedPaths'
        ? oneOrMany(
            of,
            t('It changes something for {count} of one past call.', { count: matched.length }),
            t('It changes something for {count} of the last {total} calls.', values),
          )
        : oneOrMany(
            of,
            t('It matches {count} of one past call.', { count: matched.length }),
            t('It matches {count} of the last {total} calls.', values),
          );
  const before =
    settledBefore === 0
      ? ''
      : ` ${t('Settled before allow rules come, by the hard floor or as a safe tool: {count}.', { count: settledBefore })}`;
  return {
    sentence: `${sentence}${before}`,
    examples: examples(matched),
    effects: effects.map(({ effect, calls }) => ({
      sentence: effectSentence(effect, calls.length),
      examples: examples(calls),
    })),
  };
}

function examples(calls: readonly PastCall[]): readonly string[] {
  return [...new Set(calls.map(({ summary }) => shortLine(summary, MAX_EXAMPLE_CHARACTERS)))].slice(0, MAX_EXAMPLES);
}
