import { foldersOf, type SimpleCommand } from '../../shell/model/analysis';
import { resolvePath } from '../../files/pathResolution';
import { isInside, joinPath } from '../../files/pathText';
import { liesInWorkspace } from '../edits/workspaceEdit';
import { protectingPattern } from '../edits/protectedChange';
import type { EffectiveConfiguration } from '../model/configuration';
import type { ReadOnlyPlace } from '../proof/readOnlyPlace';
import { holdsSecrets } from '../proof/secretFiles';
import { discardedByGit, type GitDiscard } from './gitDiscards';
import { isPlainCommand, plainPath } from './plainCommand';
import { removedByRm } from './rmRemovals';

/** Against git's index, absolute, links resolved. */
export interface WorkTreeChanges {
  readonly workTree: string;
  /** Changed or missing files that git tracks; more of them do no harm. */
  readonly tracked: readonly string[];
  /** Files and links that git neither tracks nor ignores, and perhaps ignored ones. */
  readonly untracked: readonly string[];
}

export interface RemovalWorld {
  readonly configuration: EffectiveConfiguration;
  readonly place: ReadOnlyPlace;
  /** Of the repository that the command runs in. Undefined: not known. */
  readonly changes?: WorkTreeChanges;
}

export interface Removal {
  /** The open folder that holds all paths, links resolved. */
  readonly folder: string;
  /** Absolute; a folder counts with all that is in it. */
  readonly paths: readonly string[];
}

/** Beyond, a look at each would take too long. */
const MOST_ENTRIES = 3_000;

/**
 * What must be held so that nothing is lost when a command runs. Undefined unless that is certain, and all of it ordinary
 * files, links and folders of one open folder: none protected, none with secrets.
 */
export function removedBy(command: SimpleCommand, world: RemovalWorld): Removal | undefined {
  const folders = foldersOf(command);
  const [cwd] = folders;
  if (folders.length !== 1 || cwd === undefined || !isPlainCommand(command)) return undefined;
  const paths = removedByRm(command);
  const found = paths === undefined ? ofGit(command, cwd, world) : located(paths, cwd, world);
  return found === undefined ? undefined : ordinaryRemoval(found, world);
}

function ofGit(command: SimpleCommand, cwd: string, world: RemovalWorld): readonly string[] | undefined {
  const discard = discardedByGit(command, cwd, world.place);
  const { changes } = world;
  if (discard === undefined || changes?.workTree !== discard.workTree) return undefined;
  return changed(discard, changes, world);
}

function changed(
  { kind, below }: GitDiscard,
  { tracked, untracked }: WorkTreeChanges,
  { place: { machine } }: RemovalWorld,
): readonly string[] {
  const all = kind === 'tracked' ? tracked : untracked;
  return all.filter((path) => below.some((folder) => isInside(path, folder, machine.platform)));
}

/** A link itself is removed, not what it leads to; those on the way to it are followed. */
function located(names: readonly string[], cwd: string, { place }: RemovalWorld): readonly string[] | undefined {
  const paths = names.map((name) => plainPath(name, cwd, place));
  return paths.every((path) => path !== undefined) ? paths : undefined;
}

function ordinaryRemoval(paths: readonly string[], world: RemovalWorld): Removal | undefined {
  const { configuration, place } = world;
  const folder = configuration.workspaceFolders
    .map((one) => place.files.realPath(one))
    .find((one) => one !== undefined && paths.every((path) => isStrictlyInside(path, one, place)));
  if (folder === undefined) return undefined;
  const left = { entries: MOST_ENTRIES };
  return paths.every((path) => isOrdinary(path, world, left)) ? { folder, paths } : undefined;
}

function isStrictlyInside(path: string, folder: string, { machine: { platform } }: ReadOnlyPlace): boolean {
  return path !== folder && isInside(path, folder, platform);
}

function isOrdinary(path: string, world: RemovalWorld, left: { entries: number }): boolean {
  const { configuration, place } = world;
  const { machine, files } = place;
  left.entries -= 1;
  if (left.entries < 0 || holdsSecrets(path, machine.platform)) return false;
  const resolved = resolvePath(path, undefined, machine, files);
  if (!liesInWorkspace(resolved, configuration.workspaceFolders, machine, files)) return false;
  const touch = { path, change: 'delete' as const, resolved };
  if (protectingPattern(touch, { touches: [touch], by: 'other' }, configuration, files, machine) !== undefined) {
    return false;
  }
  const facts = files.inspect(path);
  if (facts === 'absent') return true;
  if (facts === 'unreadable' || facts.type === 'other') return false;
  if (facts.type === 'file') return facts.links === 1;
  if (facts.type === 'symlink') return true;
  const names = files.listNames(path, Math.max(1, left.entries));
  return names?.every((name) => isOrdinary(joinPath(path, name, machine.platform), world, left)) === true;
}
