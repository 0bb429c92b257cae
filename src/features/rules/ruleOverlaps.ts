import type { EffectiveConfiguration } from '../../engine/model/configuration';
import type { RuleSource } from '../../rules/ruleSource';
import { parsePermissionRule, type PermissionRule } from '../../rules/permissionRule';
import { ruleOverlap, type ListedRule, type PermissionList } from '../../rules/ruleOverlap';
import type { RuleSection } from '../../panel/ruleEditing';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';
import { isPermissionSection, readEntry, type PermissionSection } from './ruleDraft';

export interface CurrentList {
  readonly section: RuleSection;
  readonly placeId: string;
  readonly source: RuleSource;
  readonly where: string;
  readonly entries: readonly unknown[];
}

interface FoundRule extends ListedRule {
  readonly where: string;
  readonly from: { readonly section: RuleSection; readonly placeId: string; readonly index: number } | undefined;
}

/** Each shown entry meets all. */
const MAX_RULES = 1000;
const MAX_COMPARISONS = 100_000;
const LISTS = ['deny', 'ask', 'allow'] as const;
const MAX_SHOWN = 120;

export class RuleOverlaps {
  readonly #rules: readonly FoundRule[];

  constructor(
    private readonly lists: readonly CurrentList[],
    configuration: EffectiveConfiguration,
    names: Readonly<Record<RuleSource, string>>,
  ) {
    const edited = new Set(lists.map(({ source }) => source));
    const own = lists.flatMap(({ section, placeId, source, where, entries }) =>
      !isPermissionSection(section)
        ? []
        : entries.slice(0, MAX_RULES).flatMap((raw, index): FoundRule[] => {
            const entry = readEntry(section, raw);
            if (entry.kind !== 'entry') return [];
            const rule = parsed(entry.rule, source, entry.message);
            return rule === undefined
              ? []
              : [{ list: listOf(section), rule, where, from: { section, placeId, index } }];
          }),
    );
    const others = LISTS.flatMap((list) =>
      configuration.permissions[list].slice(0, MAX_RULES).flatMap(({ text, source, message }): FoundRule[] => {
        if (edited.has(source)) return [];
        const rule = parsed(text, source, message);
        return rule === undefined ? [] : [{ list, rule, where: names[source], from: undefined }];
      }),
    );
    this.#rules = [...own, ...others].slice(0, MAX_RULES);
    const texts = lists.map(({ section, entries }) => (isPermissionSection(section) ? 0 : entries.length));
    const compared = Math.max(this.#rules.length, ...texts.map((count) => Math.min(count, MAX_RULES)), 1);
    this.mostRows = Math.floor(MAX_COMPARISONS / compared);
  }

  readonly mostRows: number;

  /**
   * @param index undefined: not listed yet
   * @param builtIn what `$defaults` adds
   */
  of(
    { section, placeId, source }: Pick<CurrentList, 'section' | 'placeId' | 'source'>,
    text: string,
    message: string | undefined,
    index: number | undefined,
    builtIn: readonly string[],
  ): string | undefined {
    if (builtIn.includes(text)) {
      return section.startsWith('rules.')
        ? t('The built-in entries have this already.')
        : t('The built-in entries have this too. Written here it holds without their exceptions.');
    }
    if (!isPermissionSection(section)) return this.#sameText(section, placeId, text, index);
    const rule = parsed(text, source, message);
    if (rule === undefined) return undefined;
    const others = this.#rules.filter(
      ({ from }) => from?.section !== section || from.placeId !== placeId || from.index !== index,
    );
    const overlap = ruleOverlap({ list: listOf(section), rule }, others);
    if (overlap === undefined) return undefined;
    const values = { rule: shortLine(overlap.by.rule.text, MAX_SHOWN), where: overlap.by.where };
    switch (overlap.kind) {
      case 'same':
        return t('The same rule is in {where} too.', values);
      case 'wider':
        return t('It adds nothing to {rule} ({where}).', values);
      case 'covered':
        return overlap.by.list === 'deny'
          ? t('It has no effect: {rule} ({where}) denies every such call first.', values)
          : t('{rule} ({where}) asks about every such call first.', values);
    }
  }

  #sameText(section: RuleSection, placeId: string, text: string, index: number | undefined): string | undefined {
    for (const list of this.lists) {
      if (isPermissionSection(list.section) || (section === 'protectedPaths') !== (list.section === 'protectedPaths'))
        continue;
      const isOwn = list.section === section && list.placeId === placeId;
      const found = list.entries
        .slice(0, MAX_RULES)
        .some((raw, at) => typeof raw === 'string' && raw.trim() === text && !(isOwn && at === index));
      if (found) return t('The same entry is in {where} too.', { where: list.where });
    }
    return undefined;
  }
}

function listOf(section: PermissionSection): PermissionList {
  switch (section) {
    case 'permissions.deny':
      return 'deny';
    case 'permissions.ask':
      return 'ask';
    case 'permissions.allow':
      return 'allow';
  }
}

function parsed(text: string, source: RuleSource, message: string | undefined): PermissionRule | undefined {
  const read = parsePermissionRule({ text, source, ...(message === undefined ? {} : { message }) });
  return read.ok ? read.rule : undefined;
}
