// @ts-check
import { build } from 'esbuild';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMain } from './isMain.mjs';
import { programTexts } from './programTexts.mjs';
import { bundledPackages, thirdPartyNotices } from './thirdPartyNotices.mjs';
import { wholeRemoval } from './wholeRemoval.mjs';
import { withoutButtonIcons } from './withoutButtonIcons.mjs';
import { withoutIndentation } from './withoutIndentation.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles what the extension ships into `dist/`, minified and without source maps.
 *
 * @returns {Promise<void>}
 * @throws {Error} esbuild has printed its messages then
 */
export async function buildProduct() {
  const dist = join(ROOT, 'dist');
  const webview = join(dist, 'webview');
  await rm(dist, { recursive: true, force: true });
  await mkdir(webview, { recursive: true });
  /** @type {import('esbuild').BuildOptions} */
  const node = {
    platform: 'node',
    format: 'cjs',
    // What the extension host of the oldest supported VS Code runs on, and the oldest Node for the command line.
    target: 'node20',
    // The CommonJS builds of some packages load their own parts in a way that no bundler can follow.
    mainFields: ['module', 'main'],
  };
  /**
   * These write no launcher and no plugin, so they do not bring their texts along.
   *
   * @type {import('esbuild').BuildOptions}
   */
  const withoutPrograms = { ...node, logOverride: { 'empty-import-meta': 'silent' } };
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    // The whole licence texts stand in a file of their own.
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  };
  const bundles = await Promise.all([
    build({
      ...common,
      ...node,
      entryPoints: ['src/extension.ts'],
      outfile: 'dist/extension.js',
      external: ['vscode'],
      plugins: [programTexts],
    }),
    // A program of its own for a terminal, without VS Code.
    build({ ...common, ...withoutPrograms, entryPoints: ['src/cli.ts'], outfile: 'dist/cli.js' }),
    // Run by VS Code after the extension was uninstalled.
    build({ ...common, ...withoutPrograms, entryPoints: ['src/uninstall.ts'], outfile: 'dist/uninstall.js' }),
    // The panel's page, which may load files of dist/webview only. What it does not show first is a part of its own.
    build({
      ...common,
      entryPoints: ['webview-ui/main.ts'],
      outdir: 'dist/webview',
      entryNames: 'panel',
      // The page names what its script imports: `chunk`. With a second one the names would meet, and nothing would be built.
      chunkNames: 'part-[name]',
      platform: 'browser',
      format: 'esm',
      splitting: true,
      target: 'chrome128',
      charset: 'utf8',
      tsconfig: 'webview-ui/tsconfig.json',
      plugins: [withoutIndentation, wholeRemoval, withoutButtonIcons],
    }),
  ]);
  const packages = bundles.flatMap(({ metafile }) => (metafile === undefined ? [] : bundledPackages(metafile)));
  const notices = await thirdPartyNotices(ROOT, [...packages, 'node_modules/@vscode/codicons']);
  await Promise.all([
    writeFile(join(dist, 'thirdPartyNotices.txt'), notices),
    copyFile(join(ROOT, 'webview-ui', 'panel.css'), join(webview, 'panel.css')),
    copyFile(join(ROOT, 'node_modules', '@vscode', 'codicons', 'dist', 'codicon.ttf'), join(webview, 'codicon.ttf')),
  ]);
}

if (isMain(import.meta.url)) void buildProduct();
