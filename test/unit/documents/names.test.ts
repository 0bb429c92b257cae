import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS, CONTEXT_KEYS, SETTINGS, SETTINGS_PREFIX, VIEWS } from '../../../src/config/contributions';
import { documents, ROOT, textOf } from './documents';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when?: string }[] };
  };
  readonly scripts: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(textOf('package.json')) as Manifest;
const texts = JSON.parse(textOf('package.nls.json')) as Readonly<Record<string, string>>;

const IDS = new Set<string>([
  ...Object.values(COMMANDS),
  ...Object.values(SETTINGS).map((key) => `${SETTINGS_PREFIX}.${key}`),
  ...Object.values(CONTEXT_KEYS),
  ...Object.values(VIEWS),
]);
const HIDDEN = new Set(
  manifest.contributes.menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command),
);
const TITLES = new Set(
  manifest.contributes.commands
    .filter(({ command }) => !HIDDEN.has(command))
    .map(({ title }) => texts[title.slice(1, -1)]),
);

/** What was written for an earlier version keeps its names. */
const PRESENT = documents().filter((document) => document !== 'CHANGELOG.md');

function found(document: string, pattern: RegExp): readonly string[] {
  return [...textOf(document).replace(/\s+/g, ' ').matchAll(pattern)].map(([, name]) => name!);
}

for (const document of PRESENT) {
  describe(`the names in ${document}`, () => {
    it('of commands and settings exist', () => {
      const ids = found(document, /[`"](autoMode\.[A-Za-z.]+)(?=[`"])/g);
      assert.deepEqual(
        ids.filter((id) => !IDS.has(id)),
        [],
      );
    });

    it('of commands are as the palette has them', () => {
      const titles = found(document, /\*\*Auto Mode: ([^*]+)\*\*/g);
      assert.deepEqual(
        titles.filter((title) => !TITLES.has(title)),
        [],
      );
    });

    it('of scripts are in the manifest', () => {
      const scripts = found(document, /`npm run (?:-s )?([\w:]+)/g);
      assert.deepEqual(
        scripts.filter((name) => !Object.hasOwn(manifest.scripts, name)),
        [],
      );
    });

    it('of files and folders exist', () => {
      const paths = found(document, /`((?:src|webview-ui|test|scripts|media|docs)\/[\w./-]*)`/g);
      assert.deepEqual(
        paths.filter((path) => !existsSync(join(ROOT, path))),
        [],
      );
    });
  });
}
