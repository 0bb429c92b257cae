import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import type { EditorServer } from '../../scripts/editor/editorServer.mjs';
import { HostConnection, type HostFunction } from './hostConnection';

/** VS Code's four kinds of theme: its own name of each, and the class that the workbench then carries. */
const THEMES = {
  light: { name: 'Default Light Modern', selector: '.monaco-workbench.vs' },
  dark: { name: 'Default Dark Modern', selector: '.monaco-workbench.vs-dark' },
  'high-contrast': { name: 'Default High Contrast', selector: '.monaco-workbench.hc-black' },
  'high-contrast-light': { name: 'Default High Contrast Light', selector: '.monaco-workbench.hc-light' },
} as const;
export type ThemeKind = keyof typeof THEMES;
export const THEME_KINDS = Object.keys(THEMES) as readonly ThemeKind[];

/** Far beyond what a busy machine takes until an extension host answers. */
const FIRST_START_MS = 90_000;

/** The document inside a webview of an extension, which must have no other one visible. */
export function webviewOf(page: Page, extension: string): FrameLocator {
  return page
    .frameLocator(`iframe.webview.ready[src*="extensionId=${extension}&"]`)
    .frameLocator('iframe#active-frame');
}

/** One window of the editor: its page in the browser, and a line into its extension host. */
export class EditorWindow {
  private constructor(
    readonly page: Page,
    readonly workspace: string,
    private readonly host: HostConnection,
    private readonly out: string,
  ) {}

  /**
   * Opens a folder and waits until its extension host answers.
   *
   * @param sockets folder of the host bridges' sockets
   * @param out folder for screenshots
   */
  static async open(
    context: BrowserContext,
    server: EditorServer,
    { workspace, sockets, out }: { workspace: string; sockets: string; out: string },
  ): Promise<EditorWindow> {
    const page = await context.newPage();
    const window = new EditorWindow(page, workspace, new HostConnection(sockets, workspace), out);
    // One that an earlier window of the folder left behind would answer in this one's place.
    await window.host.forgetHost();
    await page.goto(server.addressOf(workspace).href);
    await window.#waitForHost();
    return window;
  }

  /** Runs a function in this window's extension host; see HostConnection.run. */
  runInHost<A extends unknown[], R>(run: HostFunction<A, R>, ...args: A): Promise<R> {
    return this.host.run(run, ...args);
  }

  /** Opens another folder beside the first one, for which the editor starts another extension host. */
  async addFolder(path: string): Promise<void> {
    for (let turn = 0; turn < 2; turn += 1) {
      await this.host.runLast((vscode, folder) => {
        vscode.workspace.updateWorkspaceFolders(1, 0, { uri: vscode.Uri.file(folder) });
      }, path);
      await this.#waitForHost();
      if ((await this.runInHost(({ workspace }) => workspace.workspaceFolders?.length)) === 2) return;
      // On a busy machine the editor at times loads its window without the folder that was added.
      console.log(`${this.workspace}: The window has opened without ${path}, which is added once more.`);
    }
    throw new Error(`The window has opened without ${path} twice.`);
  }

  /** Calls a command as any other extension would. Arguments and result must be JSON. */
  executeCommand<R>(command: string, ...args: unknown[]): Promise<R> {
    return this.host.run<[string, unknown[]], R>(
      (vscode, id, values) => vscode.commands.executeCommand<R>(id, ...values),
      command,
      args,
    );
  }

  /** Begins a command without an argument, as a keybinding does; what it asks is answered in the window. */
  async beginCommand(command: string): Promise<void> {
    await this.host.run((vscode, id) => {
      void vscode.commands.executeCommand(id);
    }, command);
  }

  /** Writes a user setting (`undefined` removes it), as the Settings editor does. */
  async changeSetting(key: string, value: unknown): Promise<void> {
    await this.host.run(
      async (vscode, name, json) => {
        const target = vscode.ConfigurationTarget.Global;
        await vscode.workspace.getConfiguration().update(name, json === '' ? undefined : JSON.parse(json), target);
      },
      key,
      value === undefined ? '' : JSON.stringify(value),
    );
  }

  /** Reloads the page, which starts a new extension host, and waits for that one. */
  async reload(): Promise<void> {
    await this.host.forgetHost();
    await this.page.reload();
    await this.#waitForWorkbench();
  }

  async useTheme(kind: ThemeKind): Promise<void> {
    const { name, selector } = THEMES[kind];
    await this.changeSetting('workbench.colorTheme', name);
    await this.page.locator(selector).first().waitFor();
  }

  /** Saves what the page shows as `out/screenshots/<name>.png`. */
  async screenshot(name: string): Promise<string> {
    const folder = join(this.out, 'screenshots');
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  /** Waits for a host that is about to start. */
  async #waitForHost(): Promise<void> {
    try {
      await this.#waitForWorkbench(FIRST_START_MS);
    } catch (error) {
      // On a busy machine the editor at times opens a workspace file without its folders, and stays so.
      console.log(`${this.workspace}: ${(error as Error).message} The window is loaded once more.`);
      await this.reload();
    }
  }

  async #waitForWorkbench(hostLimitMs?: number): Promise<void> {
    await this.page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 120_000 });
    await this.host.waitUntilItAnswers(hostLimitMs);
  }
}
