import * as vscode from 'vscode';

const SCHEME = 'auto-mode-document';

export class ReadOnlyDocument implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  register(context: vscode.ExtensionContext): void {
    context.subscriptions.push(this.changed, vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? '';
  }

  async show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
    this.texts.set(uri.path, text);
    this.changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  /** Side by side. @param name of the compared file */
  async compare(title: string, name: string, before: string, after: string): Promise<void> {
    const [left, right] = [before, after].map((text, side) => {
      const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${side}/${name}` });
      this.texts.set(uri.path, text);
      this.changed.fire(uri);
      return uri;
    });
    await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
  }
}
