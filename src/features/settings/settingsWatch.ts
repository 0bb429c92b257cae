import { shownAddress } from '../../config/addressCredentials';
import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from '../../config/contributions';
import { looseningClause, loosenings } from '../../config/loosening';
import type { EffectiveSettings, RawValues } from '../../config/sources';
import type { RuleStore } from '../../config/stickyRules';
import type { JsonValue } from '../../common/json';
import type { RecordedLoosening } from '../../log/looseningLog';
import type { NotificationTimer } from '../../editor/foldedNotification';
import { looseningText, type PlacedLoosening } from './looseningText';
import { notificationText } from '../../editor/notificationText';
import { oneOrMany } from '../../common/oneOrMany';
import { t } from '@vscode/l10n';

export interface WatchedSettings {
  userValues(): RawValues;
  userAlone(values: RawValues, folder?: string): EffectiveSettings;
  overridePaths(values: RawValues): readonly string[];
  /** @throws Error */
  restoreUserValue(key: SettingKey, value: unknown): Promise<void>;
}

export interface WatchWindow {
  showInformationMessage(message: string): PromiseLike<string | undefined>;
  showWarningMessage(message: string, ...buttons: string[]): PromiseLike<string | undefined>;
  showErrorMessage(message: string, ...buttons: string[]): PromiseLike<string | undefined>;
}

export interface SettingsWatchParts {
  readonly settings: WatchedSettings;
  /** Shared by windows, kept over restarts. */
  readonly seen: RuleStore;
  readonly claim: (change: string) => boolean;
  /** False: not on disk. */
  readonly record: (loosening: RecordedLoosening) => boolean;
  readonly window: WatchWindow;
  readonly focused: () => boolean;
  readonly openSettings: () => PromiseLike<void>;
  readonly timer: NotificationTimer;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

interface Seen {
  readonly generation: number;
  readonly values: RawValues;
}

/** The focused window notifies first; by then all know another's own writing. */
const FOCUSED_DELAY_MILLISECONDS = 500;
const OTHER_DELAY_MILLISECONDS = 1500;
/** A series of changes must not postpone it longer. */
const MAX_PUT_OFF_MILLISECONDS = 3000;
/** The gate's writes count as seen before they arrive. */
const MAX_WRITING_MILLISECONDS = 10_000;

/** Beyond it every change of overrides counts. */
const MAX_COMPARED_FOLDERS = 50;
const MAX_NAMED = 3;
const MAX_WHAT = 200;

/**
 * Detects user settings that loosened without a click in the panel, also while no window was open. Each such change is
 * recorded and shown with `Undo`.
 */
export class SettingsWatch {
  #cancelTimer: (() => void) | undefined;
  /** Time of the first unchecked change. */
  #since = 0;
  #writings = 0;
  #writingSince = 0;
  /** Shown but not recorded: it would be noticed again. */
  #reported: string | undefined;

  constructor(private readonly parts: SettingsWatchParts) {}

