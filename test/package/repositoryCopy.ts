import { cp, mkdir, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY } from '../editor/editor';

/** What is built, packed and started. */
const PARTS = [
  ...['src', 'webview-ui', 'media', 'scripts', '.vscodeignore', 'LICENSE', 'README.md', 'CHANGELOG.md'],
  ...['package.json', 'package-lock.json', 'package.nls.json', 'package.nls.de.json', 'tsconfig.json'],
];

/**
 * Copies the repository without its tests, its packages linked: what is built in the copy is nobody else's.
 *
 * @param folder is made
 */
export async function copyRepository(folder: string): Promise<void> {
  await mkdir(folder);
  for (const part of PARTS) await cp(join(REPOSITORY, part), join(folder, part), { recursive: true });
  await symlink(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  // Older than the packages, which a script would install anew otherwise: for everybody.
  await utimes(join(folder, 'package-lock.json'), 0, 0);
}
