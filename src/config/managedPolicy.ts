import { SETTINGS_PREFIX } from './contributions';
import { readSettings } from './settingsObject';
import { shownEntry } from './shownEntry';
import type { RawSource } from './sources';
import { t } from '@vscode/l10n';

export interface ManagedPolicy {
  readonly source: RawSource;
  readonly forbidLoosening: boolean;
}

const FORBID_LOOSENING = 'forbidLoosening';

/**
 * A JSON object with settings and `"forbidLoosening"`.
 * @param text undefined: unreadable; like malformed text it makes every call ask and loosens nothing
 */
export function managedPolicy(text: string | undefined, path: string): ManagedPolicy {
  const object = text === undefined ? undefined : jsonObject(text);
  if (object === undefined) {
    const problem = {
      key: path,
      source: 'managed' as const,
      entry: shownEntry(text ?? ''),
      message: t(
        'The managed policy cannot be read, so every call asks and nothing may be loosened. An administrator must write a JSON object in it, or remove it.',
      ),
    };
    const source: RawSource = { source: 'managed', values: {}, problems: [problem], unreadable: 'the managed policy' };
    return { source, forbidLoosening: true };
  }
  const { [FORBID_LOOSENING]: plain, [`${SETTINGS_PREFIX}.${FORBID_LOOSENING}`]: prefixed, ...settings } = object;
  const source = readSettings(settings, 'managed', path);
  const given = [plain, prefixed].filter((value) => value !== undefined);
  const forbid = given.find((value) => typeof value !== 'boolean');
  if (forbid === undefined) return { source, forbidLoosening: given.includes(true) };
  const problem = {
    key: `${path}: ${FORBID_LOOSENING}`,
    source: 'managed' as const,
    entry: shownEntry(forbid),
    message: `${t('The value cannot be used, so {value} holds.', { value: 'true' })} ${t('Write {one} or {other}.', { one: 'true', other: 'false' })}`,
  };
  return { source: { ...source, problems: [...(source.problems ?? []), problem] }, forbidLoosening: true };
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return value as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
