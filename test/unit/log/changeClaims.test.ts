import assert from 'node:assert/strict';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChangeClaims } from '../../../src/log/changeClaims';
import { temporaryFolder } from './temporaryFolder';

describe('the claim on a change', () => {
  const folder = temporaryFolder();
  const directory = (): string => join(folder(), 'claims');
  let now: number;
  const claims = (): ChangeClaims => new ChangeClaims(directory(), () => now);
  beforeEach(() => {
    now = Date.now();
  });

  it('goes to the first window alone', () => {
    assert.equal(claims().claim('a'), true);
    assert.equal(claims().claim('a'), false);
    assert.equal(claims().claim('b'), true);
  });

  it('passes to another window where the first one did not live up to it', () => {
    claims().claim('a');
    now += 31_000;
    assert.equal(claims().claim('a'), true);
  });

  it('leaves no files behind for long', () => {
    for (let count = 0; count < 20; count += 1) claims().claim(String(count));
    for (const name of readdirSync(directory())) utimesSync(join(directory(), name), 0, 0);
    claims().claim('a');
    assert.equal(readdirSync(directory()).length, 1);
  });

  it('is given to everybody where no file can be made', () => {
    writeFileSync(directory(), '');
    assert.equal(claims().claim('a'), true);
    assert.equal(claims().claim('a'), true);
  });
});
