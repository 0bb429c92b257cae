import { createHash } from 'node:crypto';
import { SETTINGS, SETTINGS_PREFIX } from '../../config/contributions';
import { shownEntry } from '../../config/shownEntry';
import type { RemovedRule } from '../../config/stickyRules';
import type { PanelRemovedRules } from '../../panel/messages';
import { t } from '@vscode/l10n';
import { visibleDocument, visibleLine } from '../../common/visibleText';

/** In the panel and in a dialog. */
const MAX_LISTED = 100;
const MAX_LINES = 15;

/** Differs with the rules: a click drops only what the user saw. */
export function removedRulesId(rules: readonly RemovedRule[]): string {
  return createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 32);
}

export function removedRulesText(count: number): string {
  return count === 1
    ? t('1 rule was removed from the workspace settings and still applies.')
    : t('{count} rules were removed from the workspace settings and still apply.', { count });
}

export function panelRemovedRules(rules: readonly RemovedRule[]): PanelRemovedRules | undefined {
  if (rules.length === 0) return undefined;
  const texts = distinctTexts(rules);
  return { id: removedRulesId(rules), rules: texts.slice(0, MAX_LISTED), count: texts.length };
}

/** @returns the lines, all rules as one text if these cut them, and their number */
export function removedRuleLines(rules: readonly RemovedRule[]): {
  readonly lines: readonly string[];
  readonly whole?: string;
  readonly count: number;
} {
  const texts = distinctTexts(rules);
  const count = texts.length;
  if (count <= MAX_LINES) return { lines: texts.map(visibleLine), count };
  const shown = texts.slice(0, MAX_LINES).map(visibleLine);
  return {
    lines: [...shown, t('and {count} more, which an editor shows', { count: count - MAX_LINES })],
    whole: visibleDocument(texts.join('\n')),
    count,
  };
}

/** In a single-folder window both read one file. */
function distinctTexts(rules: readonly RemovedRule[]): readonly string[] {
  return [...new Set(rules.map(({ key, entry }) => `${NAMES[key]} ${ruleText(entry)}`))];
}

const NAMES: Readonly<Record<RemovedRule['key'], string>> = {
  [SETTINGS.permissionsDeny]: `${SETTINGS_PREFIX}.${SETTINGS.permissionsDeny}:`,
  [SETTINGS.permissionsAsk]: `${SETTINGS_PREFIX}.${SETTINGS.permissionsAsk}:`,
};

function ruleText(entry: unknown): string {
  const isObject = typeof entry === 'object' && entry !== null;
  return shownEntry(isObject && 'rule' in entry && typeof entry.rule === 'string' ? entry.rule : entry);
}
