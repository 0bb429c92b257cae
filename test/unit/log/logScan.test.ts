import assert from 'node:assert/strict';
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scanLog, type Scan, type ScanPlaces } from '../../../src/log/logScan';
import { temporaryFolder } from './temporaryFolder';

const line = (name: string): string => JSON.stringify({ name, more: 'x'.repeat(80) });

describe('a scan of the log', () => {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder(), name);
  const scan = async (
    names: readonly string[],
    places: ScanPlaces = new Map(),
    maxBytes?: number,
  ): Promise<{ readonly lines: readonly string[]; readonly scan: Scan }> => {
    const lines: string[] = [];
    const log = { filePaths: () => names.map(path) };
    const take = (text: string): void => {
      lines.push((JSON.parse(text) as { name: string }).name);
    };
    const signal = new AbortController().signal;
    return { scan: await scanLog(log, places, take, signal, maxBytes), lines };
  };
  const write = (name: string, lines: readonly string[]): void => {
    writeFileSync(path(name), lines.map((text) => `${line(text)}\n`).join(''));
  };

  it('gives every line, oldest first, over all files', async () => {
    write('old', ['a', 'b']);
    write('new', ['c']);
    assert.deepEqual((await scan(['new', 'old'])).lines, ['a', 'b', 'c']);
  });

  it('gives nothing of an empty or missing log', async () => {
    write('empty', []);
    assert.deepEqual((await scan([])).lines, []);
    assert.deepEqual((await scan(['empty', 'missing'])).lines, []);
  });

  it('leaves a torn last line until it is whole', async () => {
    write('log', ['a']);
    const torn = line('b');
    appendFileSync(path('log'), torn.slice(0, 20));
    const first = await scan(['log']);
    appendFileSync(path('log'), `${torn.slice(20)}\n`);
    const second = await scan(['log'], first.scan.places);
    assert.deepEqual([first.lines, second.lines], [['a'], ['b']]);
  });

  it('reads later only what came since, also after a renaming', async () => {
    write('log', ['a']);
    const first = await scan(['log']);
    appendFileSync(path('log'), `${line('b')}\n`);
    renameSync(path('log'), path('old'));
    write('log', ['c']);
    const second = await scan(['log', 'old'], first.scan.places);
    assert.deepEqual([second.lines, second.scan.isOther], [['b', 'c'], false]);
    assert.deepEqual((await scan(['log', 'old'], second.scan.places)).lines, []);
  });

  it('says when a file is gone or another, and then reads all', async () => {
    write('log', ['a']);
    write('old', ['z']);
    const first = await scan(['log', 'old']);
    rmSync(path('old'));
    const second = await scan(['log'], first.scan.places);
    assert.deepEqual([second.lines, second.scan.isOther], [['a'], true]);
    writeFileSync(path('log'), `${line('b')}\n`);
    const third = await scan(['log'], second.scan.places);
    assert.deepEqual([third.lines, third.scan.isOther], [['b'], true]);
  });

  it('reads no more than so many bytes, the newest', async () => {
    const size = line('a').length + 1;
    write('old', ['a', 'b', 'c']);
    write('new', ['d', 'e']);
    assert.deepEqual((await scan(['new', 'old'], new Map(), size * 2 + 5)).lines, ['d', 'e']);
    assert.deepEqual((await scan(['new', 'old'], new Map(), size * 3 + 5)).lines, ['c', 'd', 'e']);
  });

  it('skips a line that is longer than any record', async () => {
    write('log', ['a']);
    appendFileSync(path('log'), `${'x'.repeat(9 * 1024 * 1024)}\n${line('b')}\n`);
    assert.deepEqual((await scan(['log'])).lines, ['a', 'b']);
  });

  it('ends when it is aborted', async () => {
    write('log', ['a', 'b']);
    const controller = new AbortController();
    let taken = 0;
    await scanLog(
      { filePaths: () => [path('log')] },
      new Map(),
      () => {
        taken += 1;
        controller.abort();
      },
      controller.signal,
    );
    assert.equal(taken, 1);
  });
});
