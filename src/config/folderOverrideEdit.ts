/** The rest of `autoMode.folders` stays. */
import { SETTINGS_PREFIX, type SettingKey } from './contributions';
import { folderSources, overridePath } from './folderOverrides';
import { RENAMED_SETTINGS } from './renamedSettings';
import type { PathRules, RawValues } from './sources';

type JsonObject = Readonly<Record<string, unknown>>;

/** A change would lose something. The message names the remedy. */
export class UnclearOverrideError extends Error {
  override readonly name = 'UnclearOverrideError';
}

/**
 * Unchecked; of this folder alone.
 * @throws UnclearOverrideError if it is set more than once
 */
export function overrideValue(folders: unknown, folder: string, key: SettingKey, paths: PathRules): unknown {
  const place = placeOf(folders, folder, key, paths);
  if (place?.at === undefined) return undefined;
  let value: unknown = place.override;
  for (const name of place.at) value = isObject(value) ? value[name] : undefined;
  return value;
}

/** Unchecked: from the innermost override, else the user's. */
export function inheritedValue(values: RawValues, folder: string, key: SettingKey, paths: PathRules): unknown {
  const of = [{ path: folder, real: folder }];
  const around = folderSources(values.folders, { of, mayLoosen: true, paths });
  return around.find((source) => source.values[key] !== undefined)?.values[key] ?? values[key];
}

/**
 * @param value undefined removes the list, and an empty override
 * @throws UnclearOverrideError if set more than once, `folders` is no object, or cannot name the folder
 */
export function withOverrideValue(
  folders: unknown,
  folder: string,
  key: SettingKey,
  value: unknown,
  paths: PathRules,
): Readonly<Record<string, JsonObject>> {
  const all = (isObject(folders) ? folders : {}) as Readonly<Record<string, JsonObject>>;
  const place = placeOf(folders, folder, key, paths);
  const changed = replaced(place?.override ?? {}, place?.at ?? [key], value);
  const name = place?.name ?? folder;
  // Blanks around a name are ignored.
  if (overridePath(name, paths) !== folder && place === undefined) {
    throw new UnclearOverrideError('autoMode.folders cannot name this folder, since its name ends with a blank.');
  }
  if (Object.keys(changed).length > 0) return { ...all, [name]: changed };
  return Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
}

interface Place {
  readonly name: string;
  readonly override: JsonObject;
  readonly at: readonly string[] | undefined;
}

function placeOf(folders: unknown, folder: string, key: SettingKey, paths: PathRules): Place | undefined {
  if (folders === undefined) return undefined;
  if (!isObject(folders))
    throw new UnclearOverrideError('autoMode.folders is no object. Mend it in your settings first.');
  const same = Object.entries(folders).filter(([name]) => {
    const path = overridePath(name, paths);
    return path !== undefined && paths.isInside(path, folder) && paths.isInside(folder, path);
  });
  const places = same.flatMap(([name, override]): Place[] => {
    if (!isObject(override))
      throw new UnclearOverrideError(
        'The override of this folder in autoMode.folders is no object. Mend it in your settings first.',
      );
    return [...namesOf(override, key)].map((at) => ({ name, override, at }));
  });
  const [first, second] = places;
  if (second !== undefined) {
    throw new UnclearOverrideError(
      'This list stands more than once in the override of this folder in autoMode.folders. Keep one of them in your settings first.',
    );
  }
  const [some] = same;
  return first ?? (some === undefined ? undefined : { name: some[0], override: some[1] as JsonObject, at: undefined });
}

function* namesOf(object: JsonObject, key: SettingKey, before = ''): Generator<readonly string[]> {
  for (const [part, value] of Object.entries(object)) {
    const full = before === '' ? part : `${before}.${part}`;
    const name = full.startsWith(`${SETTINGS_PREFIX}.`) ? full.slice(SETTINGS_PREFIX.length + 1) : full;
    const named = Object.hasOwn(RENAMED_SETTINGS, name) ? RENAMED_SETTINGS[name] : name;
    if (named === key) yield [part];
    else if (isObject(value) && (name === SETTINGS_PREFIX || key.startsWith(`${name}.`))) {
      for (const rest of namesOf(value, key, name === SETTINGS_PREFIX ? '' : name)) yield [part, ...rest];
    }
  }
}

function replaced(object: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const inner = rest.length === 0 ? value : replaced(object[name] as JsonObject, rest, value);
  const isEmpty = inner === undefined || (rest.length > 0 && Object.keys(inner as object).length === 0);
  if (!isEmpty) return { ...object, [name]: inner };
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
