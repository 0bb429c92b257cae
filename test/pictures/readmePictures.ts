/**
 * The pictures of the README, taken in the real editor: `npx tsx test/pictures/readmePictures.ts`. They show the package that
 * `npm run package` made last, with calls such as agents make and a local model server in the classifier's place.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import { Editor, REPOSITORY } from '../editor/editor';
import { webviewOf, type ThemeKind } from '../editor/editorWindow';
import { modelList, startOpenAiServer, verdict } from '../modelServer/openAiServer';

const FOLDER = join(REPOSITORY, 'media', 'readme');
const SIDE_BAR = 400;

const FILES = {
  'package.json': '{ "name": "web-shop", "scripts": { "test": "vitest run" } }\n',
  'src/cart.ts': 'export const total = (prices: number[]): number => prices.reduce((sum, price) => sum + price, 0);\n',
  'src/orders.ts': 'export interface Order {\n  readonly id: string;\n  readonly lines: readonly string[];\n}\n',
  'README.md': '# Web shop\n',
};

const SETTINGS = {
  'autoMode.permissions.deny': [
    'bash(git push --force*) "Push a new branch instead."',
    'read(**/.env*)',
    'bash(kubectl delete*)',
  ],
  'autoMode.permissions.ask': ['bash(npm publish*)', 'bash(terraform apply*)'],
  'autoMode.permissions.allow': ['bash(npm test)', 'bash(npm run lint)'],
  'autoMode.classifier.model': 'local/qwen3:8b',
  // A notification would lie over the pictures, also the editor's own of a server that some other program starts meanwhile.
  'autoMode.notifications.blocks': 'none',
  'remote.autoForwardPorts': false,
};

/** What three agents do, in order. */
const CALLS: readonly (readonly [agent: string, tool: string, input: object])[] = [
  ['claude-code', 'Read', { file_path: 'src/cart.ts' }],
  ['claude-code', 'Bash', { command: 'git status && git diff --stat' }],
  ['claude-code', 'Edit', { file_path: 'src/cart.ts', old_string: 'prices', new_string: 'amounts' }],
  ['codex', 'Bash', { command: 'rg -n "total" src | head -20' }],
  ['claude-code', 'Bash', { command: 'npm test' }],
  ['copilot', 'bash', { command: 'npm install zod@4' }],
  ['claude-code', 'Bash', { command: 'git push --force origin main' }],
  ['copilot', 'bash', { command: 'cat .env.production' }],
  ['codex', 'Bash', { command: 'npx prisma migrate reset --force' }],
  ['claude-code', 'Bash', { command: 'npm run build' }],
  ['claude-code', 'Bash', { command: 'git log --oneline -5' }],
];

const clean = verdict('allow', 'none', 'An ordinary step of the task that the user gave.');
const dangerous = verdict(
  'block',
  'soft_deny',
  'It deletes data that this session did not make, and nobody asked for that.',
);

class Pictures {
  constructor(private readonly editor: Editor) {}

  private get panel(): FrameLocator {
    return webviewOf(this.editor.window.page, 'auto-mode.auto-mode');
  }

  async take(): Promise<void> {
    const { window, workspace } = this.editor;
    await window.executeCommand(COMMANDS.showPanel);
    await this.#widen();
    for (const [agent, tool, input] of CALLS) {
      await window.executeCommand(COMMANDS.check, {
        agent,
        tool,
        input,
        cwd: workspace,
        sessionId: `session of ${agent}`,
      });
    }
    await window.runInHost(
      async (vscode, file) => {
        await vscode.window.showTextDocument(vscode.Uri.file(file));
      },
      join(workspace, 'README.md'),
    );
    await this.panel.locator('auto-mode-activity .decision', { hasText: 'git log' }).waitFor();
    await this.#theme('dark');
    await this.#whole('panel');
    await this.#question();
    await this.#pages();
  }

