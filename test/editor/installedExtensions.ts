import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { editorEnvironment, installExtensions } from '../../scripts/editor/editorServer.mjs';
import { makeTemporaryRoot } from '../../scripts/temporaryRoot.mjs';
import type { EmbeddedEditor } from '../../scripts/toolchain/embeddedEditor.mjs';

const installed = new Map<string, Promise<string>>();

/**
 * Has an editor's extensions installed. The editor installs each set once in this process, as that takes it a second;
 * every later root gets a copy.
 *
 * @param root the editor server's, without extensions yet
 * @param vsix whose files do not change while this process runs
 */
export async function copyInstalled(editor: EmbeddedEditor, root: string, vsix: readonly string[]): Promise<void> {
  const key = vsix.join('\n');
  let first = installed.get(key);
  if (first === undefined) installed.set(key, (first = install(editor, vsix)));
  const from = await first;
  await cp(join(from, 'extensions'), join(root, 'extensions'), { recursive: true });
  const list = join(root, 'extensions', 'extensions.json');
  await writeFile(list, (await readFile(list, 'utf8')).replaceAll(from, root));
}

async function install(editor: EmbeddedEditor, vsix: readonly string[]): Promise<string> {
  const root = await makeTemporaryRoot();
  await installExtensions(editor, root, vsix, editorEnvironment(root, { inherit: false }));
  return root;
}
