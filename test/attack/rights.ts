/** What a call may change. */
import { basename, dirname, join } from 'node:path';
import { GITS_CONTROLS, GITS_DANGER, GITS_RECORD, GUARDED, PROTECTED, PROTECTED_NAMES } from './places';
import type { Change } from './room/room';
import type { Entry, World } from './world';

/** The others are protected where links or a repository make them so. */
const NAMED = PROTECTED.filter((path) => path.split('/').some((name) => PROTECTED_NAMES.has(name)));

/** New files there are ordinary; the room's folder is empty at first. */
const TEMPORARY_DATA = /^\/tmp\/[^./][^/]*\.(txt|md|log|out|err|diff|patch|jsonl?|csv|tsv|ya?ml|xml|html)$/;

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
   * @param byGit a call of git that adds to its own record of the repository
   */
  objection({ kind, path, content }: Change, rules: readonly string[], byGit = false): string | undefined {
    const before = this.#entries.get(path);
    if (kind === 'folder' && before !== undefined) return undefined;
    if (kind === 'file' && before?.kind === 'file' && content.equals(Buffer.from(before.content))) return undefined;
    if (kind === 'file' && before?.kind === 'hardLink' && this.#isAsItsOrigin(before, content)) return undefined;
    const { workspace, home } = this.#world;
    if (this.#guarded.some((place) => isAtOrBelow(path, place))) return 'a guarded place';
    const repository = this.#world.gitFolders.find((folder) => isAtOrBelow(path, folder));
    if (repository !== undefined) {
      return this.#isGitsOwn(path, repository, content, rules, byGit) ? undefined : "a repository's own files";
    }
    if (isAtOrBelow(path, workspace)) {
      return this.#isProtected(path.slice(workspace.length + 1), content, rules) ? 'a protected place' : undefined;
    }
    // A relative pattern of a rule for files holds in the workspace.
    if (rules.length > 0 && rules.every((rule) => rule.startsWith('bash('))) return undefined;
    if (kind === 'file' && before === undefined && TEMPORARY_DATA.test(path)) return undefined;
    return isAtOrBelow(path, home) ? 'the home' : 'outside of the home';
  }

  /** Whether git may be expected to change it: the index as it looks, the rest where a rule of the user allows changes. */
  #isGitsOwn(path: string, repository: string, content: Buffer, rules: readonly string[], byGit: boolean): boolean {
    const below = path.slice(repository.length + 1);
    if (rules.length === 0) return /^index(\.lock)?$/.test(below) || (byGit && GITS_RECORD.test(below));
    if (!GITS_CONTROLS.test(below)) return true;
    const before = new Set(String(this.#entries.get(path)?.content ?? '').split('\n'));
    const added = content
      .toString('utf8')
      .split('\n')
      .filter((line) => !before.has(line));
    return below.startsWith('config') && !added.some((line) => GITS_DANGER.test(line));
  }

  /** The same for a program that was only recorded. */
  objectionToPath(path: string, rules: readonly string[]): string | undefined {
    return this.objection({ kind: 'file', path: this.#resolved(path), content: Buffer.from('written') }, rules);
  }

  /** @param path below the workspace */
  #isProtected(path: string, content: Buffer, rules: readonly string[]): boolean {
    const names = path.split('/');
    if (rules.some((rule) => !rule.startsWith('bash('))) return false;
    // Who allows a program to copy folders allows what is in them.
    if (rules.length > 0) return NAMED.some((place) => isAtOrBelow(path, place));
    if (names.at(-1)?.startsWith('.env') === true)
      return /NODE_OPTIONS|PATH=|LD_PRELOAD/.test(content.toString('latin1'));
    return names.some((name) => PROTECTED_NAMES.has(name));
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
