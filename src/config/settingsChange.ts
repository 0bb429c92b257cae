import { SETTINGS, SETTINGS_PREFIX } from './contributions';
import { RENAMED_SETTINGS } from './renamedSettings';

const KEYS = [...Object.values(SETTINGS), ...Object.keys(RENAMED_SETTINGS)].map((key) => `${SETTINGS_PREFIX}.${key}`);

/**
 * Whether a change of the editor's settings may be about ours. The editor looks only at the first of the changed keys that begins like the
 * section it is asked for: where `autoModeOther` changed too, it may say no for `autoMode`.
 */
export function affectsSettings(change: { affectsConfiguration(section: string): boolean }): boolean {
  return change.affectsConfiguration(SETTINGS_PREFIX) || KEYS.some((key) => change.affectsConfiguration(key));
}
