import { readRuleEntry } from '../../config/ruleEntry';
import { DEFAULTS_MARKER, permissionEntrySchema } from '../../config/schema';
import { shownEntry } from '../../config/shownEntry';
import { isPathPattern } from '../../config/sourceReader';
import type { RuleSection } from '../../panel/ruleEditing';
import { t } from '@vscode/l10n';
import { ruleProblemText } from '../../editor/ruleProblemText';

export type PermissionSection = Extract<RuleSection, `permissions.${string}`>;

export function isPermissionSection(section: RuleSection): section is PermissionSection {
  return section.startsWith('permissions.');
}

export function hasBuiltIn(
  section: RuleSection,
): section is Exclude<RuleSection, 'permissions.deny' | 'permissions.allow'> {
  return section !== 'permissions.deny' && section !== 'permissions.allow';
}

export type ReadEntry =
  | { readonly kind: 'defaults' }
  | { readonly kind: 'unreadable'; readonly text: string }
  | { readonly kind: 'entry'; readonly rule: string; readonly message: string | undefined };

export function readEntry(section: RuleSection, entry: unknown): ReadEntry {
  if (typeof entry === 'string') {
    const text = entry.trim();
    if (text === DEFAULTS_MARKER && hasBuiltIn(section)) return { kind: 'defaults' };
    if (!isPermissionSection(section)) return { kind: 'entry', rule: text, message: undefined };
    const { rule, message } = readRuleEntry(text);
    return { kind: 'entry', rule, message };
  }
  const parsed = isPermissionSection(section) ? permissionEntrySchema.safeParse(entry) : undefined;
  if (parsed?.success !== true || typeof parsed.data === 'string')
    return { kind: 'unreadable', text: shownEntry(entry) };
  return { kind: 'entry', rule: parsed.data.rule.trim(), message: parsed.data.message };
}

/** Says what to do; undefined: no problem. */
export function entryProblem(section: RuleSection, rule: string): string | undefined {
  if (isPermissionSection(section)) {
    if (rule === '') return t('Write a rule, such as bash(git push --force*).');
    const problem = ruleProblemText(rule);
    return problem === undefined ? undefined : t('This is not a rule: {problem}.', { problem });
  }
  if (rule === '') {
    return section === 'protectedPaths'
      ? t('Write a name or a path, such as deploy/.')
      : t('Write a sentence for the judge.');
  }
  if (section !== 'protectedPaths' || isPathPattern(rule)) return undefined;
  return t('Write a name or a path of at most 1024 characters, such as deploy/.');
}

export type ReadDraft =
  | { readonly ok: true; readonly rule: string; readonly message: string | undefined }
  | { readonly ok: false; readonly problem: string };

const MAX_MESSAGE = 1000;

/** A message may follow the rule, as in the settings. */
export function readDraft(section: RuleSection, typed: { readonly rule: string; readonly message: string }): ReadDraft {
  const refused = (problem: string): ReadDraft => ({ ok: false, problem });
  const text = typed.rule.trim();
  if (text === DEFAULTS_MARKER && hasBuiltIn(section)) {
    return refused(t('Write an entry of your own. A button below adds the built-in entries.'));
  }
  const { rule, message: behind } = isPermissionSection(section) ? readRuleEntry(text) : { rule: text };
  const problem = entryProblem(section, rule);
  if (problem !== undefined) return refused(problem);
  const message = typed.message.trim() === '' ? behind : typed.message.trim();
  if (message === undefined || !isPermissionSection(section)) return { ok: true, rule, message: undefined };
  if (message.includes('"')) return refused(t('Leave the quotation marks out of the message.'));
  if (message.length > MAX_MESSAGE) return refused(t('Shorten the message to at most 1000 characters.'));
  return { ok: true, rule, message };
}

/** As text, like the Settings editor, unless it was an object. */
export function writtenEntry(
  { rule, message }: { rule: string; message: string | undefined },
  former?: unknown,
): unknown {
  if (typeof former === 'object' && former !== null) return message === undefined ? { rule } : { rule, message };
  if (message === undefined) return rule;
  const text = `${rule} "${message}"`;
  const read = readRuleEntry(text);
  // Such a rule would be read with a message.
  return read.rule === rule && read.message === message ? text : { rule, message };
}
