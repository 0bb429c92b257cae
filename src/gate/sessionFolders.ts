import { LRUCache } from 'lru-cache';
import { projectFolders, type EffectiveConfiguration } from '../engine/model/configuration';
import { isInside, normalise } from '../files/pathText';
import type { PermissionEntry } from '../rules/permissionEntry';

const MAX_SESSIONS = 1000;

/**
 * A session belongs to its first call's folder. `cd ../other` may add that folder's deny and ask rules, never its
 * looser override. In a git work tree of its workspace, edits run at once there alone; one that began in a work tree
 * stays with it.
 */
export class SessionFolders {
  readonly #first = new LRUCache<string, Beginning>({ max: MAX_SESSIONS });
  /** Decisions recognise changes by identity. */
  readonly #combined = new WeakMap<EffectiveConfiguration, WeakMap<EffectiveConfiguration, EffectiveConfiguration>>();

  readonly #lost = new WeakMap<EffectiveConfiguration, EffectiveConfiguration>();

  constructor(private readonly forFolder: (cwd: string | undefined) => EffectiveConfiguration) {}

  configurationFor(cwd: string | undefined, sessionId: string | undefined): EffectiveConfiguration {
    const here = this.forFolder(cwd);
    if (sessionId === undefined) return here;
    const began = this.#beginning(sessionId, cwd);
    const bound = this.#boundTo(began);
    return bound === here ? bound : this.#combine(bound, here, began.folder);
  }

  /**
   * Unless known: a reloaded window knows no earlier calls, and some models choose a call's folder.
   * @returns the session's folder
   */
  bind(sessionId: string, cwd: string | undefined): string | undefined {
    return this.#beginning(sessionId, cwd).folder;
  }

  #beginning(sessionId: string, cwd: string | undefined): Beginning {
    const known = this.#first.get(sessionId);
    if (known !== undefined) return known;
    const beginning = { folder: cwd, worktree: worktreeRoot(this.forFolder(cwd)) };
    this.#first.set(sessionId, beginning);
    return beginning;
  }

  /** Where its work tree is none any more, no place is left in which it may change something at once. */
  #boundTo({ folder, worktree }: Beginning): EffectiveConfiguration {
    const bound = this.forFolder(folder);
    if (worktree === undefined || worktreeRoot(bound) === worktree) return bound;
    const lost = this.#lost.get(bound) ?? {
      ...bound,
      workspaceFolders: [],
      worktree: { of: worktree, projectFolders: [worktree, ...projectFolders(bound)] },
    };
    this.#lost.set(bound, lost);
    return lost;
  }

  #combine(
    bound: EffectiveConfiguration,
    here: EffectiveConfiguration,
    began: string | undefined,
  ): EffectiveConfiguration {
    const known = this.#combined.get(bound) ?? new WeakMap<EffectiveConfiguration, EffectiveConfiguration>();
    this.#combined.set(bound, known);
    const combined = known.get(here) ?? {
      ...bound,
      ...placeOf(bound, here, began),
      enabled: bound.enabled || here.enabled,
      permissions: {
        ...bound.permissions,
        deny: union(bound.permissions.deny, here.permissions.deny),
        ask: union(bound.permissions.ask, here.permissions.ask),
      },
    };
    known.set(here, combined);
    return combined;
  }
}

interface Beginning {
  readonly folder: string | undefined;
  /** The root of the git work tree that it was in. */
  readonly worktree: string | undefined;
}

function worktreeRoot({ worktree, workspaceFolders: [root] }: EffectiveConfiguration): string | undefined {
  return worktree === undefined ? undefined : root;
}

type Place = Pick<EffectiveConfiguration, 'workspaceFolders' | 'worktree' | 'fastPaths'>;

/** @param began where the session did: elsewhere the settings are those of no folder, and have all */
function placeOf(bound: EffectiveConfiguration, here: EffectiveConfiguration, began: string | undefined): Place {
  const { workspaceFolders, worktree, fastPaths } = bound;
  if (here.worktree === undefined) return { workspaceFolders, worktree, fastPaths };
  if (worktree !== undefined) {
    const projectFolders = [...worktree.projectFolders, ...here.workspaceFolders];
    return { workspaceFolders, worktree: { ...worktree, projectFolders }, fastPaths };
  }
  const { platform } = process;
  const isAtHome =
    began === undefined || workspaceFolders.some((folder) => isInside(normalise(began, platform), folder, platform));
  if (!isAtHome) return { workspaceFolders, worktree, fastPaths };
  const { containedCommands, keptRemovals } = here.fastPaths;
  return {
    workspaceFolders: here.workspaceFolders,
    worktree: here.worktree,
    fastPaths: { ...fastPaths, containedCommands, keptRemovals },
  };
}

function union(first: readonly PermissionEntry[], second: readonly PermissionEntry[]): readonly PermissionEntry[] {
  const known = new Set(first.map(({ text }) => text));
  return [...first, ...second.filter(({ text }) => !known.has(text))];
}
