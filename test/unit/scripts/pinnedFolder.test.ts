import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ensurePinnedFolder } from '../../../scripts/toolchain/pinnedFolder.mjs';
import { makeTemporaryRoot, removeTemporaryRoot } from '../../../scripts/temporaryRoot.mjs';

describe('ensurePinnedFolder', () => {
  let root: string;
  let cache: string;
  let installs: number;
  beforeEach(async () => {
    root = await makeTemporaryRoot();
    cache = join(root, 'cache');
    installs = 0;
  });
  afterEach(async () => {
    await removeTemporaryRoot(root);
  });

  const answers = (folder: string): Promise<boolean> =>
    readFile(join(folder, 'tool'), 'utf8').then(
      (text) => text === 'works',
      () => false,
    );
  const ensure = (content = 'works'): Promise<string> =>
    ensurePinnedFolder({
      folder: join(cache, 'tool-1.0.0'),
      answers,
      install: async (work) => {
        installs++;
        await writeFile(join(work, 'tool'), content);
      },
      log: () => undefined,
    });

  it('installs what is not there, and only that is left', async () => {
    assert.equal(await ensure(), join(cache, 'tool-1.0.0'));
    assert.deepEqual(await readdir(cache), ['tool-1.0.0']);
    assert.equal(await answers(join(cache, 'tool-1.0.0')), true);
  });

  it('skips what is there and answers', async () => {
    await ensure();
    await ensure();
    assert.equal(installs, 1);
  });

  it('replaces what is there and does not answer', async () => {
    await mkdir(join(cache, 'tool-1.0.0'), { recursive: true });
    await writeFile(join(cache, 'tool-1.0.0', 'tool'), 'broken');
    await ensure();
    assert.equal(await answers(join(cache, 'tool-1.0.0')), true);
  });

  it('installs once for two at the same time', async () => {
    await Promise.all([ensure(), ensure(), ensure()]);
    assert.equal(installs, 1);
    assert.deepEqual(await readdir(cache), ['tool-1.0.0']);
  });

  it('leaves nothing of an install that fails', async () => {
    const failing = ensurePinnedFolder({
      folder: join(cache, 'tool-1.0.0'),
      answers,
      install: () => Promise.reject(new Error('no network')),
      log: () => undefined,
    });
    await assert.rejects(failing, /no network/);
    assert.deepEqual(await readdir(cache), []);
  });

  it('does not take an install that does not answer', async () => {
    await assert.rejects(ensure('broken'), /does not answer/);
    assert.deepEqual(await readdir(cache), []);
  });

  describe('with what a killed run left', () => {
    const leave = async (owner: string): Promise<string> => {
      const lock = join(cache, 'tool-1.0.0.lock');
      await mkdir(lock, { recursive: true });
      await mkdir(join(cache, 'tool-1.0.0.tmp-12345678'));
      await writeFile(join(lock, 'owner.json'), owner);
      return lock;
    };

    it('takes the lock of a process that is gone over, and clears its folder away', async () => {
      // No process has an id as large as this on any platform.
      await leave(JSON.stringify({ pid: 2 ** 30, host: hostname() }));
      await ensure();
      assert.deepEqual(await readdir(cache), ['tool-1.0.0']);
    });

    it('takes an old lock of another machine over', async () => {
      const lock = await leave(JSON.stringify({ pid: process.pid, host: 'another' }));
      const anHourAgo = Date.now() / 1000 - 3600;
      await utimes(lock, anHourAgo, anHourAgo);
      await ensure();
      assert.deepEqual(await readdir(cache), ['tool-1.0.0']);
    });
  });
});
