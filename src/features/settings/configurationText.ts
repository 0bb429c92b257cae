import { SETTINGS, SETTINGS_PREFIX } from '../../config/contributions';
import type {
  ConfigurationReport,
  DefaultsReport,
  ReportedEntry,
  ReportedSetting,
  ScopeReport,
} from '../../config/configurationReport';
import type { RuleSource } from '../../rules/ruleSource';
import { t } from '@vscode/l10n';
import { visibleLine } from '../../common/visibleText';

export type SourceNames = Readonly<Record<RuleSource, string>>;

const SOURCES = ['managed', 'environment', 'folder', 'user', 'remote', 'workspace', 'default'] as const;

/** Like settings.json; comments name sources and what is unusable. */
export function configurationText(report: ConfigurationReport, names: SourceNames): string {
  const head = [
    t('What is in effect in this window, and where each value comes from. Change it in the Settings editor.'),
    t('Sources, strongest first: {sources}.', { sources: SOURCES.map((source) => names[source]).join(', ') }),
    t(
      'Deny and ask rules of all sources add up; every other value comes whole from the strongest source that sets it.',
    ),
    ...(report.forbidsLoosening ? [t('The managed policy lets nothing be loosened.')] : []),
    ...(report.configuration.trusted
      ? []
      : [t('This workspace is not trusted, so overrides for folders only tighten.')]),
    ...(report.folders.length > 0
      ? [t('Several folders are open. First, what holds for calls from outside of them.')]
      : []),
  ];
  const folders = report.folders.flatMap((scope, index) => [
    '',
    `  ${comment(t('What is different for calls from this folder:'))}`,
    `  ${text(scope.folder)}: {`,
    ...scopeLines(scope, names, { usual: report, more: false }).map((line) => (line === '' ? '' : `  ${line}`)),
    `  }${index < report.folders.length - 1 ? ',' : ''}`,
  ]);
  const own = scopeLines(report, names, { more: folders.length > 0 });
  return [...head.map(comment), '', '{', ...own, ...folders, '}', ''].join('\n');
}

export function defaultsText(report: DefaultsReport): string {
  const ordinary = Object.entries(report.$defaultsWithOrdinaryPush).map(([key, entries]): [string, unknown] => {
    const usual: readonly string[] = report.$defaults[key as keyof DefaultsReport['$defaults']] ?? [];
    return [key, entries.filter((entry) => !usual.includes(entry))];
  });
  const sections: readonly (readonly [note: string, name: string, values: unknown])[] = [
    [t('The value of every setting that nobody has set.'), 'settings', report.settings],
    [t('The entries of "$defaults" in each list.'), '$defaults', report.$defaults],
    [
      t('With {setting} "ordinary", these replace those about the default branch.', {
        setting: `${SETTINGS_PREFIX}.${SETTINGS.defaultBranchPush}`,
      }),
      '$defaultsWithOrdinaryPush',
      Object.fromEntries(ordinary),
    ],
  ];
  const lines = sections.flatMap(([note, name, values], index) => [
    ...(index === 0 ? [] : ['']),
    `  ${comment(note)}`,
    ...`${text(name)}: ${json(values)}${index < sections.length - 1 ? ',' : ''}`.split('\n').map((line) => `  ${line}`),
  ]);
  return ['{', ...lines, '}', ''].join('\n');
}

/**
 * @param usual equal values are left out
 * @param more ends with a comma
 */
function scopeLines(
  scope: ScopeReport,
  names: SourceNames,
  { usual, more }: { readonly usual?: ScopeReport; readonly more: boolean },
): string[] {
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const notes = new Map<string, string[]>();
  const note = (key: string, lines: readonly string[]): void => {
    notes.set(key, [...(notes.get(key) ?? []), ...lines]);
  };
  for (const problem of scope.problems) {
    if (usual?.problems.some((other) => same(other, problem)) === true) continue;
    const { key, source, entry, message } = problem;
    note(key, [t('Cannot be used ({source}): {entry}', { source: names[source], entry }), `  ${message}`]);
  }
  for (const ignored of scope.ignored) {
    if (usual?.ignored.some((other) => same(other, ignored)) === true) continue;
    note(ignored.key, [t('Has no effect ({source}).', { source: names[ignored.source] }), `  ${ignored.message}`]);
  }
  const shown = Object.entries(scope.settings).filter(
    ([key, setting]) => usual === undefined || notes.has(key) || !same(setting, usual.settings[key]),
  );
  const elsewhere = [...notes].filter(([key]) => !shown.some(([name]) => name === key));
  const settings = shown.map(([key, setting], index) =>
    [
      ...settingLines(key, setting, more || index < shown.length - 1, names),
      ...(notes.get(key) ?? []).map((line) => comment(line)),
    ].map((line) => `  ${line}`),
  );
  return [
    ...elsewhere.flatMap(([key, lines]) => [key, ...lines].map((line) => `  ${comment(line)}`)),
    ...settings.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
  ];
}

function settingLines(key: string, setting: ReportedSetting, more: boolean, names: SourceNames): string[] {
  const comma = more ? ',' : '';
  if ('value' in setting) return [`${text(key)}: ${value(setting.value)}${comma} ${comment(names[setting.source])}`];
  const { entries } = setting;
  if (entries.length === 0) return [`${text(key)}: []${comma}`];
  const lines = entries.map((entry, index) => {
    const from = entry.removed === true ? removedFrom(names[entry.source]) : names[entry.source];
    return `  ${text(entryText(entry))}${index < entries.length - 1 ? ',' : ''} ${comment(from)}`;
  });
  return [`${text(key)}: [`, ...lines, `]${comma}`];
}

function removedFrom(source: string): string {
  return t('{source}: removed there, and in effect until you drop it', { source });
}

function entryText({ text: rule, message }: ReportedEntry): string {
  return message === undefined ? rule : `${rule} "${message}"`;
}

function value(single: unknown): string {
  return typeof single === 'string' ? text(single) : JSON.stringify(single);
}

/** Hostile entries cannot break the line or reverse text. */
function text(entry: string): string {
  return JSON.stringify(visibleLine(entry));
}

function comment(line: string): string {
  return `// ${visibleLine(line)}`;
}

function json(object: unknown): string {
  return JSON.stringify(object, undefined, 2);
}
