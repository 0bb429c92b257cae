import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LooseningLog, type RecordedLoosening } from '../../../src/log/looseningLog';
import { temporaryFolder } from './temporaryFolder';

const RECORD: RecordedLoosening = {
  at: '2026-03-04T05:06:07.000Z',
  what: ['autoMode.enabled becomes false'],
  changes: [{ key: 'autoMode.enabled', before: null, after: false }],
};

describe('the log of loosened settings', () => {
  const folder = temporaryFolder();
  const directory = (): string => join(folder(), 'log');
  const log = (): LooseningLog =>
    new LooseningLog({ directory: directory(), redact: (text) => text.replaceAll('secret', '…'), maxFileBytes: 1000 });
  const path = (): string => join(directory(), 'loosenings.jsonl');

  it('holds a line for each, for this user alone and without secrets', () => {
    assert.equal(log().append(RECORD), true);
    assert.equal(log().append({ ...RECORD, what: ['with secret'] }), true);
    const lines = readFileSync(path(), 'utf8').trim().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as RecordedLoosening).what),
      [RECORD.what, ['with …']],
    );
    if (process.platform !== 'win32') assert.equal(statSync(path()).mode & 0o777, 0o600);
  });

  it('takes bounded room', () => {
    const large = { ...RECORD, changes: [{ key: 'a', before: 'x'.repeat(1_000_000), after: null }] };
    for (let count = 0; count < 10; count += 1) log().append(large);
    const bytes = readdirSync(directory()).map((name) => statSync(join(directory(), name)).size);
    assert.equal(bytes.length, 2);
    assert.ok(bytes.every((size) => size < 40_000));
  });

  it('says where nothing can be written', () => {
    writeFileSync(directory(), '');
    assert.equal(log().append(RECORD), false);
  });
});
