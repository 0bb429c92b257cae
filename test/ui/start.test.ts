import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { productVsix } from '../../scripts/package.mjs';
import { stopGroup, stopWithThisProcess } from '../../scripts/processEnd.mjs';
import { testEnvironment } from '../../scripts/testing/testEnvironment.mjs';
import { makeTemporaryRoot, removeTemporaryRoot } from '../../scripts/temporaryRoot.mjs';
import { launchChromium, newContext, OUT, REPOSITORY } from '../editor/editor';
import { webviewOf } from '../editor/editorWindow';

const SAMPLE_CALLS = 6;

describe('npm start', function () {
  this.timeout(300_000);
  let started: ChildProcess;
  let forget: () => void;
  let output = '';
  let address: URL;
  let sample: string;
  let root: string;
  let browser: Browser;
  let page: Page;

  before(async function () {
    this.timeout(300_000);
    // In a group of its own, as a terminal would run it.
    started = spawn(process.execPath, ['scripts/start.mjs', '--no-open', '--product', await productVsix()], {
      cwd: REPOSITORY,
      env: testEnvironment(),
      detached: true,
    });
    forget = stopWithThisProcess(() => {
      stopGroup(started.pid, 'SIGTERM');
    });
    address = await new Promise<URL>((resolve, reject) => {
      const read = (data: Buffer): void => {
        output += data.toString('utf8');
        const found = /^ {2}(http:\/\/127\.0\.0\.1:\S+)$/m.exec(output)?.[1];
        if (found !== undefined && output.includes('Press Ctrl-C')) resolve(new URL(found));
      };
      started.stdout!.on('data', read);
      started.stderr!.on('data', read);
      started.once('exit', () => {
        reject(new Error(`npm start ended:\n${output}`));
      });
    });
    sample = address.searchParams.get('folder')!;
    root = await makeTemporaryRoot();
    await mkdir(join(root, 'home'));
    browser = await launchChromium(root);
    page = await (await newContext(browser)).newPage();
  });

  afterEach('keep evidence of a failure', async function () {
    if (this.currentTest?.state !== 'failed') return;
    await page.screenshot({
      path: join(OUT, 'failures', `npm-start-${this.currentTest.title}.png`.replace(/\s+/g, '-')),
    });
  });

  after(async () => {
    stopGroup(started.pid, 'SIGTERM');
    forget();
    await browser.close();
    await removeTemporaryRoot(root);
  });

  it('says what to do next', () => {
    assert.match(output, /What to do now:/);
  });

  const wrong = 'f'.repeat(48);
  for (const [name, path, headers] of [
    ['the page without a token', '/', {}],
    ['the page with another token', `/?tkn=${wrong}`, {}],
    ['the page with another token as cookie', '/', { cookie: `vscode-tkn=${wrong}` }],
    ['a file of this machine without a token', '/vscode-remote-resource?path=/etc/passwd', {}],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const response = await fetch(new URL(path, address.origin), { headers, redirect: 'manual' });
      assert.equal(response.status, 403);
    });
  }

  it('refuses the connection that drives the extension host with another token', async () => {
    const port = Number(address.port);
    assert.match(await handshake(port, wrong), /"type":"error","reason":"Unauthorized client/);
    // The same words with the right token are answered: what refuses is the token, not our way of asking.
    assert.match(await handshake(port, address.searchParams.get('tkn')!), /"type":"sign"/);
  });

  it('opens the sample project, and its agent goes through the gate', async () => {
    await page.goto(address.href);
    const button = page.locator('.statusbar-item', { hasText: 'Run sample agent' });
    await button.waitFor();
    await button.click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    await page.screenshot({ path: join(OUT, 'screenshots', 'npm-start-dialog.png') });
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.locator('.view-line', { hasText: new RegExp(`${SAMPLE_CALLS}\\scalls:`) }).waitFor();
    await page.screenshot({ path: join(OUT, 'screenshots', 'npm-start-result.png') });
  });

  it('shows the panel', async () => {
    await page.locator('.activitybar .action-item a[aria-label^="Auto Mode"]').click();
    const panel = webviewOf(page, 'auto-mode.auto-mode');
    await panel.locator('auto-mode-panel').waitFor();
    await page.screenshot({ path: join(OUT, 'screenshots', 'npm-start-panel.png') });
  });

  it('ends at Ctrl-C and leaves nothing behind', async () => {
    assert.equal(existsSync(sample), true);
    const ended = new Promise<number | null>((resolve) => started.once('exit', resolve));
    stopGroup(started.pid, 'SIGINT');
    assert.equal(await ended, 0, output);
    assert.equal(existsSync(sample), false);
    await assert.rejects(fetch(address.origin));
  });
});

/**
 * The first message of VS Code's own protocol, in which a client shows its token: a 13-byte header (kind 2, control;
 * two counters; the length) and JSON, sent raw after a WebSocket upgrade that asked for no frames.
 *
 * @returns what the server answers
 */
function handshake(port: number, token: string): Promise<string> {
  const message = Buffer.from(JSON.stringify({ type: 'auth', auth: token, data: 'x' }));
  const header = Buffer.alloc(13);
  header.writeUInt8(2, 0);
  header.writeUInt32BE(message.length, 9);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        'GET /?reconnectionToken=8c0c4b3a-0000-4000-8000-000000000000&reconnection=false&skipWebSocketFrames=true HTTP/1.1\r\n' +
          `Host: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
    });
    let upgraded = false;
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      if (!upgraded && answer.includes('\r\n\r\n')) {
        upgraded = true;
        socket.write(Buffer.concat([header, message]));
      }
      if (/"type":"[^}]*}/.test(answer)) socket.destroy();
    });
    socket.on('close', () => {
      resolve(answer);
    });
    socket.on('error', reject);
  });
}
