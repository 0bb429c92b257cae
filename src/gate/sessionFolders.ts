import { LRUCache } from 'lru-cache';
import { projectFolders, type EffectiveConfiguration } from '../engine/model/configuration';
import { isInside, normalise } from '../files/pathText';
import type { PermissionEntry } from '../rules/permissionEntry';

const MAX_SESSIONS = 1000;
const MAX_LOST = 100;

type Combined = WeakMap<EffectiveConfiguration, WeakMap<EffectiveConfiguration, EffectiveConfiguration>>;

/**
 * A session belongs to its first call's folder. `cd ../other` may add that folder's deny and ask rules, never its
 * looser override. In a git work tree of its workspace edits run at once only there; a session that began in one stays
 * in it.
 */
export class SessionFolders {
  readonly #first = new LRUCache<string, Beginning>({ max: MAX_SESSIONS });
  readonly #repositories = new LRUCache<string, string>({ max: MAX_SESSIONS });
  /** Decisions compare identity. */
  readonly #combined: Combined = new WeakMap();
  readonly #combinedElsewhere: Combined = new WeakMap();
  readonly #lost = new WeakMap<EffectiveConfiguration, Map<string, EffectiveConfiguration>>();

  constructor(private readonly forFolder: (cwd: string | undefined) => EffectiveConfiguration) {}

  configurationFor(cwd: string | undefined, sessionId: string | undefined): EffectiveConfiguration {
    const here = this.forFolder(cwd);
    if (sessionId === undefined) return here;
    const began = this.#beginning(sessionId, cwd);
    const bound = this.#boundTo(began);
    return bound === here ? bound : this.#combine(bound, here, began.folder);
  }

  /**
   * Unless known: after a reload earlier calls are unknown, and some models choose a call's folder.
   * @param repositoryIn the open folder whose git work tree it began in
   * @returns the session's folder
   */
  bind(sessionId: string, cwd: string | undefined, repositoryIn?: string): string | undefined {
    if (repositoryIn !== undefined) this.#repositories.set(sessionId, repositoryIn);
    return this.#beginning(sessionId, cwd).folder;
  }

  repositoryOf(sessionId: string): string | undefined {
    return this.#repositories.get(sessionId);
  }

  #beginning(sessionId: string, cwd: string | undefined): Beginning {
    const known = this.#first.get(sessionId);
    if (known !== undefined) return known;
    const beginning = { folder: cwd, worktree: worktreeRoot(this.forFolder(cwd)) };
    this.#first.set(sessionId, beginning);
    return beginning;
  }

  /** Without its work tree, removed or broken, no change of the session runs at once. */
  #boundTo({ folder, worktree }: Beginning): EffectiveConfiguration {
    const bound = this.forFolder(folder);
    if (worktree === undefined || worktreeRoot(bound) === worktree) return bound;
    const known = this.#lost.get(bound) ?? new Map<string, EffectiveConfiguration>();
    this.#lost.set(bound, known);
    const lost = known.get(worktree) ?? {
      ...bound,
      workspaceFolders: [],
      worktree: { of: worktree, projectFolders: [worktree, ...projectFolders(bound)] },
    };
    if (known.size >= MAX_LOST) known.clear();
    known.set(worktree, lost);
    return lost;
  }

  #combine(
    bound: EffectiveConfiguration,
    here: EffectiveConfiguration,
    began: string | undefined,
  ): EffectiveConfiguration {
    const isAtHome = beganIn(bound.workspaceFolders, began);
    const all = isAtHome ? this.#combined : this.#combinedElsewhere;
    const known = all.get(bound) ?? new WeakMap<EffectiveConfiguration, EffectiveConfiguration>();
    all.set(bound, known);
    const combined = known.get(here) ?? {
      ...bound,
      ...placeOf(bound, here, isAtHome),
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
  /** Root of its git work tree. */
  readonly worktree: string | undefined;
}

function worktreeRoot({ worktree, workspaceFolders: [root] }: EffectiveConfiguration): string | undefined {
  return worktree === undefined ? undefined : root;
}

type Place = Pick<EffectiveConfiguration, 'workspaceFolders' | 'worktree' | 'fastPaths'>;

function beganIn(folders: readonly string[], began: string | undefined): boolean {
  const { platform } = process;
  return began === undefined || folders.some((folder) => isInside(normalise(began, platform), folder, platform));
}

/** @param isAtHome the session began in an open folder; elsewhere no folder's settings hold, with all rules */
function placeOf(bound: EffectiveConfiguration, here: EffectiveConfiguration, isAtHome: boolean): Place {
  const { workspaceFolders, worktree, fastPaths } = bound;
  if (here.worktree === undefined) return { workspaceFolders, worktree, fastPaths };
  if (worktree !== undefined) {
    const projectFolders = [...worktree.projectFolders, ...here.workspaceFolders];
    return { workspaceFolders, worktree: { ...worktree, projectFolders }, fastPaths };
  }
  if (!isAtHome) return { workspaceFolders: [], worktree: here.worktree, fastPaths };
  return { workspaceFolders: here.workspaceFolders, worktree: here.worktree, fastPaths };
}

function union(first: readonly PermissionEntry[], second: readonly PermissionEntry[]): readonly PermissionEntry[] {
  const known = new Set(first.map(({ text }) => text));
  return [...first, ...second.filter(({ text }) => !known.has(text))];
}
