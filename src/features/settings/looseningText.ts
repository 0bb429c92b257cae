import { SETTINGS_PREFIX, type SettingKey } from '../../config/contributions';
import type { Loosening } from '../../config/loosening';
import type { IgnoredSetting } from '../../config/sources';
import { t } from '@vscode/l10n';

/** In a folder or everywhere. `other`: not compared. */
export type PlacedLoosening =
  (Loosening & { readonly folder?: string }) | { readonly key: SettingKey; readonly how: 'other' };

export function looseningText(looser: PlacedLoosening): string {
  const setting = `${SETTINGS_PREFIX}.${looser.key}`;
  if (looser.how === 'other') return t('{setting} becomes another one', { setting });
  const { entry, folder } = looser;
  const what = {
    without: t('{setting} without {entry}', { setting, entry }),
    with: t('{setting} with {entry}', { setting, entry }),
    becomes: t('{setting} becomes {entry}', { setting, entry }),
  }[looser.how];
  return folder === undefined ? what : t('{what} in {folder}', { what, folder });
}

export function ignoredLooseningText({ key, detail, looser }: IgnoredSetting): string {
  if (looser === undefined) return detail ?? key;
  const { first, more } = looser;
  const shown = first.map((one) => looseningText(one)).join('; ');
  return more > 0 ? t('{what}; and {count} more', { what: shown, count: more }) : shown;
}
