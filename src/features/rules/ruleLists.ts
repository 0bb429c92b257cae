import { createHash } from 'node:crypto';
import { SETTINGS, type SettingKey } from '../../config/contributions';
import { inheritedValue, overrideValue, withOverrideValue } from '../../config/folderOverrideEdit';
import { loosenings } from '../../config/loosening';
import { DEFAULTS_MARKER } from '../../config/schema';
import { HOLDING_BACK, type EffectiveSettings, type PathRules, type RawValues } from '../../config/sources';
import { MAX_ENTRIES } from '../../config/sourceReader';
import type { RuleSection } from '../../panel/ruleEditing';
import { t } from '@vscode/l10n';
import { hasBuiltIn } from './ruleDraft';

export interface EditedSettings {
  readonly paths: PathRules;
  userValues(): RawValues;
  userAlone(values: RawValues, folder?: string): EffectiveSettings;
  workspaceValue(section: RuleSection): unknown;
  writeUser(key: SettingKey, value: unknown): Promise<void>;
  writeWorkspace(section: RuleSection, value: unknown): Promise<void>;
  /** @throws Error if the managed policy forbids loosening */
  refuseIfForbidden(): void;
}

export type Place =
  { readonly kind: 'user' } | { readonly kind: 'workspace' } | { readonly kind: 'folder'; readonly folder: string };

export type UserPlace = Exclude<Place, { readonly kind: 'workspace' }>;

export interface RuleList {
  /** Unchecked; undefined: nothing. */
  readonly raw: unknown;
  /** Or what it would begin with. */
  readonly entries: readonly unknown[];
  /** If the list is missing. */
  readonly beginning: readonly unknown[];
  readonly version: string;
  readonly readOnly: string | undefined;
}

/** It is not as shown. */
export class ListChangedError extends Error {
  override readonly name = 'ListChangedError';
}

/** In the user's settings, a folder's override, or the workspace's settings. */
export class RuleLists {
  constructor(private readonly settings: EditedSettings) {}

  read(section: RuleSection, place: Place): RuleList {
    let raw: unknown;
    let readOnly: string | undefined;
    let beginning: unknown = [];
    try {
      raw = this.#raw(section, place);
      beginning = this.#beginning(section, place);
    } catch (error) {
      readOnly = error instanceof Error ? error.message : String(error);
    }
    // A missing list begins with the user's, which must survive.
    if (readOnly === undefined && !Array.isArray(raw === undefined ? beginning : raw)) {
      readOnly = t('This setting is not a list, so nothing can be added to it. Correct it in your settings first.');
    }
    const started: readonly unknown[] = Array.isArray(beginning) ? beginning : [];
    const entries = Array.isArray(raw) ? (raw as unknown[]) : raw === undefined ? started : [];
    const version = createHash('sha256')
      .update(JSON.stringify([section, place, raw === undefined ? entries : [raw]]))
      .digest('hex')
      .slice(0, 32);
    return { raw, entries, beginning: started, version, readOnly };
  }

  /**
   * @param value undefined removes it
   * @returns its new version
   * @throws ListChangedError if not as shown; Error if unwritable, or loosening against the policy
   */
  async write(
    section: RuleSection,
    place: Place,
    seen: string,
    value: readonly unknown[] | undefined,
  ): Promise<string> {
    const { settings } = this;
    const now = this.read(section, place);
    if (now.version !== seen) {
      throw new ListChangedError(
        t('This list was changed elsewhere meanwhile, so nothing was written. Look at it and try again.'),
      );
    }
    if (now.readOnly !== undefined) throw new Error(now.readOnly);
    if (place.kind === 'workspace' && !HOLDING_BACK.has(section)) {
      throw new Error(t('A workspace can hold deny and ask rules only.'));
    }
    const isPermissions = section.startsWith('permissions.');
    if (value !== undefined && isPermissions && value.length > Math.max(MAX_ENTRIES, now.entries.length)) {
      throw new Error(t('A list of rules holds at most {count} entries. Remove some first.', { count: MAX_ENTRIES }));
    }
    if (this.#loosens(section, place, now, value)) settings.refuseIfForbidden();
    if (place.kind === 'workspace') await settings.writeWorkspace(section, value);
    else {
      const changed = this.#userSetting(section, place, value);
      await settings.writeUser(changed.key, changed.value);
    }
    return this.read(section, place).version;
  }

  /** Undefined: it cannot be changed. */
  withAdded(section: RuleSection, place: UserPlace, added: readonly string[]): RawValues | undefined {
    const { entries, readOnly } = this.read(section, place);
    if (readOnly !== undefined) return undefined;
    const { key, value } = this.#userSetting(section, place, [...entries, ...added]);
    return { [key]: value };
  }

  #userSetting(
    section: RuleSection,
    place: UserPlace,
    value: readonly unknown[] | undefined,
  ): { readonly key: SettingKey; readonly value: unknown } {
    if (place.kind === 'user') return { key: section, value };
    const { settings } = this;
    const { folders } = settings.userValues();
    const changed = withOverrideValue(folders, place.folder, section, value, settings.paths);
    return { key: SETTINGS.folders, value: Object.keys(changed).length === 0 ? undefined : changed };
  }

  #raw(section: RuleSection, place: Place): unknown {
    const { settings } = this;
    if (place.kind === 'workspace') return settings.workspaceValue(section);
    const values = settings.userValues();
    if (place.kind === 'user') return values[section];
    return overrideValue(values.folders, place.folder, section, settings.paths);
  }

  #beginning(section: RuleSection, place: Place): unknown {
    const inherited = place.kind === 'user' ? undefined : this.#inherited(section, place);
    return inherited ?? (hasBuiltIn(section) ? [DEFAULTS_MARKER] : []);
  }

  /** It replaces the user's, so begins as a copy: an addition must lose nothing. */
  #inherited(section: RuleSection, place: Place): unknown {
    if (HOLDING_BACK.has(section)) return [];
    if (place.kind !== 'folder') return undefined;
    const { paths } = this.settings;
    const values = this.settings.userValues();
    const folders = withOverrideValue(values.folders, place.folder, section, undefined, paths);
    return inheritedValue({ ...values, folders }, place.folder, section, paths);
  }

  #loosens(section: RuleSection, place: Place, now: RuleList, value: readonly unknown[] | undefined): boolean {
    const { settings } = this;
    if (place.kind === 'workspace') {
      const kept = new Set((value ?? []).map((entry) => JSON.stringify(entry)));
      return now.entries.some((entry) => !kept.has(JSON.stringify(entry)));
    }
    const before = settings.userValues();
    const folder = place.kind === 'folder' ? place.folder : undefined;
    const after =
      folder === undefined
        ? { ...before, [section]: value }
        : { ...before, folders: withOverrideValue(before.folders, folder, section, value, settings.paths) };
    return (
      loosenings(settings.userAlone(before, folder).configuration, settings.userAlone(after, folder).configuration)
        .length > 0
    );
  }
}
