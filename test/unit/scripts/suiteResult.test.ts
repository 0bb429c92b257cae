import assert from 'node:assert/strict';
import { readResult, resultsOfFiles, type FileResult } from '../../../scripts/testing/suiteResult.mjs';

const PASS = { file: '/repo/test/ui/a.test.ts', title: 'one', state: 'passed' };
const FAIL = { file: '/repo/test/ui/b.test.ts', title: 'two', state: 'failed', hook: true, why: 'because' };
const STRAY = { title: 'Uncaught error outside test suite', state: 'failed', why: 'a worker died' };
const END = { ended: true };
const A = 'test/ui/a.test.ts';
const B = 'test/ui/b.test.ts';

const text = (...lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const read = (status: number, ...lines: readonly object[]) => readResult(text(...lines), status, '/repo');
const incomplete = (files: ReadonlyMap<string, FileResult>): Record<string, string> =>
  Object.fromEntries([...files].map(([file, result]) => [file, result.incomplete]));

describe('the result of a suite’s process', () => {
  it('is read line by line', () => {
    assert.deepEqual(read(1, PASS, FAIL, END), {
      status: 1,
      ended: true,
      tests: [
        { file: A, title: 'one', state: 'passed', hook: false, why: '' },
        { file: B, title: 'two', state: 'failed', hook: true, why: 'because' },
      ],
    });
  });

  it('holds what was written until the process died, also in the middle of a line', () => {
    const { ended, tests } = readResult(`${text(PASS)}{"file":"/re`, 137, '/repo');
    assert.deepEqual([ended, tests.length], [false, 1]);
    assert.deepEqual(readResult(undefined, 1, '/repo'), { status: 1, ended: false, tests: [] });
  });

  for (const [name, result, files, expected] of [
    ['all passed', read(0, PASS, END), [A], { [A]: '' }],
    ['a test failed', read(1, PASS, FAIL, END), [A, B], { [A]: '', [B]: '' }],
    [
      'a file without a result',
      read(0, PASS, END),
      [A, B],
      { [A]: '', [B]: 'no result; the process ended with status 0' },
    ],
    [
      'one of mocha’s own processes died',
      read(1, PASS, STRAY, END),
      [A, B],
      { [A]: '', [B]: 'Uncaught error outside test suite: a worker died' },
    ],
    [
      'the process died between two files',
      read(137, PASS),
      [A, B],
      { [A]: '', [B]: 'no result; the process ended with status 137' },
    ],
    ['the process of one file died', read(137, PASS), [A], { [A]: 'no result; the process ended with status 137' }],
    [
      'one file ended badly after passing',
      read(98, PASS, END),
      [A],
      { [A]: 'no result; the process ended with status 98' },
    ],
    ['one file hid its failure', read(0, FAIL, END), [B], { [B]: 'no result; the process ended with status 0' }],
    ['one file ran nothing', read(0, END), [A], { [A]: 'no result; the process ended with status 0' }],
    ['one file failed outside its tests', read(1, PASS, STRAY, END), [A], { [A]: '' }],
  ] satisfies [string, ReturnType<typeof readResult>, string[], Record<string, string>][]) {
    it(`${name}: is explained by its files`, () => {
      const divided = resultsOfFiles(result, files, files.length > 1);
      assert.deepEqual(incomplete(divided.files), expected);
      assert.deepEqual(divided.unexplained, []);
    });
  }

  for (const [name, result, expected] of [
    ['it ended badly after all files had passed', read(1, PASS, { ...PASS, file: FAIL.file }, END), ['status 1']],
    ['it hid a failure', read(0, PASS, FAIL, END), ['status 0']],
    ['it died after all files had passed', read(137, PASS, { ...PASS, file: FAIL.file }), ['status 137']],
    ['it failed outside all tests', read(1, PASS, FAIL, STRAY, END), ['a worker died']],
  ] satisfies [string, ReturnType<typeof readResult>, string[]][]) {
    it(`${name}: is not explained by any of its files`, () => {
      const { files, unexplained } = resultsOfFiles(result, [A, B], true);
      assert.deepEqual(incomplete(files), { [A]: '', [B]: '' });
      assert.equal(unexplained.length, expected.length);
      for (const [index, part] of expected.entries()) assert.ok(unexplained[index]?.includes(part), unexplained[index]);
    });
  }
});
