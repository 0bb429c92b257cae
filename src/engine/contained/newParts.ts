/** What a contained run must not add; such a file is renamed. */
import { HOOKS } from '../../files/git/gitDirectory';
import { includedConfigs } from '../../files/git/includedConfig';
import { escapedPath } from '../../rules/compiledRule';
import { protectedPatterns } from '../edits/protectedChange';
import type { EffectiveConfiguration } from '../model/configuration';
import type { CompiledPermissions } from '../model/compiledConfiguration';
import type { ContainedRun, Gate } from '../model/ports';
import { CHANGING, foldersByLinks, placesOfRules } from './changeRules';

/** Without it git takes no folder for its own. */
const HEAD = 'HEAD';
/** Only a server runs it, and other files have its name. */
const ORDINARY_HOOK = 'update';

export const GIT_NAMES: ReadonlySet<string> = new Set([HEAD, ...HOOKS].filter((name) => name !== ORDINARY_HOOK));

export function newParts(
  { workspaceFolders, protectedPaths }: Pick<EffectiveConfiguration, 'workspaceFolders' | 'protectedPaths'>,
  permissions: CompiledPermissions,
  { machine, files }: Pick<Gate, 'machine' | 'files'>,
): Pick<ContainedRun, 'protectedPatterns' | 'protectedPlaces'> {
  const places = placesOfRules(permissions, CHANGING, workspaceFolders, machine).map(({ pattern }) => pattern);
  const included = workspaceFolders.flatMap((folder) => includedConfigs(folder, machine, files) ?? []);
  const byLinks = foldersByLinks(workspaceFolders, files).flatMap(({ given, real }) => {
    const [from, to] = [escapedPath(given, machine), escapedPath(real, machine)];
    return places.flatMap((place) => (place.startsWith(`${from}/`) ? to + place.slice(from.length) : []));
  });
  return {
    protectedPatterns: protectedPatterns(protectedPaths),
    protectedPlaces: [
      ...places,
      ...byLinks,
      ...included.map((path) => escapedPath(path, machine)),
      ...[...GIT_NAMES].map((name) => `/**/${name}`),
    ],
  };
}
