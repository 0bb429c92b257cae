import { ok } from 'node:assert/strict';

type Listener = (event: unknown) => unknown;

class EventEmitter {
  readonly #listeners = new Set<Listener>();
  readonly event = (listener: Listener): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(event: unknown): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

class Uri {
  constructor(
    readonly scheme: string,
    readonly path: string,
  ) {}
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

type ChatTool = (options: { readonly input: object }, token: object) => Promise<object>;
type ChatParticipant = (request: object, context: object, stream: object, token: object) => Promise<object>;

/** What was handed to the editor, and by which function. */
export interface Shown {
  readonly where: string;
  readonly text: string;
}

/** The panel's page, as the host knows it. */
export interface Page {
  /** Sends the host whatever it is given. */
  readonly send: (message: unknown) => void;
  readonly close: () => void;
  /** What the host has sent, oldest first. */
  readonly posted: () => readonly string[];
}

/** As much of the editor's API as the whole extension uses. It does nothing but keep all that it is given to show or to keep. */
export class RecordingEditor {
  readonly shown: Shown[] = [];
  readonly commands = new Map<string, (...args: unknown[]) => unknown>();
  /** By their names. */
  readonly chatTools = new Map<string, ChatTool>();
  readonly userSettings = new Map<string, unknown>();
  readonly workspaceSettings = new Map<string, unknown>();
  readonly secrets = new Map<string, string>();
  /** What the user picks in a list, or types into a field. */
  answer: (items: readonly unknown[]) => unknown = () => undefined;
  /** What the user presses in a message. */
  press: (message: string, buttons: readonly unknown[]) => unknown = () => undefined;
  readonly #settingsChanged = new EventEmitter();
  readonly #providers = new Map<string, { provideTextDocumentContent(uri: Uri): string | undefined }>();
  #participant: ChatParticipant | undefined;
  #panel: { resolveWebviewView(view: object): void } | undefined;

  constructor(
    readonly folder: string,
    readonly storage: string,
  ) {}

  /** Puts a setting where the user or the workspace would. */
  set(name: string, value: unknown, where = this.userSettings): void {
    where.set(name, value);
    this.#settingsChanged.fire({ affectsConfiguration: () => true });
  }

