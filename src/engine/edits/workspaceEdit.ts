import type { EffectiveConfiguration } from '../model/configuration';
import type { AgentWrites } from '../model/ports';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { changesFile } from '../../files/fileTouch';
import { homeFolders } from '../../files/homeFolders';
import { everyName, resolvePath, type LocatedTouch, type ResolvedPath } from '../../files/pathResolution';
import { foldedSegments, isInside } from '../../files/pathText';
import { holdsSecrets } from '../proof/secretFiles';
import { comparableText, isAgentsText } from './agentsText';
import { isAgentScratch } from './ordinaryPlaces';
import { protectingPattern, type CallChanges } from './protectedChange';
import { isOwnTemporaryFile } from './temporaryFiles';

export type WorkspaceEditVerdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      /** Ends "This is no ordinary edit in the workspace: …". */
      readonly why: string;
    };

export function workspaceEditVerdict(
  changes: CallChanges,
  configuration: EffectiveConfiguration,
  machine: MachineFacts,
  files: FileSystem,
  writes: AgentWrites,
): WorkspaceEditVerdict {
  const { touches } = changes;
  if (!touches.some(({ change }) => changesFile(change))) return { allowed: false, why: 'it changes no known file' };
  if (touches.some(({ change }) => change === 'rename-from') && !touches.some(({ change }) => change === 'rename-to')) {
    return { allowed: false, why: 'it moves a file to an unknown place' };
  }
  const workspace = new Workspace(configuration.workspaceFolders, machine, files);
  for (const touch of touches) {
    const why =
      (isOwnTemporaryFile(touch, machine, files, writes) ? undefined : placeObjection(touch, workspace)) ??
      protectionObjection(touch, changes, configuration, files, machine) ??
      (changes.by === 'edit-tool' ? privacyObjection(touch, files, machine) : undefined) ??
      lossObjection(touch, files, writes);
    if (why !== undefined) return { allowed: false, why };
  }
  return { allowed: true };
}

export function liesInWorkspace(
  { candidates, remote, unknown }: ResolvedPath,
  workspaceFolders: readonly string[],
  machine: MachineFacts,
  files: FileSystem,
): boolean {
  if (remote || unknown !== undefined || candidates.length === 0) return false;
  const workspace = new Workspace(workspaceFolders, machine, files);
  return candidates.every((candidate) => workspace.holds(candidate));
}

function placeObjection({ resolved, glob }: LocatedTouch, workspace: Workspace): string | undefined {
  if (resolved.remote) return 'the file is on another machine';
  if (glob === true) return 'the path is a pattern that only the shell resolves';
  if (resolved.unknown !== undefined) return `the path ${resolved.unknown}`;
  if (resolved.real === undefined) return 'the path can stand for several files';
  return everyName(resolved).every((candidate) => workspace.isScratch(candidate)) ||
    resolved.candidates.every((candidate) => workspace.holds(candidate))
    ? undefined
    : 'the file is outside the workspace';
}

function protectionObjection(
  touch: LocatedTouch,
  changes: CallChanges,
  configuration: EffectiveConfiguration,
  files: FileSystem,
  machine: MachineFacts,
): string | undefined {
  const pattern = protectingPattern(touch, changes, configuration, files, machine);
  return pattern === undefined ? undefined : `the path is protected (${pattern})`;
}

/** A move gives it a name that may be read, and some tools show the lines around an edit. */
function privacyObjection(
  { change, resolved }: LocatedTouch,
  files: FileSystem,
  machine: MachineFacts,
): string | undefined {
  if (change !== 'rename-from' && change !== 'in-place') return undefined;
  if (resolved.real === undefined || files.inspect(resolved.real) === 'absent') return undefined;
  return everyName(resolved).some((name) => holdsSecrets(name, machine.platform))
    ? 'the file usually holds secrets'
    : undefined;
}

function lossObjection(touch: LocatedTouch, files: FileSystem, writes: AgentWrites): string | undefined {
  const { change, newText, resolved } = touch;
  const real = resolved.real ?? '';
  // These act on a link, not its target.
  const onLink = change === 'delete' || change === 'rename-from' || change === 'rename-to';
  const at = onLink ? (resolved.candidates[0] ?? '') : real;
  const facts = files.inspect(at);
  if (facts === 'unreadable') return 'the file cannot be looked at';
  if (facts === 'absent') return undefined;
  if (change === 'delete' && facts.type === 'directory' && files.listNames(at, 1)?.length === 0) return undefined;
  if (facts.type !== 'file') return 'it is not an ordinary file';
  if (facts.links > 1) return 'the file has a second name (hard link)';
  switch (change) {
    case 'delete':
      return isKept(real, files, writes) ? undefined : `it deletes ${UNKEPT}`;
    case 'rename-to':
      return isKept(real, files, writes) ? undefined : `it replaces ${UNKEPT}`;
    case 'overwrite':
      if (facts.sizeBytes === 0 || (newText !== undefined && comparableText(real, files) === newText)) return undefined;
      return isKept(real, files, writes) ? undefined : `it overwrites ${UNKEPT}`;
    default:
      return undefined;
  }
}

const UNKEPT = 'content that neither version control holds nor an agent wrote';

function isKept(real: string, files: FileSystem, writes: AgentWrites): boolean {
  return isAgentsText(real, files, writes) || files.heldByVersionControl(real);
}

class Workspace {
  readonly #folders: readonly string[];
  readonly #machine: MachineFacts;
  readonly #files: FileSystem;
  #roots: readonly string[];
  #complete = false;

  constructor(folders: readonly string[], machine: MachineFacts, files: FileSystem) {
    this.#folders = folders;
    this.#machine = machine;
    this.#files = files;
    this.#roots = usableRoots(folders, machine, files);
  }

  holds(path: string): boolean {
    if (this.#isIn(path)) return true;
    if (this.#complete) return false;
    // A folder may be open through a link; this is rare, so checked late.
    this.#roots = usableRoots(
      this.#folders.flatMap((folder) => resolvePath(folder, undefined, this.#machine, this.#files).candidates),
      this.#machine,
      this.#files,
    );
    this.#complete = true;
    return this.#isIn(path);
  }

  isScratch(path: string): boolean {
    return isAgentScratch(path, this.#machine);
  }

  #isIn(path: string): boolean {
    return this.#roots.some((root) => isInside(path, root, this.#machine.platform));
  }
}

/** A window sends the same list each time. */
const usableOf = new WeakMap<readonly string[], readonly string[]>();

/** A drive, a home folder or its parent is too wide. */
function usableRoots(folders: readonly string[], machine: MachineFacts, files: FileSystem): readonly string[] {
  const known = usableOf.get(folders);
  if (known !== undefined) return known;
  const homes = homeFolders(machine, files);
  const usable = folders.filter((folder) => !homes.isHomeOrAbove(foldedSegments(folder, machine.platform)));
  usableOf.set(folders, usable);
  return usable;
}
