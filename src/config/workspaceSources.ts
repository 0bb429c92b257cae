import type { SettingKey } from './contributions';
import { HOLDING_BACK, type RawSource, type RawValues } from './sources';
import type { RemovedRule, StickyRules } from './stickyRules';
import {
  missingRules,
  unreadableFile,
  WorkspaceRuleFiles,
  withEntries,
  type FileOnDisk,
  type RulesInFile,
  type WorkspaceRuleFile,
} from './workspaceRuleFiles';

export interface WorkspacePlace {
  readonly isFolder: boolean;
  readonly file: WorkspaceRuleFile | undefined;
  valueOf(key: SettingKey): unknown;
}

/** Deny and ask rules as the editor reports them, as files hold them, and as they were. */
export class WorkspaceSources {
  readonly #rules: StickyRules;
  readonly #files: WorkspaceRuleFiles;
  readonly #places: () => ReadonlyMap<string, WorkspacePlace>;

  /** @param places by names kept over restarts */
  constructor(
    rules: StickyRules,
    fileOnDisk: (path: string) => FileOnDisk | undefined,
    places: () => ReadonlyMap<string, WorkspacePlace>,
  ) {
    this.#rules = rules;
    this.#files = new WorkspaceRuleFiles(fileOnDisk);
    this.#places = places;
  }

  /** @param from the call's folder; undefined: in none, so rules of all folders ever open count */
  sources(folders: readonly string[], from: string | undefined): RawSource[] {
    const places = this.#places();
    const open = [...places]
      .filter(([name, { isFolder }]) => !isFolder || folders.includes(name))
      .flatMap(([name, place]): RawSource[] => {
        const values = [this.#rules.note(name, this.#valuesOf(place))];
        const file = this.#rulesInFile(place);
        if (!file.whole) values.push(missingRules(file.rules, values[0] ?? {}));
        const sources = values.map((each): RawSource => ({ source: 'workspace', values: each }));
        return file.unreadable === undefined ? sources : [...sources, unreadableFile(file.unreadable)];
      });
    const closed = this.#rules.closed([...places.keys()], from);
    return [...open, ...closed.map((values): RawSource => ({ source: 'workspace', values }))];
  }

  /** Rules count once seen, without any decision. */
  note(): void {
    for (const [name, place] of this.#places()) this.#rules.note(name, this.#valuesOf(place));
  }

  removed(): readonly RemovedRule[] {
    return this.#rules.removed([...this.#places().keys()]);
  }

  drop(rules: readonly RemovedRule[]): void {
    this.#rules.drop(rules);
  }

  filesChanged(): boolean {
    return this.#files.changed();
  }

  forgetFiles(): void {
    this.#files.forget();
  }

  /** Nothing else of a workspace counts. */
  #valuesOf(place: WorkspacePlace): RawValues {
    const seen = Object.fromEntries(Array.from(HOLDING_BACK, (key) => [key, place.valueOf(key)]));
    const file = this.#rulesInFile(place);
    return file.whole ? withEntries(seen, missingRules(file.rules, seen)) : seen;
  }

  #rulesInFile({ file }: WorkspacePlace): RulesInFile {
    return file === undefined ? { rules: {}, whole: true } : this.#files.rulesOf(file);
  }
}
