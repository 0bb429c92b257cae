import { SETTINGS, SETTINGS_PREFIX } from './contributions';
import { settingRemedy } from './settingRemedies';
import { readSettings } from './settingsObject';
import { shownEntry } from './shownEntry';
import type { ConfigurationProblem, FolderOverrides, OpenFolder, PathRules, RawSource } from './sources';
import { t } from '@vscode/l10n';

/** More overrides of the same folder than a person keeps. */
const MAX_OVERRIDES = 200;

/** More unusable names than anyone reads about. */
const MAX_PROBLEMS = 200;

/**
 * The overrides of `autoMode.folders` that hold for some open folders, as sources, strongest (innermost) first. An override holds for a
 * folder that is, or lies in, the folder that it names.
 * @param value what the setting holds, unchecked.
 * @returns a last source without values where a part of the setting cannot be used; it reports that.
 */
export function folderSources(value: unknown, overrides: FolderOverrides): readonly RawSource[] {
  if (value === undefined) return [];
  const problems: ConfigurationProblem[] = [];
  const report = (entry: unknown, message: string): void => {
    if (problems.length >= MAX_PROBLEMS) return;
    problems.push({
      key: `${SETTINGS_PREFIX}.${SETTINGS.folders}`,
      source: 'folder',
      entry: shownEntry(entry),
      message,
    });
  };
  const found: { readonly path: string; readonly source: RawSource }[] = [];
  let unreadable: string | undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report(value, `${t('This is no object, so it overrides nothing.')} ${settingRemedy(SETTINGS.folders)}`);
  } else {
    for (const [name, settings] of Object.entries(value)) {
      const path = overridePath(name, overrides.paths);
      if (path === undefined) {
        report(
          name,
          t('This is no folder, so it overrides nothing. Write an absolute path, or one that begins with ~/.'),
        );
        continue;
      }
      const concerned = overrides.of.filter((folder) => holdsFor(path, folder, overrides));
      if (concerned.length === 0) continue;
      if (found.length === MAX_OVERRIDES) {
        report(
          name,
          t('More than {count} overrides hold for this folder, so every call asks. Remove some.', {
            count: MAX_OVERRIDES,
          }),
        );
        unreadable = 'the rest of autoMode.folders';
        break;
      }
      const mayLoosen = overrides.mayLoosen && concerned.every((folder) => isCertain(path, folder, overrides));
      const rights = mayLoosen ? ('everything' as const) : ('tightening' as const);
      found.push({ path, source: { ...readSettings(settings, 'folder', name), rights } });
    }
  }
  // The length of a path says nothing: it may be written with more separators than it needs.
  const { paths } = overrides;
  const sources = found
    .map(({ path, source }) => ({ source, depth: found.filter((other) => paths.isInside(path, other.path)).length }))
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ source }) => source);
  if (problems.length === 0) return sources;
  return [...sources, { source: 'folder', values: {}, problems, ...(unreadable === undefined ? {} : { unreadable }) }];
}

/** Absolute paths of the folders that the setting names, in its order. */
export function overridePaths(value: unknown, paths: PathRules): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value).flatMap((name) => overridePath(name, paths) ?? []);
}

/** The absolute path that a name in the setting stands for; undefined: none. */
export function overridePath(name: string, paths: PathRules): string | undefined {
  const trimmed = name.trim();
  const path = /^~(?:[\\/]|$)/.test(trimmed) ? paths.home + trimmed.slice(1) : trimmed;
  return paths.isAbsolute(path) ? path : undefined;
}

function holdsFor(path: string, { path: opened, real }: OpenFolder, { paths }: FolderOverrides): boolean {
  return paths.isInside(opened, path) || (real !== undefined && paths.isInside(real, path));
}

/** A link in a repository may lead out of it: what loosens holds only where the files really are in the folder that it is meant for. */
function isCertain(path: string, { real }: OpenFolder, { paths }: FolderOverrides): boolean {
  return real !== undefined && paths.isInside(real, path);
}
