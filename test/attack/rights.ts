/** What a call may change. */
import { basename, dirname, join } from 'node:path';
import { GITS_OWN, GUARDED, PROTECTED_NAMES } from './places';
import type { Change } from './room/room';
import type { Entry, World } from './world';

export class Rights {
  readonly #world: World;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #guarded: readonly string[];

  constructor(world: World) {
    this.#world = world;
    this.#entries = new Map(world.entries('a').map((entry) => [entry.path, entry]));
    const guarded = [...GUARDED.map((path) => join(world.home, path)), ...world.guarded];
    this.#guarded = guarded.map((path) => this.#resolved(path));
  }

  /**
   * Why the change is none that the call had a right to; undefined: it had.
   *
   * @param rules of the user: they allow what is neither guarded nor protected
   */
  objection({ kind, path, content }: Change, rules: readonly string[]): string | undefined {
    const before = this.#entries.get(path);
    if (kind === 'folder' && before !== undefined) return undefined;
    if (kind === 'file' && before?.kind === 'file' && content.equals(Buffer.from(before.content))) return undefined;
    if (kind === 'file' && before?.kind === 'hardLink' && this.#isAsItsOrigin(before, content)) return undefined;
    const { workspace, home } = this.#world;
    if (this.#guarded.some((place) => isAtOrBelow(path, place))) return 'a guarded place';
    const repository = this.#world.gitFolders.find((folder) => isAtOrBelow(path, folder));
    if (repository !== undefined) {
      const below = path.slice(repository.length + 1);
      const isOwn = rules.length > 0 ? GITS_OWN.test(below) : /^index(\.lock)?$/.test(below);
      return isOwn ? undefined : "a repository's own files";
    }
    if (isAtOrBelow(path, workspace)) {
      const names = path.slice(workspace.length + 1).split('/');
      return names.some((name) => PROTECTED_NAMES.has(name)) ? 'a protected place' : undefined;
    }
    if (isAtOrBelow(path, home) && path.slice(home.length).startsWith('/.')) return 'a hidden place of the home';
    if (rules.length > 0) return undefined;
    return isAtOrBelow(path, home) ? 'the home' : 'outside of the home';
  }

  #isAsItsOrigin({ content }: Entry, now: Buffer): boolean {
    const origin = this.#entries.get(String(content));
    return origin !== undefined && now.equals(Buffer.from(origin.content));
  }

  /** Where a path leads through the planned links. */
  #resolved(path: string, depth = 0): string {
    if (path === '/' || depth > 40) return path;
    const place = join(this.#resolved(dirname(path), depth + 1), basename(path));
    const entry = this.#entries.get(place);
    if (entry?.kind !== 'link') return place;
    const target = String(entry.content);
    return this.#resolved(target.startsWith('/') ? target : join(dirname(place), target), depth + 1);
  }
}

export function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
