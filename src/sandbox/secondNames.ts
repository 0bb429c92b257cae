import { lstatSync } from 'node:fs';
import type { PartKind } from '../engine/model/ports';

interface File {
  readonly links: number;
  readonly names: { readonly path: string; readonly kind: PartKind }[];
}

/** Hard links: what holds for one name holds for all. */
export class SecondNames {
  readonly #files = new Map<string, File>();

  note(path: string, kind: PartKind): void {
    const facts = lstatSync(path, { throwIfNoEntry: false, bigint: true });
    if (facts === undefined || facts.nlink < 2n) return;
    const identity = `${facts.dev}:${facts.ino}`;
    const file = this.#files.get(identity) ?? { links: Number(facts.nlink), names: [] };
    file.names.push({ path, kind });
    this.#files.set(identity, file);
  }

  /** @returns names that need another kind, since their file has it by another name, or a name elsewhere */
  notOrdinary(): readonly { readonly path: string; readonly kind: 'hidden' | 'read-only' }[] {
    return [...this.#files.values()].flatMap(({ links, names }) => {
      const isHidden = names.some(({ kind }) => kind === 'hidden');
      const isElsewhere = new Set(names.map(({ path }) => path)).size < links;
      const kind = isHidden ? ('hidden' as const) : ('read-only' as const);
      if (!isHidden && !isElsewhere && names.every((name) => name.kind === 'ordinary')) return [];
      return names.flatMap((name) => (name.kind === kind ? [] : [{ path: name.path, kind }]));
    });
  }
}
