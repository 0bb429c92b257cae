import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { readRegularFile } from '../../disk/regularFile';
import type { SnapshotStore } from '../../snapshots/snapshotStore';
import type { FolderDifference } from './undoDifference';

const SCHEME = 'auto-mode-undo';
/** More are in the panel's list. */
const MOST_FILES = 100;
const MOST_BYTES = 2_000_000;

type Change = [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined];

/** One editor with all files of an undo: as they are, beside as they would be. Both sides can only be read. */
export class DifferenceEditor implements vscode.TextDocumentContentProvider {
  /** Texts by address, as they were when the user was shown them. */
  readonly #texts = new Map<string, string>();
  #shows = 0;

  constructor(private readonly store: () => SnapshotStore) {}

  register(context: vscode.ExtensionContext): void {
    context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  async show(title: string, folders: readonly FolderDifference[]): Promise<void> {
    this.#texts.clear();
    this.#shows += 1;
    const changes: Change[] = [];
    for (const { snapshot, difference } of folders) {
      const { id, folder } = snapshot;
      const files = [
        ...difference.putBack.map(({ path, isFolder, kind }) => ({ path, isFolder, isThere: kind !== 'missing', id })),
        ...difference.remove.map(({ path, isFolder }) => ({ path, isFolder, isThere: true, id: undefined })),
      ];
      for (const file of files) {
        if (file.isFolder || changes.length >= MOST_FILES) continue;
        const path = join(folder, file.path);
        const kept = file.id === undefined ? undefined : await this.store().content(file.id, file.path);
        changes.push([
          vscode.Uri.file(path),
          file.isThere ? this.#document('now', path, presentText(path)) : undefined,
          file.id === undefined ? undefined : this.#document('kept', path, shownText(kept)),
        ]);
      }
    }
    if (changes.length > 0) await vscode.commands.executeCommand('vscode.changes', title, changes);
  }

  #document(side: string, path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme: SCHEME, query: `${side}-${this.#shows}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }
}

/** A link's target counts as its content. */
function presentText(path: string): string {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) return readlinkSync(path);
    return stats.isFile() ? shownText(readRegularFile(path, MOST_BYTES)) : '';
  } catch {
    return '';
  }
}

function shownText(content: Buffer | undefined): string {
  if (content === undefined || content.length > MOST_BYTES) return t('(too large to be shown, or not readable)');
  if (content.includes(0)) return t('(not text: {count} bytes)', { count: content.length });
  return content.toString('utf8');
}
