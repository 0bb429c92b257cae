import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SnapshotStore } from '../../snapshots/snapshotStore';
import { differenceTexts } from './differenceTexts';
import type { FolderDifference } from './undoDifference';
import { MOST_SHOWN_FILES } from './undo';

const SCHEME = 'auto-mode-undo';
/** Earlier editors may still be open. */
const MOST_SHOWS = 5;

/** The files of an undo in one editor: as they are, and as they would be. Read-only. */
export class DifferenceEditor implements vscode.TextDocumentContentProvider {
  /** By number of the show: texts by address, as shown. */
  readonly #shows = new Map<number, ReadonlyMap<string, string>>();
  #count = 0;

  constructor(private readonly store: () => SnapshotStore) {}

  register(context: vscode.ExtensionContext): void {
    context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    for (const texts of this.#shows.values()) {
      const text = texts.get(uri.toString());
      if (text !== undefined) return text;
    }
    return t('(no longer kept: compare again)');
  }

  async show(title: string, folders: readonly FolderDifference[]): Promise<void> {
    const files = await differenceTexts(folders, this.store(), MOST_SHOWN_FILES);
    if (files.length === 0) return;
    this.#count += 1;
    const texts = new Map<string, string>();
    const document = (side: string, path: string, text: string | undefined): vscode.Uri | undefined => {
      if (text === undefined) return undefined;
      const uri = vscode.Uri.file(path).with({ scheme: SCHEME, query: `${side}-${this.#count}` });
      texts.set(uri.toString(), text);
      return uri;
    };
    const changes = files.map(({ path, now, then }) => [
      vscode.Uri.file(path),
      document('now', path, now),
      document('kept', path, then),
    ]);
    this.#shows.set(this.#count, texts);
    this.#shows.delete(this.#count - MOST_SHOWS);
    await vscode.commands.executeCommand('vscode.changes', title, changes);
  }
}
