import { t } from '@vscode/l10n';
import type { RuleGroup, RuleHome, RulePlace } from '../../src/panel/ruleEditing';
import { language } from '../common/language';
import type { RuleLine } from './ruleLines';

export interface RuleWords {
  readonly text: string;
  readonly message?: string | undefined;
  readonly problem?: string | undefined;
  readonly overlap?: string | undefined;
  readonly hits?: { readonly count: number; readonly short: string; readonly sentence: string } | undefined;
  readonly chip: { readonly source: RuleHome; readonly label: string };
}

/** What a line shows. */
export function ruleWords(line: RuleLine, { builtIn = [] }: RuleGroup, places: readonly RulePlace[]): RuleWords {
  if (line.kind === 'other') {
    const { text, source, label } = line;
    return { text, hits: hitWords(line.hits), chip: { source, label } };
  }
  const { list, row } = line;
  const place = places.find(({ id }) => id === list.place);
  const { message, problem, overlap } = row;
  return {
    text: row.kind === 'defaults' ? t('Built-in entries ({count})', { count: builtIn.length }) : row.text,
    message,
    problem,
    overlap,
    hits: hitWords(row.hits),
    chip: { source: place?.kind ?? 'user', label: place?.label ?? '' },
  };
}

function hitWords(count: number | undefined): RuleWords['hits'] {
  if (count === undefined) return undefined;
  const number = new Intl.NumberFormat(language()).format(count);
  return {
    count,
    short: `${number}×`,
    sentence: t('Calls it decided in the last 7 days: {count}', { count: number }),
  };
}
