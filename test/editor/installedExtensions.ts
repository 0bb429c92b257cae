import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { editorEnvironment, installExtensions } from '../../scripts/editor/editorServer.mjs';
import { makeTemporaryRoot } from '../../scripts/temporaryRoot.mjs';
import type { EmbeddedEditor } from '../../scripts/toolchain/embeddedEditor.mjs';

/** Roots with extensions to copy, by the packages that were installed there. */
const installed = new Map<string, string>();

/**
 * Puts installed extensions into an editor's root. VS Code installs each set once in this process, as that takes it a
 * second; every later root gets a copy.
 *
 * @param root the editor server's, without extensions yet
 * @param vsix paths of packages that stay the same while this process runs
 * @throws {Error} with VS Code's output, where it does not install them
 */
export async function copyInstalled(editor: EmbeddedEditor, root: string, vsix: readonly string[]): Promise<void> {
  const key = vsix.join('\n');
  const from = installed.get(key) ?? (await install(editor, vsix));
  // Only what worked is kept: a later start tries again.
  installed.set(key, from);
  await cp(join(from, 'extensions'), join(root, 'extensions'), { recursive: true });
  const list = join(root, 'extensions', 'extensions.json');
  await writeFile(list, (await readFile(list, 'utf8')).replaceAll(from, root));
}

async function install(editor: EmbeddedEditor, vsix: readonly string[]): Promise<string> {
  const root = await makeTemporaryRoot();
  await installExtensions(editor, root, vsix, editorEnvironment(root, { inherit: false }));
  return root;
}
