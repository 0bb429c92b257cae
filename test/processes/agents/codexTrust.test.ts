import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { codexHookTrust } from '../../../src/agents/codex/hookTrust';
import { findCodex } from '../../../src/agents/codex/program';

describe('asking Codex about trust', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-trust-')));
    for (const name of ['bin', 'workspace', 'home']) mkdirSync(join(root, name));
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function program(folder: string, lines = ''): string {
    const path = join(root, folder, 'codex');
    writeFileSync(path, `#!/bin/sh\n${lines}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  describe('finding the program', () => {
    const find = (...path: readonly string[]): string | undefined =>
      findCodex({ PATH: path.join(delimiter) }, [join(root, 'workspace')])?.path;

    it('on the PATH', () => {
      assert.equal(find(join(root, 'bin')), undefined);
      const path = program('bin');
      assert.equal(find(join(root, 'home'), join(root, 'bin')), path);
    });

    it('never in an opened folder, also not by a link, nor beside the folder that the editor runs in', () => {
      const inside = program('workspace');
      symlinkSync(join(root, 'workspace'), join(root, 'link'));
      symlinkSync(inside, join(root, 'home', 'codex'));
      for (const place of [join(root, 'workspace'), join(root, 'link'), join(root, 'home'), '.', '']) {
        assert.equal(find(place), undefined, place);
      }
    });

    it('is started with a PATH that leads into no opened folder', () => {
      program('bin');
      const path = [join(root, 'workspace'), 'relative', join(root, 'bin')].join(delimiter);
      assert.equal(findCodex({ PATH: path }, [join(root, 'workspace')])?.searchPath, join(root, 'bin'));
    });

    it('is not a file that nobody may run, nor a folder', () => {
      chmodSync(program('bin'), 0o644);
      mkdirSync(join(root, 'home', 'codex'));
      assert.equal(find(join(root, 'bin'), join(root, 'home')), undefined);
    });
  });

  describe('a program that is not Codex, or does not answer', () => {
    const ask = (codex: string, seconds = 20): ReturnType<typeof codexHookTrust> =>
      codexHookTrust({
        codex,
        directory: join(root, 'home'),
        launcherPath: '/h/.auto-mode/launcher',
        folders: [join(root, 'workspace')],
        environment: { PATH: '/usr/bin:/bin' },
        seconds,
      });
    const answer = (result: string): string =>
      `read a; echo '{"id":1,"result":{}}'; read b; read c; echo '{"id":2,${result}}'; sleep 60`;

    // Seconds where only the end of the time ends it.
    const rows: readonly (readonly [what: string, lines: string, seconds?: number])[] = [
      ['ends at once', 'exit 0'],
      ['says nothing', 'sleep 60', 0.4],
      ['does not heed a friendly end', "trap '' TERM; while :; do sleep 1; done", 0.4],
      ['prints without end', 'yes'],
      ['prints one line without end', 'yes | tr -d "\\n"'],
      ['is no JSON', 'echo "{"; echo "[]"; echo null; sleep 60', 0.4],
      ['refuses', answer('"error":{"code":-1}')],
      ['answers with something else', answer('"result":{"data":[{"hooks":"x"}]}')],
      ['answers for other folders', answer('"result":{"data":[]}')],
    ];
    for (const [what, lines, seconds] of rows) {
      it(what, async () => {
        assert.deepEqual(await ask(program('bin', lines), seconds), { kind: 'no-answer' });
      });
    }

    it('is not there', async () => {
      assert.deepEqual(await ask(join(root, 'bin', 'none')), { kind: 'no-answer' });
    });

    it('lists hooks of others under the same events', async () => {
      const other = '"eventName":"preToolUse","command":"/tmp/other","enabled":true,"trustStatus":"trusted"';
      const hooks = `[{${other},"sourcePath":"${join(root, 'home', 'hooks.json')}"}]`;
      const trust = await ask(program('bin', answer(`"result":{"data":[{"hooks":${hooks}}]}`)));
      assert.ok(trust.kind === 'listed');
      assert.deepEqual(new Set(trust.entries.map(({ state }) => state)), new Set(['not-listed']));
    });
  });
});