  /** @param name under which what the page is sent is kept */
  openPanel(name = 'webview'): Page {
    ok(this.#panel !== undefined, 'there is no panel');
    const fromPage = new EventEmitter();
    const closed = new EventEmitter();
    const { event } = new EventEmitter();
    this.#panel.resolveWebviewView(
      this.#recorded('view', {
        visible: true,
        onDidChangeVisibility: event,
        onDidDispose: closed.event,
        webview: this.#recorded(name, {
          cspSource: 'csp',
          asWebviewUri: (uri: Uri) => uri,
          onDidReceiveMessage: fromPage.event,
          postMessage: () => Promise.resolve(true),
        }),
      }),
    );
    const where = `${name}.postMessage`;
    return {
      send: (message) => {
        fromPage.fire(message);
      },
      close: () => {
        closed.fire(undefined);
      },
      posted: () => this.shown.filter((one) => one.where === where).map(({ text }) => text),
    };
  }

  /** Asks the participant in the chat, and keeps what it shows. */
  async askInChat(command: string, prompt: string): Promise<void> {
    ok(this.#participant !== undefined, 'there is no participant');
    const stream = this.#recorded('chat', { markdown: () => undefined, button: () => undefined });
    await this.#participant({ command, prompt }, {}, stream, { isCancellationRequested: false });
  }

  keep(where: string, value: unknown): void {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) as string | undefined);
    if (text !== undefined && text !== '[]') this.shown.push({ where, text });
  }

  /** The context of an activation. */
  readonly context = (): object => ({
    subscriptions: [],
    globalState: this.#memento('globalState'),
    workspaceState: this.#memento('workspaceState'),
    secrets: {
      onDidChange: new EventEmitter().event,
      get: (name: string) => Promise.resolve(this.secrets.get(name)),
      store: (name: string, value: string) => Promise.resolve(this.secrets.set(name, value)),
      delete: (name: string) => Promise.resolve(this.secrets.delete(name)),
    },
    extension: { packageJSON: { version: '1.0.0' } },
    extensionUri: new Uri('file', process.cwd()),
    asAbsolutePath: (path: string) => `${process.cwd()}/${path}`,
    globalStorageUri: this.#place('global'),
    storageUri: this.#place('window'),
    logUri: this.#place('logs'),
    languageModelAccessInformation: { onDidChange: new EventEmitter().event, canSendRequest: () => undefined },
  });

  /** The module `vscode`. */
  readonly module = (): object => ({
    EventEmitter,
    Uri: {
      file: (path: string) => new Uri('file', path),
      from: ({ scheme, path }: Uri) => new Uri(scheme, path),
      joinPath: ({ scheme, path }: Uri, ...parts: readonly string[]) => new Uri(scheme, [path, ...parts].join('/')),
    },
    Disposable: {
      from: (...all: readonly { dispose(): void }[]) => ({
        dispose: () => {
          for (const one of all) one.dispose();
        },
      }),
    },
    CancellationTokenSource: class {
      readonly token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter().event };
      cancel(): void {
        // Nobody waits for it.
      }
      dispose(): void {
        // Nothing is held.
      }
    },
    MarkdownString: class {
      constructor(public value = '') {}
      appendText(text: string): this {
        this.value += text;
        return this;
      }
      appendMarkdown(text: string): this {
        return this.appendText(text);
      }
    },
    ThemeColor: Object,
    ThemeIcon: Object,
    RelativePattern: Object,
    StatusBarAlignment: { Left: 1 },
    ProgressLocation: { Notification: 15 },
    ConfigurationTarget: { Global: 1, Workspace: 2 },
    ViewColumn: { Beside: -2 },
    l10n: { bundle: undefined },
    env: this.#recorded('env', {
      shell: '/bin/bash',
      language: 'en',
      remoteName: undefined,
      clipboard: this.#recorded('clipboard', { writeText: () => Promise.resolve() }),
    }),
    lm: {
      onDidChangeChatModels: new EventEmitter().event,
      selectChatModels: () => Promise.resolve([]),
      registerTool: (name: string, { invoke }: { readonly invoke: ChatTool }) => {
        this.chatTools.set(name, invoke);
        return { dispose: () => this.chatTools.delete(name) };
      },
    },
    chat: {
      createChatParticipant: (_id: string, handler: ChatParticipant) => {
        this.#participant = handler;
        return { dispose: () => undefined };
      },
    },
    LanguageModelToolResult: class {
      constructor(readonly content: readonly object[]) {}
    },
    LanguageModelTextPart: class {
      constructor(readonly value: string) {}
    },
    authentication: { getSession: () => Promise.resolve(undefined) },
    extensions: { all: [] },
    commands: this.#recorded('commands', {
      registerCommand: (id: string, run: (...args: unknown[]) => unknown) => {
        this.commands.set(id, run);
        return { dispose: () => this.commands.delete(id) };
      },
      executeCommand: () => Promise.resolve(),
    }),
    window: this.#recorded('window', {
      state: { focused: true },
      onDidChangeWindowState: new EventEmitter().event,
      createOutputChannel: () =>
        this.#recorded('log', {
          info: () => undefined,
          warn: () => undefined,
          error: () => undefined,
          show: () => undefined,
          dispose: () => undefined,
        }),
      createStatusBarItem: () =>
        this.#recorded('status bar', { show: () => undefined, hide: () => undefined, dispose: () => undefined }),
      registerWebviewViewProvider: (_id: string, view: { resolveWebviewView(view: object): void }) => {
        this.#panel = view;
        return { dispose: () => undefined };
      },
      showErrorMessage: (message: string, ...rest: readonly unknown[]) => this.#pressed(message, rest),
      showInformationMessage: (message: string, ...rest: readonly unknown[]) => this.#pressed(message, rest),
      showWarningMessage: (message: string, ...rest: readonly unknown[]) => this.#pressed(message, rest),
      showInputBox: () => Promise.resolve(this.answer([])),
      showSaveDialog: () => Promise.resolve(new Uri('file', `${this.storage}/exported`)),
      showTextDocument: () => Promise.resolve(),
      showQuickPick: async (given: unknown) => {
        const items = (await given) as readonly unknown[];
        this.keep('window.showQuickPick', items);
        return this.answer(items);
      },
      withProgress: (_options: unknown, work: (progress: object, token: object) => unknown) =>
        work(this.#recorded('progress', { report: () => undefined }), {
          onCancellationRequested: new EventEmitter().event,
        }),
    }),
    workspace: {
      isTrusted: true,
      workspaceFile: undefined,
      workspaceFolders: [{ uri: new Uri('file', this.folder), name: 'project', index: 0 }],
      getWorkspaceFolder: () => undefined,
      getConfiguration: () => ({
        inspect: (name: string) => ({
          globalValue: this.userSettings.get(name),
          workspaceValue: this.workspaceSettings.get(name),
        }),
        update: (name: string, value: unknown) => {
          this.keep('settings', { [name]: value });
          this.set(name, value);
          return Promise.resolve();
        },
      }),
      createFileSystemWatcher: () => {
        const { event } = new EventEmitter();
        return { onDidCreate: event, onDidChange: event, onDidDelete: event, dispose: () => undefined };
      },
      onDidChangeConfiguration: this.#settingsChanged.event,
      onDidChangeWorkspaceFolders: new EventEmitter().event,
      onDidGrantWorkspaceTrust: new EventEmitter().event,
      onDidCloseTextDocument: new EventEmitter().event,
      registerTextDocumentContentProvider: (scheme: string, provider: never) => {
        this.#providers.set(scheme, provider);
        return { dispose: () => undefined };
      },
      openTextDocument: (uri: Uri) => {
        this.keep(`document ${uri.path}`, this.#providers.get(uri.scheme)?.provideTextDocumentContent(uri));
        return Promise.resolve({ uri });
      },
    },
  });

  #pressed(message: string, rest: readonly unknown[]): Promise<unknown> {
    const buttons = rest.filter((part) => typeof part === 'string' || 'title' in (part as object));
    return Promise.resolve(this.press(message, buttons));
  }

  #place(name: string): Uri {
    return new Uri('file', `${this.storage}/${name}`);
  }

  #memento(name: string): object {
    const kept = new Map<string, unknown>();
    return {
      keys: () => [...kept.keys()],
      get: (key: string, otherwise: unknown) => kept.get(key) ?? otherwise,
      update: (key: string, value: unknown) => {
        this.keep(name, { [key]: value });
        kept.set(key, value);
        return Promise.resolve();
      },
    };
  }

  /** Keeps what its functions are called with and what its fields are set to. What it does not have is missing in the product's tests as well. */
  #recorded<T extends object>(name: string, part: T): T {
    return new Proxy(part, {
      get: (target, key, receiver) => {
        const value: unknown = Reflect.get(target, key, receiver);
        if (typeof value !== 'function') return value;
        return (...args: readonly unknown[]) => {
          const told = args.filter((argument) => typeof argument !== 'function' && !(argument instanceof Promise));
          if (!String(key).startsWith('register')) this.keep(`${name}.${String(key)}`, told);
          return (value as (...args: readonly unknown[]) => unknown)(...args);
        };
      },
      set: (target, key, value, receiver) => {
        this.keep(`${name}.${String(key)}`, value);
        return Reflect.set(target, key, value, receiver);
      },
    });
  }
}
