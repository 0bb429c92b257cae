import { copyFile, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { editorEnvironment, startEditorServer, type EditorServer } from '../../scripts/editor/editorServer.mjs';
import { packExtension, productVsix } from '../../scripts/package.mjs';
import { makeTemporaryRoot, removeTemporaryRoot } from '../../scripts/temporaryRoot.mjs';
import { ensureChromium } from '../../scripts/toolchain/chromium.mjs';
import { ensureEmbeddedEditor } from '../../scripts/toolchain/embeddedEditor.mjs';
import { useLanguage } from './editorLanguage';
import { EditorWindow } from './editorWindow';
import { copyInstalled } from './installedExtensions';

export const REPOSITORY = resolve(import.meta.dirname, '..', '..');
export const OUT = join(REPOSITORY, 'out');

/** Settings for a window in which nothing moves, asks or goes to the network by itself. */
const QUIET_SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'git.enabled': false,
  // The web saves after a delay by default; a test that saves would race with it.
  'files.autoSave': 'off',
  'chat.disableAIFeatures': true,
  // A tooltip that comes up where the pointer happens to be covers what a test would click next.
  'workbench.hover.delay': 600_000,
  'workbench.hover.reducedDelay': 600_000,
  // The product's own limit is for slow models; a busy machine loads the code that asks them within it, too.
  'autoMode.classifier.timeoutSeconds': 240,
};

/** So that the question whether a folder is trusted covers nothing up: it is answered in the Workspace Trust editor. */
const QUIET_TRUST = {
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

export interface EditorOptions {
  /** Names the files that are kept when a test fails. */
  readonly name: string;
  /** Files of the workspace, by their path in it, written before the start. */
  readonly files?: Readonly<Record<string, string>>;
  /** Does what else the workspace needs before the start: links, a repository. */
  readonly prepare?: (workspace: string) => Promise<void>;
  /** User settings, over those of a quiet window. Changed later with `window.changeSetting`: the file itself is not watched. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** For the extension host; HOME is the editor's own home folder. `undefined` takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Extensions to install; by default the product's package, which `npm run package` makes. */
  readonly vsix?: readonly string[];
  /** What extensions are shown in, such as 'de'; by default English. The editor's own texts are English in any case. */
  readonly language?: string;
  /** True: the pages' code is optimised while it runs, as a measurement needs. */
  readonly optimised?: boolean;
  /** True: the tests open their windows themselves. */
  readonly withoutWindow?: boolean;
  /** True: pages may start an extension test run, and modal dialogs are refused there. */
  readonly extensionTests?: boolean;
  /** True: folders are opened in restricted mode until they are trusted; no dialog asks for that, and no banner. */
  readonly workspaceTrust?: boolean;
}

/** A real VS Code in a browser, in temporary folders of its own. */
export class Editor {
  #window: EditorWindow | undefined;

  private constructor(
    private readonly options: EditorOptions,
    /** Temporary; everything below is in it. */
    readonly root: string,
    readonly home: string,
    readonly workspace: string,
    readonly server: EditorServer,
    private readonly browser: Browser,
    readonly context: BrowserContext,
  ) {}

  static async start(options: EditorOptions): Promise<Editor> {
    const root = await makeTemporaryRoot();
    const [home, workspace, sockets] = [join(root, 'home'), join(root, 'workspace'), join(root, 's')];
    let server: EditorServer | undefined;
    let browser: Browser | undefined;
    try {
      for (const folder of [home, workspace, sockets]) await mkdir(folder, { mode: 0o700 });
      await writeFiles(workspace, options.files ?? {});
      await options.prepare?.(workspace);
      if (options.language !== undefined) await useLanguage(join(root, 'user-data'), options.language);
      const editor = await ensureEmbeddedEditor(console.log);
      await copyInstalled(editor, root, [await hostBridgeVsix(), ...(options.vsix ?? [await productVsix()])]);
      server = await startEditorServer({
        editor,
        builtIn: await neededExtensions(editor.extensions, join(root, 'built-in')),
        root,
        env: editorEnvironment(root, { inherit: false, extra: { AUTO_MODE_TEST_BRIDGE: sockets, ...options.env } }),
        settings: { ...QUIET_SETTINGS, ...(options.workspaceTrust === true ? QUIET_TRUST : {}), ...options.settings },
        extensionTests: options.extensionTests ?? false,
        workspaceTrust: options.workspaceTrust ?? false,
      });
      browser = await launchChromium(root, options);
      const context = await newContext(browser);
      return new Editor(options, root, home, workspace, server, browser, context);
    } catch (error) {
      await browser?.close();
      await server?.stop();
      await removeTemporaryRoot(root);
      throw error;
    }
  }

  /** The window opened first. */
  get window(): EditorWindow {
    if (this.#window === undefined) throw new Error('No window was opened yet.');
    return this.#window;
  }

  /**
   * @param workspace absolute path of the folder to open; by default the editor's own workspace
   */
  async openWindow(workspace = this.workspace): Promise<EditorWindow> {
    const sockets = join(this.root, 's');
    const window = await EditorWindow.open(this.context, this.server, { workspace, sockets, out: OUT });
    this.#window ??= window;
    return window;
  }

  /** Keeps the pages' pictures and the logs of a failed test under `out/failures/`. */
  async keepEvidence(title: string): Promise<void> {
    const folder = join(OUT, 'failures', `${this.options.name} ${title}`.replace(/[^\w.-]+/g, '-').slice(0, 100));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'server.log'), this.server.output());
    for (const [index, page] of this.context.pages().entries()) {
      await page.screenshot({ path: join(folder, `page${index}.png`) }).catch(() => undefined);
    }
    for (const log of await this.server.logFiles()) {
      await copyFile(log, join(folder, `${basename(dirname(log))}-${basename(log)}`));
    }
  }

  /** Ends the browser, the server and all they have started, and removes the temporary folders. */
  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    await removeTemporaryRoot(this.root);
  }
}

