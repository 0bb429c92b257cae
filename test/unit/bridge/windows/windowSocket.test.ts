import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listening } from '../../../../src/bridge/windows/windowSocket';

/** Listens, says so, and then never gets round to anything. */
const BUSY = `
require('net').createServer().listen({ path: process.argv[1], backlog: 1 }, () => {
  require('fs').writeSync(1, 'listening');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
`;

describe('whether somebody listens at a socket', () => {
  it('is true of a window that so many wait for that no more can', async function () {
    // Elsewhere than on Linux the system has another word for it.
    if (process.platform !== 'linux') this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'auto-mode-socket-'));
    const path = join(folder, 'x.sock');
    const child = spawn(process.execPath, ['-e', BUSY, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const waiting: Socket[] = [];
    try {
      await new Promise((resolve) => child.stdout.once('data', resolve));
      let isFull = false;
      while (!isFull && waiting.length < 100) {
        const socket = connect(path);
        waiting.push(socket);
        isFull = await new Promise<boolean>((resolve) => {
          socket.once('connect', () => {
            resolve(false);
          });
          socket.once('error', () => {
            resolve(true);
          });
        });
      }
      assert.ok(isFull);
      assert.equal(await listening(path), 'yes');
    } finally {
      for (const socket of waiting) socket.destroy();
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    }
    assert.equal(await listening(path), 'absent');
  });
});
