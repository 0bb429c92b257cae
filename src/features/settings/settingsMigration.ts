import { SETTINGS_PREFIX } from '../../config/contributions';

export interface MigratedSettings {
  /** @throws Error if it cannot be read */
  userValueOf(name: string): unknown;
  /** Undefined removes it. */
  writeUserValue(name: string, value: unknown): Promise<void>;
}

/**
 * A value under a new name stays; failures change nothing, since old names work. Never rejects.
 * @param renamed old name to new name
 */
export async function migrateSettings(
  renamed: Readonly<Record<string, string>>,
  settings: MigratedSettings,
  log: (line: string) => void,
): Promise<void> {
  for (const [old, name] of Object.entries(renamed)) {
    const [from, to] = [`${SETTINGS_PREFIX}.${old}`, `${SETTINGS_PREFIX}.${name}`];
    // Unknown, so nothing is put back.
    let isSet = true;
    try {
      const value = settings.userValueOf(old);
      if (value === undefined) continue;
      isSet = settings.userValueOf(name) !== undefined;
      if (!isSet) await settings.writeUserValue(name, value);
      await settings.writeUserValue(old, undefined);
      log(
        isSet
          ? `${from} had no effect beside ${to} and is gone from your settings; it held ${JSON.stringify(value)}.`
          : `${from} is called ${to} now; your settings were changed.`,
      );
    } catch (error) {
      log(`${from} could not be renamed to ${to}: ${error instanceof Error ? error.message : String(error)}`);
      if (!isSet) await putBack(settings, name, log);
    }
  }
}

async function putBack(settings: MigratedSettings, name: string, log: (line: string) => void): Promise<void> {
  try {
    if (settings.userValueOf(name) === undefined) return;
    await settings.writeUserValue(name, undefined);
  } catch (error) {
    log(`${SETTINGS_PREFIX}.${name} stays set twice: ${error instanceof Error ? error.message : String(error)}`);
  }
}
