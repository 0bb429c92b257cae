import * as vscode from 'vscode';
import type { IgnoredSetting } from '../../config/sources';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { FileWatch } from '../../editor/fileWatch';
import { localFolders } from '../../editor/localFolders';
import { editorTimer } from '../../editor/editorTimer';
import { workspaceFileNotes, workspaceFiles } from './workspaceFileNotes';

const GATHERING_MILLISECONDS = 300;

export class WorkspaceFileWatch implements vscode.Disposable {
  #notes: readonly IgnoredSetting[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #watchers: readonly FileWatch[] = [];
  readonly #subscription: vscode.Disposable;

  constructor(
    private readonly machine: MachineFacts,
    private readonly disk: FileSystem,
    private readonly onDidChange: () => void,
  ) {
    this.#subscription = vscode.workspace.onDidChangeWorkspaceFolders(() => {
      this.#watch();
    });
    this.#watch();
  }

  get notes(): readonly IgnoredSetting[] {
    return this.#notes;
  }

  dispose(): void {
    clearTimeout(this.#gathering);
    this.#subscription.dispose();
    for (const watcher of this.#watchers) watcher.dispose();
  }

  #watch(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    const folders = localFolders(vscode.workspace.workspaceFolders);
    const file = localFile(vscode.workspace.workspaceFile);
    const files = workspaceFiles(folders, file?.fsPath);
    const lookSoon = (): void => {
      clearTimeout(this.#gathering);
      this.#gathering = setTimeout(() => void this.#look(files), GATHERING_MILLISECONDS);
    };
    this.#watchers = [
      ...folders.map((folder) => new vscode.RelativePattern(vscode.Uri.file(folder), '.vscode/settings.json')),
      ...(file === undefined ? [] : [file.fsPath]),
    ].map(
      (pattern) =>
        new FileWatch({
          create: () => vscode.workspace.createFileSystemWatcher(pattern),
          changed: lookSoon,
          timer: editorTimer,
        }),
    );
    lookSoon();
  }

  async #look(files: Parameters<typeof workspaceFileNotes>[0]): Promise<void> {
    const notes = await workspaceFileNotes(files, this.machine, this.disk);
    if (JSON.stringify(notes) === JSON.stringify(this.#notes)) return;
    this.#notes = notes;
    this.onDidChange();
  }
}

function localFile(uri: vscode.Uri | undefined): vscode.Uri | undefined {
  return uri?.scheme === 'file' ? uri : undefined;
}