  changed(): void {
    const { timer, focused, now } = this.parts;
    if (this.#cancelTimer === undefined) this.#since = now();
    // The clock may be turned either way.
    else if (Math.abs(now() - this.#since) > MAX_PUT_OFF_MILLISECONDS) return;
    this.#cancelTimer?.();
    this.#cancelTimer = timer.start(focused() ? FOCUSED_DELAY_MILLISECONDS : OTHER_DELAY_MILLISECONDS, () => {
      this.#cancelTimer = undefined;
      void this.check();
    });
  }

  dispose(): void {
    this.#cancelTimer?.();
  }

  /** Never rejects. */
  async check(): Promise<void> {
    if (this.#writings > 0 && Math.abs(this.parts.now() - this.#writingSince) < MAX_WRITING_MILLISECONDS) {
      this.changed();
      return;
    }
    try {
      await this.#compare();
    } catch (error) {
      this.parts.log(`The user's settings could not be compared with those seen before: ${String(error)}`);
    }
  }

  /** On the user's word, so not announced. */
  async writing(key: SettingKey, value: unknown, write: () => Promise<void>): Promise<void> {
    this.#writings += 1;
    this.#writingSince = this.parts.now();
    const before = this.#seen();
    // Before the write: other windows must know it in time.
    this.#see({ ...(before?.values ?? this.#current()), [key]: value });
    try {
      await write();
    } catch (error) {
      const { [key]: former } = before?.values ?? this.#current();
      this.#see({ ...this.#seen()?.values, [key]: former });
      throw error;
    } finally {
      this.#writings -= 1;
    }
  }

  async #compare(): Promise<void> {
    const { claim, record, log, now } = this.parts;
    const seen = this.#seen();
    const after = this.#current();
    if (seen === undefined) {
      this.#see(after);
      return;
    }
    const before = seen.values;
    const changed = changedKeys(before, after);
    if (changed.length === 0) return;
    const looser = this.#looser(before, after, this.#regions(before, after));
    if (looser.length === 0) {
      this.#see(after);
      return;
    }
    const keys = this.#concerned(before, after, changed);
    const change = JSON.stringify([seen.generation, keys.map((key) => [key, before[key], after[key]])]);
    if (change === this.#reported || !claim(change)) return;
    const what = looser.map(inWords);
    const recorded = record({
      at: new Date(now()).toISOString(),
      what,
      changes: keys.map((key) => ({
        key: `${SETTINGS_PREFIX}.${key}`,
        before: json(before[key]),
        after: json(after[key]),
      })),
    });
    log(`The user's settings got looser, not by the panel: ${what.join('; ')}`);
    if (recorded) this.#see(after);
    else {
      this.#reported = change;
      log('That change could not be recorded on disk.');
    }
    await this.#announce(looser, before, after, keys);
  }

  async #announce(
    looser: readonly PlacedLoosening[],
    before: RawValues,
    after: RawValues,
    keys: readonly SettingKey[],
  ): Promise<void> {
    const { window } = this.parts;
    const undo = t('Undo');
    const shown = looser.slice(0, MAX_NAMED).map((one) => notificationText(looseningText(one), MAX_WHAT));
    const more = looser.length - shown.length;
    const values = { what: shown.join('; '), more };
    const message =
      more === 0
        ? t('Your settings let agents do more than before: {what}.', values)
        : oneOrMany(
            more,
            t('Your settings let agents do more than before: {what}; and one more change.', values),
            t('Your settings let agents do more than before: {what}; and {more} more changes.', values),
          );
    if ((await window.showWarningMessage(message, undo, t('Keep'))) === undo) await this.#undo(before, after, keys);
  }

  /** Writes only former values. */
  async #undo(before: RawValues, after: RawValues, keys: readonly SettingKey[]): Promise<void> {
    const { settings, window, openSettings, log } = this.parts;
    const problems: string[] = [];
    for (const key of keys) {
      const name = `${SETTINGS_PREFIX}.${key}`;
      const now = this.#current();
      // An undo must not loosen a later change.
      if (!same(now[key], after[key])) {
        const restored = { ...now, [key]: before[key] };
        if (this.#looser(now, restored, this.#regions(now, restored)).length > 0) {
          problems.push(t('{name} was changed again and stays as it is.', { name }));
          continue;
        }
      }
      try {
        await this.writing(key, before[key], () => settings.restoreUserValue(key, before[key]));
      } catch (error) {
        problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    if (problems.length === 0) {
      log(`Undone: ${keys.map((key) => `${SETTINGS_PREFIX}.${key}`).join(', ')}`);
      await window.showInformationMessage(t('Your settings are as they were before.'));
      return;
    }
    log(`Not undone: ${problems.join('; ')}`);
    const open = t('Open Settings');
    const message = t('Not everything could be undone. {problems}', {
      problems: notificationText(problems.join(' '), 2 * MAX_WHAT),
    });
    if ((await window.showErrorMessage(message, open)) === open) await openSettings();
  }

  #current(): RawValues {
    return plain(this.parts.settings.userValues());
  }

