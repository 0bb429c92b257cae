/** Excludes at once a path that no file rule names, by the folders above, then by how its name begins. */
import type { CompiledPath, CompiledRule } from './compiledRule';

export class RulePlaces {
  /** Beginnings of names, by the folder above. */
  readonly #names = new Map<string, Set<string>>();

  constructor(rules: readonly CompiledRule[]) {
    for (const { base, nameStart } of rules.flatMap(({ paths }): readonly CompiledPath[] => paths)) {
      const names = this.#names.get(base);
      if (names === undefined) this.#names.set(base, new Set([nameStart]));
      else names.add(nameStart);
    }
  }

  /**
   * @param path folded like the rules
   * @returns false is certain
   */
  mayName(path: string): boolean {
    const nameAt = path.lastIndexOf('/') + 1;
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (this.#begins(path.slice(0, end), path, nameAt)) return true;
    }
    return this.#begins('/', path, nameAt);
  }

  #begins(folder: string, path: string, nameAt: number): boolean {
    const names = this.#names.get(folder);
    if (names === undefined) return false;
    for (const start of names) if (path.startsWith(start, nameAt)) return true;
    return false;
  }
}
