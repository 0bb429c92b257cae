import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readResult, resultsOfFiles } from '../../../scripts/testing/suiteResult.mjs';
import { poolArguments } from '../../../scripts/testing/testPool.mjs';

const PASSES = `describe('a', () => { it('passes', () => {}); it.skip('waits', () => {}); });`;
const REJECTS = `describe('b', () => { it('passes', () => {}); it('fails', async () => {
  void Promise.reject(new Error('because'));
  await new Promise((resolve) => setTimeout(resolve, 200));
}); });`;
const FAILS = `describe('b', () => { it('passes', () => {}); it('fails', () => { throw new Error('because'); }); });`;

describe('processes that take the next test file', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-pool-')));
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  /** What suiteResult.mjs reads of a run of these files: for each its tests, and why they are not all. */
  function results(
    texts: Readonly<Record<string, string>>,
    jobs = 2,
    nodeOptions: readonly string[] = [],
  ): Readonly<Record<string, unknown>> {
    const files = Object.keys(texts);
    for (const file of files) writeFileSync(join(root, file), texts[file] ?? '');
    const paths = files.map((file) => join(root, file));
    const resultFile = join(root, 'results.jsonl');
    const { status, stdout } = spawnSync(
      process.execPath,
      [...nodeOptions, ...poolArguments({ jobs, timeout: 10_000 }, paths)],
      {
        encoding: 'utf8',
        env: { ...process.env, AUTO_MODE_TEST_RESULT: resultFile },
      },
    );
    const read = readResult(readFileSync(resultFile, 'utf8'), status ?? -1, root);
    const found = resultsOfFiles(read, files, files.length > 1);
    assert.deepEqual(found.unexplained, []);
    const tests = [...found.files].map(([file, { incomplete, tests: own }]) => [
      file,
      [...own.map(({ title, state }) => `${title}: ${state}`), ...(incomplete === '' ? [] : ['incomplete'])],
    ]);
    return { ...(Object.fromEntries(tests) as Record<string, unknown>), status, stdout };
  }

  it('give the tests of each file', () => {
    const { stdout, ...others } = results({ 'a.mjs': PASSES, 'b.mjs': PASSES, 'c.mjs': PASSES });
    const tests = ['a passes: passed', 'a waits: pending'];
    assert.deepEqual(others, { 'a.mjs': tests, 'b.mjs': tests, 'c.mjs': tests, status: 0 });
    assert.match(String(stdout), /3 passed, 0 failed, 3 pending/);
  });

  for (const [what, text] of [
    ['throws', FAILS],
    ['rejects what nobody waits for', REJECTS],
  ] as const) {
    it(`name a test that ${what}, and print why`, () => {
      const { stdout, ...others } = results({ 'b.mjs': text, 'a.mjs': PASSES }, 1);
      assert.deepEqual(others, {
        'a.mjs': ['a passes: passed', 'a waits: pending'],
        'b.mjs': ['b passes: passed', 'b fails: failed'],
        status: 1,
      });
      assert.match(String(stdout), /because/);
    });
  }

  for (const [what, text] of [
    ['ends its process', `describe('d', () => { it('passes', () => {}); it('dies', () => process.exit(0)); });`],
    ['ends its process while it is read', 'process.exit(0);'],
    ['cannot be read', 'import "./missing.mjs";'],
  ] as const) {
    it(`report a file that ${what} as failed, and run the others`, () => {
      const { stdout, ...others } = results({ 'd.mjs': text, 'a.mjs': PASSES, 'b.mjs': PASSES }, 1);
      const tests = ['a passes: passed', 'a waits: pending'];
      assert.deepEqual(others, { 'd.mjs': ['the file as a whole: failed'], 'a.mjs': tests, 'b.mjs': tests, status: 1 });
      assert.match(String(stdout), /its process ended/);
    });
  }

  it('end where none of them can start', () => {
    const onlyPool = `data:text/javascript,if (process.send) process.exit(3);`;
    const { stdout: _, ...others } = results({ 'a.mjs': PASSES, 'b.mjs': PASSES }, 1, ['--import', onlyPool]);
    const failed = ['the file as a whole: failed'];
    assert.deepEqual(others, { 'a.mjs': failed, 'b.mjs': failed, status: 1 });
  });

  it('report a rejection outside of all tests', () => {
    const { stdout, ...others } = results({ 'd.mjs': `void Promise.reject(new Error('late'));`, 'a.mjs': PASSES }, 1);
    assert.deepEqual([others['d.mjs'], others['status']], [['incomplete'], 1]);
    assert.match(String(stdout), /late/);
  });

  it('take a file without a test for one that did not run', () => {
    const { stdout: _, ...others } = results({ 'a.mjs': PASSES, 'none.mjs': '' });
    assert.deepEqual(others['none.mjs'], ['incomplete']);
  });
});