  async #question(): Promise<void> {
    const { window, workspace } = this.editor;
    const call = {
      tool: 'Bash',
      input: { command: 'npm publish --access public', description: 'Publish the fix' },
      sessionId: 's1',
    };
    const decision = window.executeCommand(COMMANDS.check, { agent: 'claude-code', cwd: workspace, ...call });
    const dialog = window.page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    await this.#whole('question');
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click();
    await decision;
  }

  /** Four pages side by side, each in another theme. */
  async #pages(): Promise<void> {
    const { window } = this.editor;
    const pictures: Buffer[] = [];
    await this.#theme('light');
    await this.panel.locator('auto-mode-activity .decision', { hasText: 'prisma migrate reset' }).first().click();
    await this.panel.locator('auto-mode-story').getByText('prisma migrate reset').first().waitFor();
    pictures.push(await this.#sideBar());

    await this.#theme('dark');
    await window.executeCommand(COMMANDS.editRules, { section: 'permissions.deny' });
    const rules = this.panel.locator('auto-mode-rules');
    await rules.locator('li.row-item', { hasText: 'git push --force' }).locator('.entry').click();
    await rules.locator('[data-matches]').first().waitFor();
    pictures.push(await this.#sideBar());

    await this.#theme('high-contrast');
    // Without an argument, as from the palette.
    await window.runInHost((vscode, id) => vscode.commands.executeCommand(id), COMMANDS.tryCall);
    const trial = this.panel.locator('auto-mode-trial');
    await trial.locator('textarea').fill('git push origin fix/cart');
    await trial.locator('input').fill('bash(git push origin fix/*)');
    await trial.locator('select').selectOption('allow');
    await trial.locator('[data-changes]').waitFor();
    pictures.push(await this.#sideBar());

    await this.#theme('light');
    await this.panel.locator('button[data-page="model"]').click();
    await this.panel.locator('[data-in-use]').first().waitFor();
    pictures.push(await this.#sideBar());
    await writeFile(join(FOLDER, 'pages.png'), await this.#beside(pictures));
  }

  /** Drags the side bar's edge, so that lines are not broken too often. */
  async #widen(): Promise<void> {
    const { page } = this.editor.window;
    const bar = await page.locator('.part.sidebar').boundingBox();
    if (bar === null) throw new Error('There is no side bar.');
    await page.mouse.move(bar.x + bar.width, 400);
    await page.mouse.down();
    await page.mouse.move(bar.x + SIDE_BAR, 400, { steps: 5 });
    await page.mouse.up();
    await page.mouse.move(bar.x + SIDE_BAR + 200, 400);
  }

  async #theme(kind: ThemeKind): Promise<void> {
    await this.editor.window.useTheme(kind);
  }

  async #whole(name: string): Promise<void> {
    await this.editor.window.page.screenshot({ path: join(FOLDER, `${name}.png`) });
  }

  #sideBar(): Promise<Buffer> {
    const bar: Locator = this.editor.window.page.locator('.part.sidebar');
    return bar.screenshot();
  }

  async #beside(pictures: readonly Buffer[]): Promise<Buffer> {
    const page = await this.editor.context.newPage();
    const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`);
    await page.setContent(
      `<body style="margin:0;background:white"><div style="display:inline-flex;gap:12px">${images.join('')}</div>`,
    );
    const made = await page.locator('div').screenshot();
    await page.close();
    return made;
  }
}

async function main(): Promise<void> {
  const server = await startOpenAiServer(
    (request, index) =>
      (JSON.stringify(request.body).includes('prisma migrate reset') ? dangerous : clean)(request, index),
    () => modelList('qwen3:8b', 'gemma3:4b'),
  );
  const editor = await Editor.start({
    name: 'pictures',
    files: FILES,
    settings: { ...SETTINGS, 'autoMode.classifier.baseUrl': server.url },
  });
  try {
    await editor.openWindow();
    await mkdir(FOLDER, { recursive: true });
    await new Pictures(editor).take();
  } finally {
    await editor.stop();
    await server.stop();
  }
}

void main();
