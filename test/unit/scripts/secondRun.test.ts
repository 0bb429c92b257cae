import assert from 'node:assert/strict';
import { judge, processesOfSecondRun } from '../../../scripts/testing/secondRun.mjs';
import type { FileResult, TestResult } from '../../../scripts/testing/suiteResult.mjs';

type Line = readonly [title: string, state: TestResult['state'] | 'hook failed'];

function file(lines: readonly Line[], incomplete = ''): FileResult {
  const tests = lines.map(([title, state]): TestResult => {
    if (state !== 'hook failed') return { file: 'a', title, state, hook: false, why: state === 'failed' ? 'why' : '' };
    return { file: 'a', title, state: 'failed', hook: true, why: 'why' };
  });
  return { incomplete, tests };
}

const PASSES = file([
  ['one', 'passed'],
  ['two', 'passed'],
]);
const ONE_FAILS = file([
  ['one', 'failed'],
  ['two', 'passed'],
]);
const HOOK_FAILS = file([['before all', 'hook failed']]);
const DIED = file([['one', 'passed']], 'no result');

describe('the second run of a suite', () => {
  for (const [name, first, second, expected] of [
    [
      'a test that passes at the second try is flaky',
      ONE_FAILS,
      PASSES,
      { passes: 2, failed: [], flaky: ['one: why'] },
    ],
    ['a test that fails at both is failed', ONE_FAILS, ONE_FAILS, { passes: 1, failed: ['one: why'], flaky: [] }],
    [
      'a test that passed at first and fails at the second try is flaky, too',
      ONE_FAILS,
      file([
        ['one', 'passed'],
        ['two', 'failed'],
      ]),
      { passes: 2, failed: [], flaky: ['one: why', 'two: why'] },
    ],
    [
      'a test that the second run did not come to is failed',
      ONE_FAILS,
      HOOK_FAILS,
      { passes: 1, failed: ['one: why', 'before all: why'], flaky: [] },
    ],
    [
      'a test that skips itself at the second try is failed',
      ONE_FAILS,
      file([
        ['one', 'pending'],
        ['two', 'passed'],
      ]),
      { passes: 1, failed: ['one: why'], flaky: [] },
    ],
    [
      'a hook that does not fail again is flaky, and the tests behind it count',
      HOOK_FAILS,
      PASSES,
      { passes: 2, failed: [], flaky: ['before all: why'] },
    ],
    [
      'a hook that fails again is failed',
      HOOK_FAILS,
      HOOK_FAILS,
      { passes: 0, failed: ['before all: why'], flaky: [] },
    ],
    [
      'a test that fails where a hook kept it from its first run is failed',
      HOOK_FAILS,
      ONE_FAILS,
      { passes: 1, failed: ['one: why'], flaky: ['before all: why'] },
    ],
    [
      'a hook whose second run does not end is failed',
      HOOK_FAILS,
      DIED,
      { passes: 1, failed: ['before all: why', 'a: no result'], flaky: [] },
    ],
    ['a process that dies once is flaky', DIED, PASSES, { passes: 2, failed: [], flaky: ['a: no result'] }],
    ['a process that dies twice is failed', DIED, DIED, { passes: 1, failed: ['a: no result'], flaky: [] }],
    [
      'a test that fails where a process died before it is failed',
      file([], 'no result'),
      ONE_FAILS,
      { passes: 1, failed: ['one: why'], flaky: ['a: no result'] },
    ],
    [
      'of two tests with one title, one that fails counts',
      ONE_FAILS,
      file([
        ['one', 'failed'],
        ['one', 'passed'],
        ['two', 'passed'],
      ]),
      { passes: 1, failed: ['one: why'], flaky: [] },
    ],
  ] satisfies [string, FileResult, FileResult, object][]) {
    it(name, () => {
      assert.deepEqual(judge(new Map([['a', first]]), new Map([['a', second]])), { pending: 0, ...expected });
    });
  }

  it('leaves a file alone that was not run again', () => {
    const first = new Map([
      ['a', ONE_FAILS],
      ['b', DIED],
    ]);
    assert.deepEqual(judge(first, new Map()), {
      passes: 2,
      pending: 0,
      failed: ['one: why', 'b: no result'],
      flaky: [],
    });
  });

  it('counts the death of a process once', () => {
    const first = new Map([
      ['a', DIED],
      ['b', DIED],
    ]);
    const second = new Map([
      ['a', PASSES],
      ['b', PASSES],
    ]);
    assert.deepEqual(judge(first, second), { passes: 4, pending: 0, failed: [], flaky: ['a, b: no result'] });
    const [a, b] = [['a', PASSES] as const, ['b', DIED] as const];
    const half = judge(first, new Map([a, b]));
    assert.deepEqual([half.failed, half.flaky], [['b: no result'], ['a: no result']]);
  });

  const many = (count: number, result: FileResult): [string, FileResult][] =>
    Array.from({ length: count }, (_, index) => [`file ${index}`, result]);

  it('runs each failed file and each without a result in a process of its own', () => {
    const first = new Map([
      ['passes', PASSES],
      ['fails', ONE_FAILS],
      ['hook', HOOK_FAILS],
      ['died', DIED],
    ]);
    assert.deepEqual(processesOfSecondRun(first), [['fails'], ['hook'], ['died']]);
  });

  it('does not run again what fails in many files, and runs many files without a result together', () => {
    assert.deepEqual(processesOfSecondRun(new Map(many(7, ONE_FAILS))), []);
    const [files, ...others] = processesOfSecondRun(new Map(many(7, DIED)));
    assert.deepEqual([files?.length, others.length], [7, 0]);
  });
});
