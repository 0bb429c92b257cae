// @ts-check
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProduct } from './build.mjs';
import { isMain } from './isMain.mjs';
import { runCommand } from './runCommand.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @returns {Promise<string>} where packageProduct puts the package */
export async function productVsix() {
  const { name, version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  return join(ROOT, 'out', `${name}-${version}.vsix`);
}

/**
 * Builds the product and packs it into a `.vsix`.
 *
 * @returns {Promise<string>} absolute path of the package
 */
export async function packageProduct() {
  await buildProduct();
  const vsix = await productVsix();
  await mkdir(join(ROOT, 'out'), { recursive: true });
  await packExtension(ROOT, vsix);
  return vsix;
}

/**
 * Packs the files of an extension's folder that its `.vscodeignore` leaves in. Needs no network: whatever the code
 * imports is bundled already.
 *
 * @param {string} folder
 * @param {string} vsix absolute path of the package to write
 * @throws {Error} with the packer's words
 */
export async function packExtension(folder, vsix) {
  // Written beside it and renamed: another run may be installing the present one.
  const fresh = `${vsix}.${process.pid}.tmp`;
  const vsce = join(ROOT, 'node_modules', '@vscode', 'vsce', 'vsce');
  const options = [
    // There is no public address yet that `repository` could name: the README's relative links stay as they are.
    ...['--no-dependencies', '--allow-missing-repository', '--skip-license', '--no-rewrite-relative-links'],
    // Where it has a terminal it would ask whether an extension may start with the window. A gate must.
    '--allow-star-activation',
  ];
  const { code, output } = await runCommand(process.execPath, [vsce, 'package', ...options, '-o', fresh], {
    cwd: folder,
    timeoutSeconds: 300,
  });
  if (code !== 0) {
    await rm(fresh, { force: true });
    throw new Error(`Packing ${folder} failed:\n${output}`);
  }
  await rename(fresh, vsix);
}

if (isMain(import.meta.url)) {
  void packageProduct().then((vsix) => console.log(vsix));
}
