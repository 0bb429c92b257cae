/**
 * Runs this folder's tests inside the extension host of the embedded VS Code, on the unpacked `.vsix`: what is tested is
 * what ships. Ends with status 0 where all passed, 1 where one failed, 98 where the run did not end in time.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'node:util';
import { Editor } from '../editor/editor';
import { unzip } from '../editor/zipArchive';
import { productVsix } from '../../scripts/package.mjs';
import { bundleSuite } from './bundleSuite';
import { FIRST_LINE } from './firstLine';

const RUN_MS = 780_000;
const DID_NOT_END = 98;

async function runSuite(): Promise<number> {
  const tests = await bundleSuite();
  const result = process.env['AUTO_MODE_TEST_RESULT'];
  const editor = await Editor.start({
    name: 'vscode',
    vsix: [],
    extensionTests: true,
    env: { AUTO_MODE_TEST_RESULT: result, ANTHROPIC_API_KEY: 'test-key-of-no-account' },
  });
  try {
    const product = join(editor.root, 'product');
    await mkdir(product);
    await unzip(await productVsix(), product);

    const page = await editor.context.newPage();
    const lines: string[] = [];
    let shown = false;
    let end: (code: number) => void = () => undefined;
    const ended = new Promise<number>((resolve) => (end = resolve));
    // VS Code's web workbench looks for these two functions: the console, and the end of the run.
    await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
      const line = format(...args);
      lines.push(line);
      shown ||= line.startsWith(FIRST_LINE);
      if (shown) console.log(line);
    });
    await page.exposeFunction('codeAutomationExit', (code: number) => {
      end(code);
    });
    const timer = setTimeout(() => {
      end(DID_NOT_END);
    }, RUN_MS);
    const remote = (path: string): string => `vscode-remote://${new URL(editor.server.origin).host}${path}`;
    const address = editor.server.addressOf(editor.workspace);
    const payload = [
      ['extensionDevelopmentPath', remote(join(product, 'extension'))],
      ['extensionTestsPath', remote(tests)],
      ['skipWelcome', 'true'],
    ];
    address.searchParams.set('payload', JSON.stringify(payload));
    await page.goto(address.href);
    const code = await ended;
    clearTimeout(timer);
    if (code !== 0) await editor.keepEvidence('run');
    if (code === DID_NOT_END) {
      console.error(`${lines.join('\n')}\nThe tests in VS Code did not end within ${RUN_MS / 1000} seconds.`);
    }
    return code;
  } finally {
    await editor.stop();
  }
}

void runSuite().then((code) => {
  process.exitCode = code;
});
