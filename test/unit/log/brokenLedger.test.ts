import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { usageFigures } from '../../../src/log/usageSums';
import { count, ledgerRoom, local, USAGE } from './ledgerRoom';

const isRoot = process.getuid?.() === 0;

describe('the ledger of what the classifier takes, with broken files', () => {
  const room = ledgerRoom();
  const { folder, directory, open, fileOf, judged } = room;

  const BROKEN: readonly (readonly [what: string, line: string])[] = [
    ['no JSON', '{"judgements":1'],
    ['a list', '[1]'],
    ['another field', '{"judgements":1,"note":"x"}'],
    ['less than nothing', '{"judgements":-1}'],
    ['half a call', '{"judgements":0.5}'],
    ['no number', '{"inputTokens":"1"}'],
    ['more than numbers hold', '{"costUsd":1e999}'],
    ['an outage of no kind', '{"outages":{"sunspots":1}}'],
    ['a thousand latencies', JSON.stringify({ latencies: Array.from({ length: 1000 }, () => 1) })],
    ['a session as long as a book', JSON.stringify({ judgements: 1, session: 'x'.repeat(100_000) })],
  ];
  for (const [what, line] of BROKEN) {
    it(`leaves out a line with ${what}, and says so`, () => {
      open().note(judged());
      appendFileSync(fileOf('2026-11-21'), `${line}\n`);
      const ledger = open();
      ledger.note(judged());
      assert.deepEqual(count(ledger), { today: 2, total: 2 });
      assert.match(ledger.problem ?? '', /^1 entry in .* could not be read, so it is missing/);
    });
  }

  const NO_FILES: readonly (readonly [what: string, make: (path: string) => void])[] = [
    [
      'a folder',
      (path) => {
        mkdirSync(path);
      },
    ],
    [
      'a link',
      (path) => {
        symlinkSync('/etc/passwd', path);
      },
    ],
    [
      'a file that is far too large',
      (path) => {
        writeFileSync(path, Buffer.alloc(3000, 'x'));
      },
    ],
    [
      'a file with a thousand lines that are no entries',
      (path) => {
        writeFileSync(path, 'x\n'.repeat(1001));
      },
    ],
  ];
  for (const [what, make] of NO_FILES) {
    it(`sets ${what} aside, says so and goes on`, () => {
      mkdirSync(directory(), { mode: 0o700 });
      make(fileOf('2026-11-21'));
      const ledger = open(1200);
      ledger.note(judged());
      assert.match(ledger.problem ?? '', /could not be read; the file is now .*\.unusable\./);
      assert.equal(count(ledger).today, 1);
      assert.equal(count(open(1000)).today, 1);
      assert.ok(existsSync(`${fileOf('2026-11-21')}.unusable`));
    });
  }

  it('counts in the window where nothing can be kept, says so, and is silent once it can', function () {
    if (isRoot) writeFileSync(directory(), 'a file in the place of the folder');
    else {
      mkdirSync(folder(), { recursive: true });
      chmodSync(folder(), 0o500);
    }
    const ledger = open();
    ledger.note(judged({ sessionId: 's' }));
    assert.deepEqual(count(ledger), { today: 1, total: 1 });
    assert.match(ledger.problem ?? '', /cannot be kept in .*: free disk space/);
    if (isRoot) rmSync(directory());
    else chmodSync(folder(), 0o700);
    ledger.note(judged({ sessionId: 's' }));
    assert.equal(ledger.problem, undefined);
    assert.deepEqual(count(ledger), { today: 2, total: 2 });
    assert.equal(usageFigures(ledger.session('s')!).judged, 2);
  });

  it('takes no more than a bounded file a day, says so, and begins anew the next day', () => {
    const ledger = open(1000);
    for (let index = 0; index < 50; index += 1) ledger.note(judged());
    assert.ok(statSync(fileOf('2026-11-21')).size < 1200);
    assert.match(ledger.problem ?? '', /is full/);
    assert.equal(count(ledger).today, 50);
    room.now = local('2026-11-22');
    ledger.note(judged());
    assert.equal(ledger.problem, undefined);
  });

  it('takes figures of a hostile server for what can be added', () => {
    const ledger = open();
    const classifier = { ...USAGE, inputTokens: 1e308, outputTokens: Number.NaN, cachedTokens: -5, costUsd: 1e300 };
    for (let index = 0; index < 3; index += 1) ledger.note(judged({ classifier }));
    const { inputTokens, outputTokens, cachedTokens } = usageFigures(open().today());
    assert.deepEqual([inputTokens, outputTokens, cachedTokens], [3e9, 0, 0]);
    assert.equal(ledger.problem, undefined);
  });
});
