import * as vscode from 'vscode';

const SCHEME = 'auto-mode-json';

/** Read-only JSON documents made by the gate: the defaults, the effective configuration. */
export class JsonDocument implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  register(context: vscode.ExtensionContext): void {
    context.subscriptions.push(this.changed, vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? '';
  }

  /** Shows `value` under `title`, in place of what the same title showed before. */
  async show(title: string, value: unknown): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title}.json` });
    this.texts.set(uri.path, JSON.stringify(value, undefined, 2));
    this.changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }
}