/** The workbench asks for marketplaces and experiments; a test must not depend on what answers. */
const LOOPBACK_ONLY = 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

/** A test's window is closed before the code that it runs repays the work of optimising it: a tenth of what a window costs. */
const UNOPTIMISED = '--js-flags=--no-opt,--no-maglev';

/** @param root a folder of the run's own: the browser's crash reports and settings go there as well */
export async function launchChromium(
  root: string,
  { optimised = false }: Pick<EditorOptions, 'optimised'> = {},
): Promise<Browser> {
  const env = editorEnvironment(root, { inherit: false });
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  return chromium.launch({
    executablePath: await ensureChromium(console.log),
    headless: true,
    env,
    // Containers and root have no user namespaces for the browser's sandbox; it only ever loads this editor's pages.
    args: [
      '--no-sandbox',
      ...(optimised ? [] : [UNOPTIMISED]),
      '--disable-gpu',
      '--disable-quic',
      ...quiet,
      `--host-resolver-rules=${LOOPBACK_ONLY}`,
    ],
  });
}

/** Like a window of the browser, with limits that find what hangs and that a busy machine meets: the workbench alone is 19 MB of script. */
export async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(120_000);
  context.setDefaultNavigationTimeout(120_000);
  return context;
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Of VS Code's own. All of them cost a window three of its twelve seconds of processor time. */
const NEEDED_EXTENSIONS = [
  ...['configuration-editing', 'json', 'json-language-features', 'log', 'markdown-basics', 'search-result'],
  ...['javascript', 'typescript-basics', 'shellscript', 'theme-defaults', 'theme-seti'],
];

async function neededExtensions(all: string, folder: string): Promise<string> {
  await mkdir(folder);
  for (const name of NEEDED_EXTENSIONS) await symlink(join(all, name), join(folder, name), 'dir');
  return folder;
}

/** Packs the test-only bridge extension, unless that was done since it was last changed. */
async function hostBridgeVsix(): Promise<string> {
  const source = join(REPOSITORY, 'test', 'editor', 'hostBridge');
  const vsix = join(OUT, 'host-bridge.vsix');
  const packed = await stat(vsix).catch(() => undefined);
  const changed = await Promise.all((await readdir(source)).map((name) => stat(join(source, name))));
  if (packed === undefined || changed.some(({ mtimeMs }) => mtimeMs > packed.mtimeMs)) {
    await mkdir(OUT, { recursive: true });
    await packExtension(source, vsix);
  }
  return vsix;
}
