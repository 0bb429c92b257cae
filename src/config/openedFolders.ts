import { t } from '@vscode/l10n';
import { shownEntry } from './shownEntry';
import type { OpenFolder, RawSource } from './sources';

/** A link to a folder with looser overrides may replace a folder, so a moved folder's place is unknown. */
export class OpenedFolders {
  readonly #first = new Map<string, string | undefined>();

  constructor(private readonly realPath: (path: string) => string | undefined) {}

  at(path: string): OpenFolder {
    const { real, first } = this.#look(path);
    return { path, real: real === first ? real : undefined };
  }

  moved(paths: readonly string[]): readonly string[] {
    return paths.filter((path) => {
      const { real, first } = this.#look(path);
      return real !== first;
    });
  }

  #look(path: string): { readonly real: string | undefined; readonly first: string | undefined } {
    const real = this.realPath(path);
    const known = this.#first.get(path);
    // A folder made later, not as a link, is the intended one.
    if (!this.#first.has(path) || (known === undefined && real === path)) this.#first.set(path, real);
    return { real, first: this.#first.get(path) };
  }
}

export function movedSource(folder: string): RawSource {
  const problem = {
    key: 'workspace folder',
    source: 'workspace' as const,
    entry: shownEntry(folder),
    message: t(
      'This folder lies elsewhere than when it was opened, so the workspace counts as not trusted. Put the folder back, or reload the window if it is right.',
    ),
  };
  return { source: 'workspace', values: {}, problems: [problem] };
}
