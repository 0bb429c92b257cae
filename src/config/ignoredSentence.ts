import type { RuleSource } from '../engine/decision';
import { SETTINGS, SETTINGS_PREFIX } from './contributions';
import { SETTINGS_VARIABLE } from './environmentSettings';
import type { IgnoredSetting } from './sources';

/** What decides whether a value could still come into force. */
export interface IgnoredWhere {
  /** The managed policy lets nothing be loosened. */
  readonly forbidsLoosening: boolean;
  /** The user can confirm what the environment variable loosens. */
  readonly confirmable: boolean;
}

/** The sources in words, as they stand in a sentence. */
const PLACES: Readonly<Record<RuleSource, string>> = {
  managed: 'the managed policy',
  environment: `the environment variable ${SETTINGS_VARIABLE}`,
  folder: `an override in ${SETTINGS_PREFIX}.${SETTINGS.folders}`,
  user: 'your user settings',
  remote: "the remote host's settings",
  workspace: "the workspace's settings",
  default: 'the built-in settings',
};

/** Says why a value has no effect and what to do about it. */
export function ignoredSentence(ignored: IgnoredSetting, where: IgnoredWhere): string {
  const { key, source, why, detail } = ignored;
  if (why === 'overridden') {
    const by = Object.hasOwn(PLACES, detail ?? '') ? PLACES[detail as RuleSource] : 'a stronger source';
    return `This has no effect, because ${by} sets it too and is stronger.`;
  }
  const loosens = detail === undefined ? '' : ` (${detail})`;
  if (source === 'workspace') {
    const own =
      key === `${SETTINGS_PREFIX}.${SETTINGS.folders}`
        ? ''
        : `, or for one folder into ${SETTINGS_PREFIX}.${SETTINGS.folders}`;
    return `A workspace may only add deny and ask rules; this setting has no effect. Put it into your user settings${own}.`;
  }
  if (source === 'environment' && where.confirmable && why === 'loosens') {
    return `This would loosen what holds without it${loosens}, so it waits until you have confirmed it.`;
  }
  if (where.forbidsLoosening) {
    return `The managed policy lets nothing be loosened, so this has no effect${loosens}. Remove it, or ask your administrator.`;
  }
  if (source === 'folder' && why === 'not-its-place') {
    return `An override cannot hold overrides, so this has no effect. Write it beside the others in ${SETTINGS_PREFIX}.${SETTINGS.folders}.`;
  }
  if (source === 'folder') {
    return `This would loosen what holds without it${loosens}. An override may do that only in a trusted workspace, and for calls from a folder that really lies where the override says, so it has no effect here. Trust the workspace, or name the folder by its own path.`;
  }
  return `Where a repository can set it, ${PLACES[source]} can only tighten, so this has no effect${loosens}. Put it into the user settings of your own machine.`;
}
