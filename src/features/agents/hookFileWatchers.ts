import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { AGENTS } from '../../facts/agents';
import type { AgentInstallation } from '../../agents/hooks/agentInstallation';
import { foldersUpToRepository } from '../../agents/files/folderFile';
import { FileWatch } from '../../editor/fileWatch';
import { localFolders } from '../../editor/localFolders';
import { editorTimer } from '../../editor/editorTimer';

const GATHERING_MILLISECONDS = 300;
const AGENT_FOLDERS = `{${AGENTS.flatMap(({ hookFolders = [] }) => hookFolders).join(',')}}/**`;

export class HookFileWatchers implements vscode.Disposable {
  #gathering: NodeJS.Timeout | undefined;
  #watchers: readonly FileWatch[] = [];
  readonly #subscriptions: vscode.Disposable;

  constructor(
    private readonly installations: readonly AgentInstallation[],
    private readonly look: () => void,
  ) {
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#watch();
        // Before any call in the new folder.
        look();
      }),
      // A watcher misses some changes, as behind a link.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#lookSoon();
      }),
    );
    this.#watch();
  }

  dispose(): void {
    clearTimeout(this.#gathering);
    this.#subscriptions.dispose();
    for (const watcher of this.#watchers) watcher.dispose();
  }

  #watch(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    const files = this.installations.map(({ settingsPath }) => pattern(dirname(settingsPath), basename(settingsPath)));
    const folders = new Set(localFolders(vscode.workspace.workspaceFolders).flatMap(foldersUpToRepository));
    this.#watchers = [...files, ...[...folders].map((folder) => pattern(folder, AGENT_FOLDERS))].map(
      (place) =>
        new FileWatch({
          create: () => vscode.workspace.createFileSystemWatcher(place),
          changed: () => {
            this.#lookSoon();
          },
          timer: editorTimer,
        }),
    );
  }

  #lookSoon(): void {
    clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => {
      this.look();
    }, GATHERING_MILLISECONDS);
  }
}

function pattern(folder: string, files: string): vscode.RelativePattern {
  return new vscode.RelativePattern(vscode.Uri.file(folder), files);
}
