import * as vscode from 'vscode';
import { t } from '@vscode/l10n';

const SCHEME = 'auto-mode-action';

const ENDINGS = { text: 'txt', shell: 'sh', powershell: 'ps1', difference: 'diff' } as const;

/** VS Code takes the colours from the name's ending; setting the language would close the document. */
export type ActionLanguage = keyof typeof ENDINGS;

export class ActionDocument implements vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  #opened = 0;

  register(context: vscode.ExtensionContext): void {
    context.subscriptions.push(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.scheme === SCHEME) this.#texts.delete(document.uri.path);
      }),
    );
  }

  async open(text: string, language: ActionLanguage = 'text'): Promise<void> {
    const name = t('Action {number}', { number: ++this.#opened });
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}.${ENDINGS[language]}` });
    this.#texts.set(uri.path, text);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  }

  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#texts.get(uri.path);
  }
}
