import type { OpenFolder } from './sources';

/**
 * Where open folders really lie. An agent can move a folder away and put a link in its place, to one for which the user has looser
 * overrides: of a folder that lies elsewhere than at first it is not known where it lies.
 */
export class OpenedFolders {
  readonly #first = new Map<string, string | undefined>();

  /** @param realPath a folder's path with its links resolved; undefined if that cannot be told. */
  constructor(private readonly realPath: (path: string) => string | undefined) {}

  at(path: string): OpenFolder {
    const { real, first } = this.#look(path);
    return { path, real: real === first ? real : undefined };
  }

  /** Those that lie elsewhere than when they were first looked at. */
  moved(paths: readonly string[]): readonly string[] {
    return paths.filter((path) => {
      const { real, first } = this.#look(path);
      return real !== first;
    });
  }

  #look(path: string): { readonly real: string | undefined; readonly first: string | undefined } {
    const real = this.realPath(path);
    const known = this.#first.get(path);
    // One that is missing at first and is then made, but as no link, is what was meant.
    if (!this.#first.has(path) || (known === undefined && real === path)) this.#first.set(path, real);
    return { real, first: this.#first.get(path) };
  }
}
