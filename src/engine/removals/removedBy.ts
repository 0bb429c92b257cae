import { foldersOf, type SimpleCommand } from '../../shell/model/analysis';
import { resolvePath } from '../../files/pathResolution';
import { isInside, joinPath } from '../../files/pathText';
import { isAboutAllFiles } from '../contained/changeRules';
import { partKinds } from '../contained/partKinds';
import { liesInWorkspace } from '../edits/workspaceEdit';
import { protectingPattern } from '../edits/protectedChange';
import type { CompiledPermissions } from '../model/compiledConfiguration';
import type { EffectiveConfiguration } from '../model/configuration';
import type { PartKind, Removals } from '../model/ports';
import type { ReadOnlyPlace } from '../proof/readOnlyPlace';
import { holdsSecrets } from '../proof/secretFiles';
import { discardedByGit } from './gitDiscards';
import { isPlainCommand, plainPath } from './plainCommand';
import { removedByRm } from './rmRemovals';

export interface RemovalWorld {
  readonly configuration: EffectiveConfiguration;
  readonly permissions: CompiledPermissions;
  readonly place: ReadOnlyPlace;
  readonly removals: Pick<Removals, 'discarded'>;
}

export interface Removal {
  /** The open folder with all paths, links resolved. */
  readonly folder: string;
  /** Absolute, none inside another; a folder counts with its contents. */
  readonly paths: readonly string[];
  /** With folders' contents: shows what came or went. */
  readonly entries: readonly string[];
}

/** A look at more takes too long. */
const MOST_ENTRIES = 3_000;

/** What must be kept so that nothing is lost: absolute; folders count with their contents. Undefined if uncertain. */
export function removedBy(command: SimpleCommand, world: RemovalWorld): readonly string[] | undefined {
  const folders = foldersOf(command);
  const [cwd] = folders;
  if (folders.length !== 1 || cwd === undefined || !isPlainCommand(command)) return undefined;
  const names = removedByRm(command);
  if (names !== undefined) return located(names, cwd, world);
  const discard = discardedByGit(command, cwd, world.place);
  // Also before anything has changed there.
  if (discard?.below.every((path) => isInWorkspace(path, world)) !== true) return undefined;
  return world.removals.discarded(discard);
}

function isInWorkspace(path: string, { configuration, place }: RemovalWorld): boolean {
  const { machine, files } = place;
  const resolved = resolvePath(path, undefined, machine, files);
  return liesInWorkspace(resolved, configuration.workspaceFolders, machine, files);
}

/** Links on the way are followed; a link itself is removed. */
function located(names: readonly string[], cwd: string, { place }: RemovalWorld): readonly string[] | undefined {
  const paths = names.map((name) => plainPath(name, cwd, place));
  return paths.every((path) => path !== undefined) ? paths : undefined;
}

/**
 * Undefined unless all is in one open folder, of ordinary files, links and folders, and none is protected, secret or
 * named by a deny or ask rule.
 */
export function ordinaryRemoval(all: readonly string[], world: RemovalWorld): Removal | undefined {
  const { configuration, permissions, place } = world;
  const { machine, files } = place;
  if (isAboutAllFiles(permissions)) return undefined;
  const roots = configuration.workspaceFolders.map((one) => files.realPath(one));
  const folder = roots.find((one) => one !== undefined && all.every((path) => isStrictlyInside(path, one, place)));
  if (folder === undefined) return undefined;
  const holdsRoot = (path: string): boolean =>
    roots.some((root) => root !== undefined && isInside(root, path, machine.platform));
  if (all.some(holdsRoot)) return undefined;
  const paths = outermost(all, machine.platform);
  const walk = new Walk(world, partKinds(configuration, permissions, { machine, files }));
  return paths.every((path) => walk.isOrdinary(path)) ? { folder, paths, entries: walk.entries } : undefined;
}

function outermost(all: readonly string[], platform: NodeJS.Platform): readonly string[] {
  const kept: string[] = [];
  for (const path of [...new Set(all)].sort((a, b) => a.length - b.length)) {
    if (!kept.some((one) => isInside(path, one, platform))) kept.push(path);
  }
  return kept;
}

function isStrictlyInside(path: string, folder: string, { machine: { platform } }: ReadOnlyPlace): boolean {
  return path !== folder && isInside(path, folder, platform);
}

class Walk {
  readonly entries: string[] = [];

  constructor(
    private readonly world: RemovalWorld,
    private readonly kindOf: (path: string, isFolder: boolean) => PartKind,
  ) {}

  isOrdinary(path: string): boolean {
    const { configuration, place } = this.world;
    const { machine, files } = place;
    if (this.entries.length >= MOST_ENTRIES || holdsSecrets(path, machine.platform)) return false;
    const facts = files.inspect(path);
    if (facts === 'unreadable') return false;
    this.entries.push(`${facts === 'absent' ? facts : facts.type} ${path}`);
    if (!isInWorkspace(path, this.world)) return false;
    const resolved = resolvePath(path, undefined, machine, files);
    const touch = { path, change: 'delete' as const, resolved };
    if (protectingPattern(touch, { touches: [touch], by: 'other' }, configuration, files, machine) !== undefined) {
      return false;
    }
    const isFolder = facts !== 'absent' && facts.type === 'directory';
    if (this.kindOf(path, isFolder) !== 'ordinary') return false;
    if (facts === 'absent' || facts.type === 'symlink') return true;
    if (facts.type === 'other') return false;
    if (!isFolder) return facts.links === 1;
    const names = files.listNames(path, Math.max(1, MOST_ENTRIES - this.entries.length));
    return names?.every((name) => this.isOrdinary(joinPath(path, name, machine.platform))) === true;
  }
}
