import assert from 'node:assert/strict';
import { Tally } from '../../../scripts/testing/tally.mjs';

describe('the tally of a test run', () => {
  const closed = (fill: (tally: Tally) => void, isCi = false) => {
    const tally = new Tally();
    fill(tally);
    const { lines, status } = tally.close(isCi);
    return { last: lines.at(-1), status, lines };
  };

  for (const [name, fill, last, status] of [
    [
      'a suite that passes',
      (tally) => {
        tally.addSuite('unit', { passes: 3, pending: 0, failed: [], flaky: [] });
      },
      '3 passed, 0 failed',
      0,
    ],
    [
      'a suite with a failure',
      (tally) => {
        tally.addSuite('unit', { passes: 2, pending: 0, failed: ['a test: why'], flaky: [] });
      },
      '2 passed, 1 failed',
      1,
    ],
    [
      'a suite that runs nothing',
      (tally) => {
        tally.addSuite('unit', { passes: 0, pending: 0, failed: [], flaky: [] });
      },
      '0 passed, 1 failed',
      1,
    ],
    [
      'two flaky tests over all suites',
      (tally) => {
        tally.addSuite('ui', { passes: 3, pending: 0, failed: [], flaky: ['one: why'] });
        tally.addSuite('agents', { passes: 2, pending: 0, failed: [], flaky: ['two: why'] });
      },
      '5 passed, 0 failed',
      0,
    ],
    [
      'three flaky tests over all suites',
      (tally) => {
        tally.addSuite('ui', { passes: 3, pending: 0, failed: [], flaky: ['one: why', 'two: why'] });
        tally.addSuite('agents', { passes: 2, pending: 0, failed: [], flaky: ['three: why'] });
      },
      '5 passed, 1 failed',
      1,
    ],
    [
      'a failing check',
      (tally) => {
        tally.add('eslint', 0, 1);
      },
      '0 passed, 1 failed',
      1,
    ],
    ['nothing at all', () => undefined, '0 passed, 0 failed', 1],
  ] satisfies [string, (tally: Tally) => void, string, number][]) {
    it(name, () => {
      const run = closed(fill);
      assert.deepEqual([run.last, run.status], [last, status]);
    });
  }

  for (const [name, fill] of [
    [
      'a suite that this machine cannot run',
      (tally) => {
        tally.addNotRun('ui', 'no browser');
      },
    ],
    [
      'a suite that skips a test',
      (tally) => {
        tally.addSuite('ui', { passes: 1, pending: 1, failed: [], flaky: [] });
      },
    ],
  ] satisfies [string, (tally: Tally) => void][]) {
    it(`${name}: is named, and has failed under CI`, () => {
      const all = (tally: Tally): void => {
        tally.add('types', 1, 0);
        fill(tally);
      };
      const alone = closed(all);
      assert.equal(alone.status, 0);
      assert.equal(alone.lines.filter((line) => line.startsWith('Not run: ui')).length, 1);
      const ci = closed(all, true);
      assert.equal(ci.status, 1);
      assert.match(ci.last ?? '', /, 1 failed$/);
    });
  }

  it('names each failed test before the counts, up to fifty', () => {
    const failed = Array.from({ length: 52 }, (_, index) => `the panel opens ${index}: Timeout`);
    const { lines } = closed((tally) => {
      tally.addSuite('ui', { passes: 1, pending: 0, failed, flaky: [] });
    });
    assert.equal(lines[0], 'FAILED ui: the panel opens 0: Timeout');
    assert.deepEqual(lines.slice(49, 52), [
      'FAILED ui: the panel opens 49: Timeout',
      'FAILED and not named here: 2',
      'ui: 1 of 53 passed',
    ]);
  });

  it('names each flaky test before the closing line', () => {
    const { lines } = closed((tally) => {
      tally.addSuite('ui', { passes: 2, pending: 0, failed: [], flaky: ['the panel opens: Timeout', 'a rule: gone'] });
    });
    assert.deepEqual(lines, [
      'ui: 2 of 2 passed',
      'FLAKY (failed once, passed once) ui: the panel opens: Timeout',
      'FLAKY (failed once, passed once) ui: a rule: gone',
      '2 passed, 0 failed',
    ]);
  });

  it('has one line in the form of the closing line', () => {
    const { lines } = closed((tally) => {
      tally.add('types', 1, 0);
      tally.addSuite('unit', { passes: 2, pending: 0, failed: ['a test: why'], flaky: ['1', '2', '3'] });
      tally.addNotRun('ui', 'no browser');
    });
    assert.deepEqual(
      lines.filter((line) => /\d+ passed, \d+ failed/.test(line)),
      ['3 passed, 2 failed'],
    );
  });

  it('says how long each suite took', () => {
    const { lines } = closed((tally) => {
      tally.addSuite('unit', { passes: 1, pending: 0, failed: [], flaky: [] });
      tally.addTime('unit', 61.4);
      tally.addTime('ui', 3);
    });
    assert.ok(lines.includes('Took: unit 61 s, ui 3 s'), lines.join('\n'));
  });
});
