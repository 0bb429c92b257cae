import { SETTINGS_PREFIX } from './contributions';
import { readSettings } from './settingsObject';
import type { ConfigurationProblem, RawSource } from './sources';
import { t } from '@vscode/l10n';

export const SETTINGS_VARIABLE = 'AUTOMODE_SETTINGS_JSON';

const MAX_CHARACTERS = 262_144;

/**
 * Text that is no JSON object may have held deny rules: every call asks.
 * @param mayLoosen the user confirmed it, where no repository can set the variable
 * @param remote another host or a container, where a repository can
 */
export function environmentSettings(
  text: string | undefined,
  mayLoosen: boolean,
  remote = false,
): RawSource | undefined {
  const source = remote ? 'remote' : 'environment';
  if (text === undefined || text.trim() === '') return undefined;
  const object = text.length > MAX_CHARACTERS ? undefined : jsonObject(text);
  if (object === undefined) {
    const problem: ConfigurationProblem = {
      key: SETTINGS_VARIABLE,
      source,
      // It may hold a secret.
      entry: `${text.length} characters`,
      message: t(
        'This is no JSON object of at most {count} characters, so every call asks. Write one such as {example}, or remove the variable and start the editor anew.',
        { count: MAX_CHARACTERS, example: `{"${SETTINGS_PREFIX}.enabled": true}` },
      ),
    };
    return { source, values: {}, problems: [problem], unreadable: SETTINGS_VARIABLE };
  }
  return {
    ...readSettings(object, source, remote ? SETTINGS_VARIABLE : undefined),
    rights: mayLoosen && !remote ? 'everything' : 'tightening',
  };
}

function jsonObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
