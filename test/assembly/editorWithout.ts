/** As much of the editor's API as an activation touches that fails, with a record of what it shows. */
export class EditorWithout {
  readonly commands = new Map<string, (...args: unknown[]) => unknown>();
  readonly errors: string[] = [];
  readonly logged: string[] = [];
  readonly statusItems: { text: string }[] = [];
  readonly settings = new Map<string, unknown>();
  /** What the user presses in each modal. */
  answer: string | undefined;

  constructor(readonly folder: string) {}

  /** The module `vscode`. */
  get module(): { readonly workspace: object; readonly window: object } & Record<string, object> {
    const disposable = { dispose: (): void => undefined };
    const nothing = (): { dispose(): void } => disposable;
    const uri = (fsPath: string): unknown => ({ scheme: 'file', fsPath, toString: () => `file://${fsPath}` });
    const item = { text: '', show: (): void => undefined, dispose: (): void => undefined };
    return {
      env: { language: 'en', remoteName: undefined },
      l10n: { bundle: undefined },
      StatusBarAlignment: { Left: 1 },
      ThemeColor: Object,
      RelativePattern: Object,
      MarkdownString: class {
        appendText(): this {
          return this;
        }
        appendMarkdown(): this {
          return this;
        }
      },
      Uri: { file: uri, joinPath: ({ fsPath }: { fsPath: string }) => uri(fsPath) },
      EventEmitter: class {
        readonly event = nothing;
        fire(): void {
          // Nobody listens.
        }
        dispose(): void {
          // Nothing is held.
        }
      },
      lm: { onDidChangeChatModels: nothing },
      commands: {
        registerCommand: (id: string, run: (...args: unknown[]) => unknown) => {
          if (this.commands.has(id)) throw new Error(`command '${id}' already exists`);
          this.commands.set(id, run);
          return { dispose: () => this.commands.delete(id) };
        },
        executeCommand: () => Promise.resolve(),
      },
      window: {
        state: { focused: true },
        createOutputChannel: () => ({
          ...disposable,
          info: (line: string) => this.logged.push(line),
          warn: (line: string) => this.logged.push(line),
          error: (line: string) => this.logged.push(line),
          show: () => undefined,
        }),
        createStatusBarItem: () => {
          this.statusItems.push(item);
          return item;
        },
        registerWebviewViewProvider: nothing,
        showErrorMessage: (message: string) => {
          this.errors.push(message);
          return Promise.resolve();
        },
        showWarningMessage: (_question: string, _options: unknown, ...buttons: readonly { readonly title: string }[]) =>
          Promise.resolve(buttons.find(({ title }) => title === this.answer)),
      },
      workspace: {
        isTrusted: true,
        workspaceFolders: [{ uri: uri(this.folder), name: 'folder', index: 0 }],
        getWorkspaceFolder: () => undefined,
        getConfiguration: () => ({
          inspect: (name: string) => ({ globalValue: this.settings.get(name) }),
        }),
        createFileSystemWatcher: () => ({
          ...disposable,
          onDidCreate: nothing,
          onDidChange: nothing,
          onDidDelete: nothing,
        }),
        onDidChangeConfiguration: nothing,
        onDidChangeWorkspaceFolders: nothing,
        onDidGrantWorkspaceTrust: nothing,
        onDidCloseTextDocument: nothing,
        registerTextDocumentContentProvider: nothing,
      },
    };
  }
}
