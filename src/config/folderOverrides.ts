import { SETTINGS, SETTINGS_PREFIX } from './contributions';
import { settingRemedy } from './settingRemedies';
import { readSettings } from './settingsObject';
import { shownEntry } from './shownEntry';
import type { ConfigurationProblem, FolderOverrides, OpenFolder, PathRules, RawSource } from './sources';
import { t } from '@vscode/l10n';

const MAX_OVERRIDES = 200;

const MAX_PROBLEMS = 200;

/**
 * Innermost (strongest) first.
 * @returns a last source without values reports unusable parts
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
  // Paths may have extra separators.
  const { paths } = overrides;
  const sources = found
    .map(({ path, source }) => ({ source, depth: found.filter((other) => paths.isInside(path, other.path)).length }))
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ source }) => source);
  if (problems.length === 0) return sources;
  return [...sources, { source: 'folder', values: {}, problems, ...(unreadable === undefined ? {} : { unreadable }) }];
}

export function overridePaths(value: unknown, paths: PathRules): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value).flatMap((name) => overridePath(name, paths) ?? []);
}

export function overridePath(name: string, paths: PathRules): string | undefined {
  const trimmed = name.trim();
  const path = /^~(?:[\\/]|$)/.test(trimmed) ? paths.home + trimmed.slice(1) : trimmed;
  return paths.isAbsolute(path) ? path : undefined;
}

function holdsFor(path: string, { path: opened, real }: OpenFolder, { paths }: FolderOverrides): boolean {
  return paths.isInside(opened, path) || (real !== undefined && paths.isInside(real, path));
}

/** A repository's link may lead elsewhere: a loosening holds only for the intended folder. */
function isCertain(path: string, { real }: OpenFolder, { paths }: FolderOverrides): boolean {
  return real !== undefined && paths.isInside(real, path);
}
