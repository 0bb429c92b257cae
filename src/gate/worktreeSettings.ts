import type { EffectiveConfiguration } from '../engine/model/configuration';
import type { WorktreeClaim, Worktrees } from './worktrees';

const MAX_WORKTREES = 100;

/** A folder's settings, but edits run at once only in its work tree. */
export class WorktreeSettings {
  /** Decisions compare identity. */
  readonly #known = new WeakMap<EffectiveConfiguration, Map<string, EffectiveConfiguration>>();

  constructor(private readonly worktrees: Pick<Worktrees, 'claim'>) {}

  /**
   * @param folders open ones, absolute
   * @param settingsOf an open folder's
   * @returns undefined: in no work tree of these
   */
  of(
    cwd: string,
    folders: readonly string[],
    settingsOf: (folder: string) => EffectiveConfiguration,
  ): EffectiveConfiguration | undefined {
    const protectedPaths = (folder: string): readonly string[] =>
      settingsOf(folder).protectedPaths.map(({ value }) => value);
    const claimed = this.worktrees.claim(cwd, folders, protectedPaths);
    return claimed === undefined ? undefined : this.#narrowed(settingsOf(claimed.settingsOf), claimed);
  }

  #narrowed(base: EffectiveConfiguration, { root, folder }: WorktreeClaim): EffectiveConfiguration {
    const known = this.#known.get(base) ?? new Map<string, EffectiveConfiguration>();
    this.#known.set(base, known);
    const narrowed = known.get(root) ?? {
      ...base,
      workspaceFolders: [root],
      worktree: { of: folder, projectFolders: [root, ...base.workspaceFolders] },
    };
    if (known.size >= MAX_WORKTREES) known.clear();
    known.set(root, narrowed);
    return narrowed;
  }
}
