// @ts-check
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('workspace', import.meta.url));

/** The folder of the scripted agent's extension. */
export const SAMPLE_AGENT = fileURLToPath(new URL('agent', import.meta.url));

/**
 * Makes a fresh copy of the sample project, with an empty git repository, which no repository can carry inside.
 *
 * @param {string} folder must be empty, if it is there
 */
export async function copySampleWorkspace(folder) {
  await cp(SOURCE, folder, { recursive: true });
  const git = join(folder, '.git');
  for (const name of ['objects', 'refs']) await mkdir(join(git, name), { recursive: true });
  await writeFile(join(git, 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(git, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
}
