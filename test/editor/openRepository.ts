import { join } from 'node:path';
import { OUT, type Editor } from './editor';
import { EditorWindow } from './editorWindow';
import type { Repository } from './hostileRepositories';

/** Opens a repository in a window of its own: its workspace file where it has one, else its folder. */
export function openRepository(editor: Editor, { folder, workspaceFile }: Repository): Promise<EditorWindow> {
  const { server } = editor;
  const addressOf = (opened: string): URL => {
    const address = server.addressOf(opened);
    if (workspaceFile !== undefined) {
      address.searchParams.delete('folder');
      address.searchParams.set('workspace', workspaceFile);
    }
    return address;
  };
  const sockets = join(editor.root, 's');
  return EditorWindow.open(editor.context, { ...server, addressOf }, { workspace: folder, sockets, out: OUT });
}
