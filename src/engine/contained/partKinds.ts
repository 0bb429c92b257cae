/** What a contained run may do at a place: the same as edits and reads. */
import { fileFloor } from '../../floor/files/fileFloor';
import { includedConfigs } from '../../files/git/includedConfig';
import { foldedSegments, joinPath, parentPath } from '../../files/pathText';
import { isProtected } from '../../files/protectedPaths';
import { meets, type CompiledPath } from '../../rules/compiledRule';
import { fold, isBelow, slashes } from '../../rules/matchedPath';
import { toolConfiguration } from '../edits/ordinaryPlaces';
import { protectedPatterns } from '../edits/protectedChange';
import type { EffectiveConfiguration } from '../model/configuration';
import type { CompiledPermissions } from '../model/compiledConfiguration';
import type { Gate, PartKind } from '../model/ports';
import { holdsSecrets } from '../proof/secretFiles';
import { CHANGING, foldersByLinks, placesOfRules, READING } from './changeRules';
import { GIT_NAMES } from './newParts';

/** No pattern means this name: it asks about the folder alone. */
const ANY_NAME = '\u0001';

/** @returns for absolute paths in the workspace, without links */
export function partKinds(
  { workspaceFolders, protectedPaths }: Pick<EffectiveConfiguration, 'workspaceFolders' | 'protectedPaths'>,
  permissions: CompiledPermissions,
  { machine, files }: Pick<Gate, 'machine' | 'files'>,
): (path: string, isFolder: boolean) => PartKind {
  const { platform } = machine;
  const patterns = protectedPatterns(protectedPaths);
  const notRead = placesOfRules(permissions, READING, workspaceFolders, machine);
  const notChanged = placesOfRules(permissions, CHANGING, workspaceFolders, machine);
  const included = includedFiles(machine, files);
  const byLinks = foldersByLinks(workspaceFolders, files);
  const ignoreCase = platform === 'win32' || platform === 'darwin';
  return (path, isFolder) => {
    const names = [
      path,
      ...byLinks.flatMap(({ given, real }) => (isBelow(path, real) ? given + path.slice(real.length) : [])),
    ];
    const folded = names.map((name) => fold(slashes(name, machine), ignoreCase));
    const isAt = (place: CompiledPath): boolean => folded.some((name) => meets(place, name));
    if (holdsSecrets(path, platform) || notRead.some(isAt)) return 'hidden';
    if (notChanged.some(isAt)) return 'read-only';
    const resolved = { candidates: [path], real: path, remote: false };
    // The parent of a protected folder is not protected.
    const inside = isFolder ? joinPath(path, ANY_NAME, platform) : path;
    const located = { candidates: [inside], real: inside, remote: false };
    if (isProtected(located, workspaceFolders, patterns) !== undefined) return 'read-only';
    const name = foldedSegments(path, platform).at(-1) ?? '';
    if (GIT_NAMES.has(baseName(path)) || (!isFolder && included(path))) return 'read-only';
    if (!isFolder && patterns.length > 0 && toolConfiguration(resolved, workspaceFolders, platform) !== undefined)
      return 'read-only';
    // Inside a workspace only such names are guarded, and the floor reads the disk for each.
    if (!name.startsWith('.') && !name.includes('workspace')) return 'ordinary';
    const change = isFolder ? 'delete' : 'overwrite';
    return fileFloor([{ path, change, resolved }], machine, files) === undefined ? 'ordinary' : 'read-only';
  };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function includedFiles(machine: Gate['machine'], files: Gate['files']): (path: string) => boolean {
  const known = new Map<string, ReadonlySet<string> | undefined>();
  return (path) => {
    const folder = parentPath(path, machine.platform);
    if (!known.has(folder)) {
      const found = includedConfigs(folder, machine, files);
      known.set(folder, found === undefined ? undefined : new Set(found));
    }
    // Unknown: any file may be included.
    return known.get(folder)?.has(path) ?? true;
  };
}