  #seen(): Seen | undefined {
    const kept = this.parts.seen.get();
    if (typeof kept !== 'object' || kept === null || !('values' in kept) || !('generation' in kept)) return undefined;
    const { generation, values } = kept;
    if (typeof generation !== 'number' || typeof values !== 'object' || values === null) return undefined;
    return { generation, values: plain(values) };
  }

  #see(values: RawValues): void {
    const seen: Seen = { generation: (this.#seen()?.generation ?? 0) + 1, values: plain(values) };
    this.parts.seen.set(seen);
  }

  /** Keys that loosen alone, else all changed. */
  #concerned(before: RawValues, after: RawValues, changed: readonly SettingKey[]): readonly SettingKey[] {
    const alone = changed.filter((key) => {
      const single = { ...before, [key]: after[key] };
      const regions = key === SETTINGS.folders ? this.#regions(before, single) : EVERYWHERE;
      return this.#looser(before, single, regions).length > 0;
    });
    return alone.length > 0 ? alone : changed;
  }

  /** Overrides count at their folders; undefined: elsewhere. */
  #regions(before: RawValues, after: RawValues): readonly (string | undefined)[] | 'too-many' {
    const { settings } = this.parts;
    const paths = new Set([...settings.overridePaths(before), ...settings.overridePaths(after)]);
    return paths.size > MAX_COMPARED_FOLDERS ? 'too-many' : [undefined, ...paths];
  }

  #looser(
    before: RawValues,
    after: RawValues,
    regions: readonly (string | undefined)[] | 'too-many',
  ): readonly PlacedLoosening[] {
    const { settings } = this.parts;
    const overrides = SETTINGS.folders;
    const everywhere = new Set<SettingKey>();
    const found = (regions === 'too-many' ? EVERYWHERE : regions).flatMap((folder): readonly PlacedLoosening[] => {
      const looser = loosenings(
        settings.userAlone(before, folder).configuration,
        settings.userAlone(after, folder).configuration,
      );
      if (folder === undefined) {
        for (const { key } of looser) everywhere.add(key);
        return looser;
      }
      return looser.filter(({ key }) => !everywhere.has(key)).map((one) => ({ ...one, folder }));
    });
    if (regions !== 'too-many' || same(before[overrides], after[overrides])) return found;
    return [...found, { key: overrides, how: 'other' }];
  }
}

/** In English, for the log and the record. */
function inWords(looser: PlacedLoosening): string {
  const name = SETTINGS_PREFIX;
  if (looser.how === 'other') return `${name}.${looser.key} becomes another one`;
  const clause = `${name}.${looseningClause(looser)}`;
  return looser.folder === undefined ? clause : `${clause} in ${looser.folder}`;
}

const EVERYWHERE: readonly (string | undefined)[] = [undefined];

function changedKeys(before: RawValues, after: RawValues): readonly SettingKey[] {
  return Object.values(SETTINGS).filter((key) => !same(before[key], after[key]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Plain JSON of known settings, without addresses that hold a secret. */
function plain(values: object): RawValues {
  const known = values as RawValues;
  const set = Object.values(SETTINGS).filter((key) => known[key] !== undefined);
  return JSON.parse(
    JSON.stringify(Object.fromEntries(set.map((key) => [key, known[key]])), withoutSecret),
  ) as RawValues;
}

/** Also in overrides of a folder. */
const ADDRESS = /(?:^|\.)baseUrl$/;

/** An address with a key is not used, so is not set. */
function withoutSecret(key: string, value: unknown): unknown {
  return ADDRESS.test(key) && typeof value === 'string' && shownAddress(value) !== value ? undefined : value;
}

function json(value: unknown): JsonValue {
  return (value ?? null) as JsonValue;
}
