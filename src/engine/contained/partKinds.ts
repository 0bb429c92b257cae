/** What a contained run may do with a part of the workspace: the same places as for an edit and a read. */
import { fileFloor } from '../../floor/files/fileFloor';
import { foldedSegments } from '../../files/pathText';
import { isProtected } from '../../files/protectedPaths';
import { meets, type CompiledPath, type CompiledRule } from '../../rules/compiledRule';
import { fold, isBelow, slashes } from '../../rules/matchedPath';
import { protectedPatterns } from '../edits/protectedChange';
import type { EffectiveConfiguration } from '../model/configuration';
import type { CompiledPermissions } from '../model/compiledConfiguration';
import type { Gate, PartKind } from '../model/ports';
import { holdsSecrets } from '../proof/secretFiles';

const READING = new Set(['read', 'search']);
const CHANGING = new Set(['edit', 'write', 'delete']);

/** @returns for absolute paths in the workspace, no links in them */
export function partKinds(
  { workspaceFolders, protectedPaths }: Pick<EffectiveConfiguration, 'workspaceFolders' | 'protectedPaths'>,
  { deny, ask }: CompiledPermissions,
  { machine, files }: Pick<Gate, 'machine' | 'files'>,
): (path: string, isFolder: boolean) => PartKind {
  const { platform } = machine;
  const patterns = protectedPatterns(protectedPaths);
  const roots = workspaceFolders.map((folder) => slashes(folder, machine));
  const places = (kinds: ReadonlySet<string>): readonly CompiledPath[] =>
    [...deny, ...ask].flatMap((compiled) => (isFor(compiled, kinds) ? compiled.paths : [])).filter(mayLieIn(roots));
  const notRead = places(READING);
  const notChanged = places(CHANGING);
  const ignoreCase = platform === 'win32' || platform === 'darwin';
  return (path, isFolder) => {
    const folded = fold(slashes(path, machine), ignoreCase);
    if (holdsSecrets(path, platform) || notRead.some((place) => meets(place, folded))) return 'hidden';
    if (notChanged.some((place) => meets(place, folded))) return 'read-only';
    const resolved = { candidates: [path], real: path, remote: false };
    if (isProtected(resolved, workspaceFolders, patterns) !== undefined) return 'read-only';
    const name = foldedSegments(path, platform).at(-1) ?? '';
    // Only such names are guarded inside a workspace, and the floor looks at the disk for each.
    if (!name.startsWith('.') && !name.includes('workspace')) return 'ordinary';
    const change = isFolder ? 'delete' : 'overwrite';
    return fileFloor([{ path, change, resolved }], machine, files) === undefined ? 'ordinary' : 'read-only';
  };
}

function isFor({ rule }: CompiledRule, kinds: ReadonlySet<string>): boolean {
  return rule.tool === '*' || (rule.kind !== undefined && kinds.has(rule.kind));
}

function mayLieIn(roots: readonly string[]): (place: CompiledPath) => boolean {
  return ({ base }) => roots.some((root) => isBelow(base, root) || isBelow(root, base));
}
