import { t } from '@vscode/l10n';
import type { ConfigurationReport, ReportedEntry, ScopeReport } from '../../config/configurationReport';
import { COMMANDS, SETTINGS_PREFIX } from '../../config/contributions';
import { RULE_SECTIONS, type RuleSection } from '../../panel/ruleEditing';
import { ruleSectionTexts } from '../../texts/ruleSectionTexts';
import { ruleSourceNames } from '../../texts/ruleSourceNames';
import { answerOf, type Answer } from './answer';
import { inlineCode, prose } from './chatMarkdown';

const MOST_ENTRIES = 40;
/** Others are many and long: only counted, unless some are asked for. */
const LISTED: readonly RuleSection[] = ['permissions.deny', 'permissions.ask', 'permissions.allow'];
const COUNTED = RULE_SECTIONS.filter((section) => !LISTED.includes(section));

/** @param filter part of a rule; empty: all */
export function rulesAnswer(report: ConfigurationReport, filter: string, redact: (text: string) => string): Answer {
  const wanted = filter.trim().toLowerCase();
  const sections = wanted === '' ? LISTED : RULE_SECTIONS;
  const lists = (of: (section: RuleSection) => readonly ReportedEntry[]): readonly string[] =>
    sections.flatMap((section) =>
      listOf(
        section,
        of(section).filter(({ text }) => text.toLowerCase().includes(wanted)),
        redact,
      ),
    );
  const blocks = [
    ...lists((section) => entriesOf(report, section)),
    ...report.folders.flatMap(({ folder, ...scope }) => {
      const own = lists((section) => ownEntries(scope, report, section));
      return own.length === 0 ? [] : [`**${prose(t('Only in the folder {folder}', { folder }))}**`, ...own];
    }),
  ];
  if (blocks.length === 0) blocks.push(prose(wanted === '' ? t('There are no rules.') : t('No rule contains that.')));
  return answerOf(
    [...blocks, ...(wanted === '' ? [counts(report)] : [])],
    [{ title: t('Edit Rules'), command: COMMANDS.editRules }],
  );
}

function listOf(
  section: RuleSection,
  entries: readonly ReportedEntry[],
  redact: (text: string) => string,
): readonly string[] {
  if (entries.length === 0) return [];
  const more = entries.length - MOST_ENTRIES;
  const lines = [
    ...entries.slice(0, MOST_ENTRIES).map((entry) => `- ${entryLine(entry, redact)}`),
    ...(more > 0 ? [`- ${prose(t('and {count} more', { count: more }))}`] : []),
  ];
  return [`**${prose(ruleSectionTexts()[section].name)}**`, lines.join('\n')];
}

function counts(report: ScopeReport): string {
  return prose(
    COUNTED.map((section) => `${ruleSectionTexts()[section].name}: ${entriesOf(report, section).length}`).join(' · '),
  );
}

function entryLine({ text, source, removed }: ReportedEntry, redact: (text: string) => string): string {
  const notes = [
    ruleSourceNames()[source],
    ...(removed === true ? [t('no longer in the settings, and still in effect')] : []),
  ];
  return `${inlineCode(redact(text))} (${prose(notes.join(', '))})`;
}

function entriesOf({ settings }: ScopeReport, section: RuleSection): readonly ReportedEntry[] {
  const setting = settings[`${SETTINGS_PREFIX}.${section}`];
  return setting !== undefined && 'entries' in setting ? setting.entries : [];
}

/** In the folder, but not in the window. */
function ownEntries(folder: ScopeReport, window: ScopeReport, section: RuleSection): readonly ReportedEntry[] {
  const known = new Set(entriesOf(window, section).map(keyOf));
  return entriesOf(folder, section).filter((entry) => !known.has(keyOf(entry)));
}

function keyOf({ text, source }: ReportedEntry): string {
  return JSON.stringify([text, source]);
}
