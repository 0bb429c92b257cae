import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyOf, PassedChecks } from '../../../scripts/testing/passedChecks.mjs';

describe('what a check has passed', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'auto-mode-passed-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('is known to the next run, of this check alone', async () => {
    const first = await PassedChecks.open(folder, 'one');
    assert.equal(first.has('a'), false);
    first.add('a');
    await first.save();
    assert.equal((await PassedChecks.open(folder, 'one')).has('a'), true);
    assert.equal((await PassedChecks.open(folder, 'two')).has('a'), false);
  });

  for (const text of ['', '{', '"a"', '{"a": true}', '[["a"], 1, null]']) {
    it(`is nothing where the file holds ${text}`, async () => {
      writeFileSync(join(folder, 'one.json'), text);
      assert.equal((await PassedChecks.open(folder, 'one')).has('a'), false);
    });
  }

  it('stays bounded, and what was used last is kept', async () => {
    const first = await PassedChecks.open(folder, 'one');
    for (let count = 0; count < 20_001; count += 1) first.add(String(count));
    await first.save();
    const second = await PassedChecks.open(folder, 'one');
    assert.deepEqual([second.has('0'), second.has('1')], [false, true]);
    second.add('new');
    await second.save();
    const third = await PassedChecks.open(folder, 'one');
    assert.deepEqual([third.has('1'), third.has('2'), third.has('new')], [true, false, true]);
  });

  it('has another key where parts only meet in another place', () => {
    assert.notEqual(keyOf(['a', 'b']), keyOf(['ab', '']));
  });
});
