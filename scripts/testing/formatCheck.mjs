// @ts-check
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../runCommand.mjs';
import { cacheFolder } from '../toolchain/cacheFolder.mjs';
import { installedPackages, keyOf, PassedChecks } from './passedChecks.mjs';
import { repositoryFiles } from './repositoryFiles.mjs';

/** What Prettier reads beside the file itself. */
const CONFIGURATION =
  /(?:^|\/)(?:\.prettierrc[^/]*|prettier\.config\.[^/]+|\.prettierignore|\.editorconfig|\.gitignore|package\.json)$/;

/**
 * `prettier --check .`, but of files that passed with the same content and configuration.
 *
 * @param {string} root absolute path of the repository
 * @returns {Promise<import('../runCommand.mjs').CommandResult>}
 */
export async function checkFormat(root) {
  const files = await repositoryFiles(root);
  const textOf = (/** @type {string} */ file) => readFile(join(root, file), 'utf8');
  const configuration = files.filter((file) => CONFIGURATION.test(file));
  const versions = keyOf([
    await installedPackages(root),
    ...configuration,
    ...(await Promise.all(configuration.map(textOf))),
  ]);
  const passed = await PassedChecks.open(join(cacheFolder(), 'checks'), 'format');
  const keys = await Promise.all(files.map(async (file) => keyOf([versions, file, await textOf(file)])));
  const changed = files.filter((_, index) => !passed.has(keys[index] ?? ''));
  const result = changed.length === 0 ? { code: 0, output: '' } : await prettier(root, changed);
  if (result.code === 0) for (const key of keys) passed.add(key);
  await passed.save();
  return result;
}

/** @param {string} root @param {readonly string[]} files */
function prettier(root, files) {
  const program = join(root, 'node_modules', 'prettier', 'bin', 'prettier.cjs');
  return runCommand(process.execPath, [program, '--check', '--ignore-unknown', ...files], { cwd: root });
}
