import type { RuleSource } from '../rules/ruleSource';
import { SETTINGS, SETTINGS_PREFIX } from './contributions';
import { SETTINGS_VARIABLE } from './environmentSettings';
import type { IgnoredSetting } from './sources';
import { t } from '@vscode/l10n';

export interface IgnoredWhere {
  readonly forbidsLoosening: boolean;
  readonly confirmable: boolean;
}

/** @param ignored its `detail` is inserted as it is */
export function ignoredSentence(ignored: IgnoredSetting, where: IgnoredWhere): string {
  const { key, source, why, detail } = ignored;
  if (why === 'overridden') return overriddenSentence(detail);
  const folders = `${SETTINGS_PREFIX}.${SETTINGS.folders}`;
  const what = detail === undefined ? '' : ` (${detail})`;
  if (source === 'workspace') {
    return key === folders
      ? t('A workspace may only add deny and ask rules; this setting has no effect. Put it into your user settings.')
      : t(
          'A workspace may only add deny and ask rules; this setting has no effect. Put it into your user settings, or for one folder into {folders}.',
          { folders },
        );
  }
  if (source === 'environment' && where.confirmable && why === 'loosens') {
    return t('This would loosen what holds without it{what}, so it waits until you have confirmed it.', { what });
  }
  if (where.forbidsLoosening) {
    return t(
      'The managed policy lets nothing be loosened, so this has no effect{what}. Remove it, or ask your administrator.',
      { what },
    );
  }
  if (source === 'folder' && why === 'not-its-place') {
    return t('An override cannot hold overrides, so this has no effect. Write it beside the others in {folders}.', {
      folders,
    });
  }
  if (source === 'folder') {
    return t(
      'This would loosen what holds without it{what}. An override may do that only in a trusted workspace, and for calls from a folder that really lies where the override says, so it has no effect here. Trust the workspace, or name the folder by its own path.',
      { what },
    );
  }
  return t(
    'A repository can set this here ({place}), so it can only tighten and has no effect{what}. Put it into the user settings of your own machine.',
    { place: placeOf(source), what },
  );
}

function overriddenSentence(by: string | undefined): string {
  const isSource = (source: string | undefined): source is RuleSource => Object.hasOwn(PLACES, source ?? '');
  return t('This has no effect, because it is set in a stronger place too: {place}.', {
    place: isSource(by) ? placeOf(by) : t('not known'),
  });
}

const PLACES: Readonly<Record<RuleSource, () => string>> = {
  managed: () => t('the managed policy'),
  environment: () => t('the environment variable {name}', { name: SETTINGS_VARIABLE }),
  folder: () => t('an override in {folders}', { folders: `${SETTINGS_PREFIX}.${SETTINGS.folders}` }),
  user: () => t('your user settings'),
  remote: () => t("the remote host's settings"),
  workspace: () => t("the workspace's settings"),
  default: () => t('the built-in settings'),
};

function placeOf(source: RuleSource): string {
  return PLACES[source]();
}
