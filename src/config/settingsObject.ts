/**
 * The environment variable, the managed policy, a folder's overrides or VS Code's `autoMode`. Names are dotted or
 * nested, with or without prefix.
 */
import type { RuleSource } from '../rules/ruleSource';
import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from './contributions';
import { RENAMED_SETTINGS } from './renamedSettings';
import { shownEntry } from './shownEntry';
import { HOLDING_BACK, type ConfigurationProblem, type RawSource } from './sources';
import { t } from '@vscode/l10n';

const KEYS: ReadonlySet<string> = new Set(Object.values(SETTINGS));

const GROUPS: ReadonlySet<string> = new Set([
  SETTINGS_PREFIX,
  ...Object.values(SETTINGS).flatMap((key) => (key.includes('.') ? [key.slice(0, key.indexOf('.'))] : [])),
]);

const MAX_NAMES = 500;

/** @returns unchecked values, and a problem for each unknown name */
export function readSettings(object: unknown, source: RuleSource, where?: string): RawSource & { values: object } {
  const values: Partial<Record<SettingKey, unknown>> = {};
  const problems: ConfigurationProblem[] = [];
  const report = (name: string, entry: unknown, message: string): void => {
    const key = `${SETTINGS_PREFIX}.${shownEntry(name)}`;
    const named = where === undefined ? key : `${shownEntry(where)}: ${key}`;
    problems.push({ key: named, source, entry: shownEntry(entry), message });
  };
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    const message = t('This is no object of settings, so it sets nothing. Write one such as {example}.', {
      example: '{"enabled": true}',
    });
    problems.push({ key: shownEntry(where ?? SETTINGS_PREFIX), source, entry: shownEntry(object), message });
    return { source, values, problems };
  }
  let left = MAX_NAMES;
  const set = (key: SettingKey, name: string, value: unknown): void => {
    if (values[key] === undefined) {
      values[key] = value;
      return;
    }
    const full = `${SETTINGS_PREFIX}.${key}`;
    if (HOLDING_BACK.has(key)) {
      values[key] = [...asList(values[key]), ...asList(value)];
      const wrong = t('Another name in the same place sets {setting} as well, so both lists hold. Write one list.', {
        setting: full,
      });
      report(name, value, wrong);
    } else {
      report(
        name,
        value,
        t('Another name in the same place sets {setting} already. Keep one of them.', { setting: full }),
      );
    }
  };
  const visit = (group: object, before: string): void => {
    for (const [part, value] of Object.entries(group) as [string, unknown][]) {
      left -= 1;
      if (left < 0) return;
      const full = before === '' ? part : `${before}.${part}`;
      const name = full.startsWith(`${SETTINGS_PREFIX}.`) ? full.slice(SETTINGS_PREFIX.length + 1) : full;
      const renamed = Object.hasOwn(RENAMED_SETTINGS, name) ? RENAMED_SETTINGS[name] : undefined;
      if (KEYS.has(name)) {
        set(name as SettingKey, name, value);
      } else if (renamed !== undefined) {
        report(
          name,
          value,
          t('This setting is called {setting} here, and is read as that. Rename it.', {
            setting: `${SETTINGS_PREFIX}.${renamed}`,
          }),
        );
        set(renamed, name, value);
      } else if (GROUPS.has(name) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
        visit(value, name === SETTINGS_PREFIX ? '' : name);
      } else {
        const meant = meantSetting(name);
        const wrong =
          meant === undefined
            ? t('There is no such setting, so it has no effect. Remove it.')
            : t('There is no such setting, so it has no effect. Perhaps {setting} was meant. Remove it.', {
                setting: `${SETTINGS_PREFIX}.${meant}`,
              });
        report(name, value, wrong);
      }
    }
  };
  visit(object, '');
  if (left < 0) report('…', `(more than ${MAX_NAMES} names)`, t('Only the first names are read. Remove the others.'));
  return { source, values, problems };
}

/** What is no list stays recognisable: it is no rule either. */
function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [[value]];
}

function meantSetting(name: string): SettingKey | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');
  const wanted = plain(name.slice(0, 100));
  const last = (key: string): string => plain(key.slice(key.lastIndexOf('.') + 1));
  return Object.values(SETTINGS).find((key) => plain(key) === wanted || last(key) === wanted);
}
