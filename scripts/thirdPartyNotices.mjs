// @ts-check
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGES = 'node_modules/';
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/**
 * The packages that have code in a bundle.
 *
 * @param {import('esbuild').Metafile} metafile
 * @returns {string[]} their folders, as paths from the root with `/`
 */
export function bundledPackages(metafile) {
  const folders = new Set();
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
      if (bytesInOutput > 0 && folder !== undefined) folders.add(folder);
    }
  }
  return [...folders];
}

/**
 * What the licences of other people's code ask to be handed on with it: the minified bundles have none of it.
 *
 * @param {string} root where the folders begin
 * @param {Iterable<string>} folders of packages
 * @returns {Promise<string>} for each package its name, version and licence texts, sorted by name
 * @throws {Error} where a package neither brings a licence text nor names its licence
 */
export async function thirdPartyNotices(root, folders) {
  const sorted = [...new Set(folders)].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const notices = await Promise.all(sorted.map((folder) => noticeOf(join(root, folder))));
  return `Auto Mode contains code and pictures of the packages below, under these licences.\n\n${notices.join('\n')}`;
}

/** @param {string} folder */
function nameOf(folder) {
  return folder.slice(folder.lastIndexOf(PACKAGES) + PACKAGES.length);
}

/** @param {string} folder */
async function noticeOf(folder) {
  const { name, version, license, author, homepage } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  if (texts.length === 0) {
    if (typeof license !== 'string') throw new Error(`${name} has no licence.`);
    texts.push([`Licence: ${license}`, author?.name ?? author, homepage].filter(Boolean).join('\n'));
  }
  const heading = `${name} ${version}`;
  const body = texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n');
  return `${'='.repeat(heading.length)}\n${heading}\n${'='.repeat(heading.length)}\n\n${body}\n`;
}
