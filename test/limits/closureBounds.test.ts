import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, truncateSync } from 'node:fs';
import { analyse } from '../../src/shell/analyse';
import { nodesOf } from '../../src/closure/closure';
import { closureOf, type FoundClosure } from '../../src/closure/closureOf';
import { createNodeFileSystem } from '../../src/disk/nodeFileSystem';
import { diskSnapshot } from '../../src/files/diskSnapshot';
import { DiskBudget } from '../../src/files/diskBudget';
import { withinCpuMs } from '../unit/cpuTime';
import { useTemporaryFolder } from '../unit/disk/temporaryFolder';
import { LINUX } from '../unit/files/fileWorld';

/** Far above what it takes on a slow machine. */
const LONGEST_MS = 5_000;
const MANY_FILES = 100_000;

describe('what a line runs, on a disk', () => {
  const folder = useTemporaryFolder();

  function found(line: string): FoundClosure {
    const clock = { now: () => Date.now(), monotonic: () => performance.now() };
    const files = diskSnapshot(createNodeFileSystem(), LINUX, new DiskBudget(clock));
    const analysis = analyse(line, 'bash', { cwd: folder.path, home: '/home/nobody' });
    return withinCpuMs(LONGEST_MS, () => closureOf(analysis, [], { files, machine: LINUX }), line);
  }

  it('is bounded for a script that runs and includes itself', () => {
    folder.write('self.sh', 'sh self.sh; . ./self.sh; sh self.sh\n'.repeat(50));
    folder.write('Makefile', 'include Makefile\nall: all\n\t$(MAKE) all\n');
    for (const line of ['sh self.sh', 'make', 'npm test']) {
      folder.write('package.json', JSON.stringify({ scripts: { pretest: 'npm test', test: 'npm test; npm test' } }));
      const { closure } = found(line);
      assert.ok(nodesOf(closure).length <= 150, line);
      assert.equal(closure.complete, false, line);
    }
  });

  it('reads no file of 50 MB, and waits for no pipe', function () {
    if (process.platform === 'win32') this.skip();
    for (const name of ['Makefile', 'package.json', 'big.sh']) truncateSync(folder.write(name, ''), 50_000_000);
    execFileSync('mkfifo', [folder.at('pipe.sh')]);
    for (const line of [
      'make',
      'npm test',
      'sh big.sh',
      'sh pipe.sh',
      '. ./pipe.sh',
      'cat pipe.sh | sh',
      'node pipe.sh',
    ]) {
      const { closure, texts } = found(line);
      assert.equal(closure.complete, false, line);
      assert.deepEqual(texts, [], line);
    }
  });

  it('is bounded beside 100,000 files', () => {
    mkdirSync(folder.at('many'));
    for (let at = 0; at < MANY_FILES; at += 1) closeSync(openSync(folder.at(`many/${at}.sh`), 'w'));
    folder.write('all.sh', 'for f in many/*.sh; do sh "$f"; done; sh many/*\n');
    for (const line of ['sh all.sh', 'sh many/*', 'for f in many/*; do . "$f"; done', 'cat many/*.sh | sh']) {
      const { closure } = found(line);
      assert.ok(nodesOf(closure).length <= 150, line);
      assert.equal(closure.complete, false, line);
    }
  }).timeout(120_000);
});
