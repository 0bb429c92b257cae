import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DecisionLog } from '../../../src/log/decisionLog';
import { LogReader, MAX_RECORDS, type LoggedDecision } from '../../../src/log/logReader';
import { decision } from '../engine/model/decisions';
import { temporaryFolder } from './temporaryFolder';

describe('LogReader', () => {
  const folder = temporaryFolder();
  const openLog = (maxFileBytes = 10_000_000): DecisionLog =>
    new DecisionLog({ directory: join(folder(), 'logs'), redact: (text) => text, maxFileBytes, maxFiles: 100 });
  const ids = (records: readonly LoggedDecision[]): string[] => records.map((record) => record.decision.id);
  const fill = (log: DecisionLog, from: number, to: number): void => {
    for (let at = from; at < to; at += 1) log.append(decision({ id: `d${at}` }), { command: `echo ${at}` });
  };
  const newestFirst = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, at) => `d${to - 1 - at}`);

  it('gives the latest records, newest first, over several files', async () => {
    const log = openLog(4000);
    fill(log, 0, 100);
    assert.ok(readdirSync(dirname(log.path)).length > 3);
    const reader = new LogReader(log);
    assert.deepEqual(ids(await reader.recent(5)), newestFirst(95, 100));
    assert.deepEqual(ids(await reader.recent(60)), newestFirst(40, 100));
    assert.deepEqual(ids(await reader.recent(1000)), newestFirst(0, 100));
    assert.deepEqual(ids(await reader.recent(7)), newestFirst(93, 100));
  });

  it('sees what is written later, in the same file and after a renaming', async () => {
    const log = openLog(4000);
    const reader = new LogReader(log);
    assert.deepEqual(ids(await reader.recent(10)), []);
    for (let at = 0; at < 60; at += 3) {
      fill(log, at, at + 3);
      assert.deepEqual(ids(await reader.recent(MAX_RECORDS)), newestFirst(0, at + 3));
    }
  });

  it('reads each line once', async () => {
    const log = openLog();
    fill(log, 0, 3);
    const reader = new LogReader(log);
    const [first] = await reader.recent(3);
    fill(log, 3, 4);
    const again = await reader.recent(4);
    assert.equal(again[1], first);
  });

  it('lets go of what nobody has asked for in a while', async () => {
    const log = openLog();
    fill(log, 0, 1);
    const reader = new LogReader(log, 5);
    const [first] = await reader.recent(1);
    for (let again = first; again === first; [again] = await reader.recent(1)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  it('passes over lines that are broken, foreign or still being written', async () => {
    const log = openLog();
    fill(log, 0, 2);
    appendFileSync(log.path, 'no json\n{"decision":{}}\n\n\u0000\n');
    const reader = new LogReader(log);
    assert.deepEqual(ids(await reader.recent(10)), newestFirst(0, 2));
    const line = JSON.stringify({ decision: decision({ id: 'd2' }) });
    appendFileSync(log.path, line.slice(0, 40));
    assert.deepEqual(ids(await reader.recent(10)), newestFirst(0, 2));
    assert.deepEqual(ids(await new LogReader(log).recent(10)), newestFirst(0, 2));
    appendFileSync(log.path, `${line.slice(40)}\n`);
    assert.deepEqual(ids(await reader.recent(10)), newestFirst(0, 3));
  });

  it('reads lines longer than a piece, from either side', async () => {
    const log = openLog();
    const long = { command: 'x'.repeat(250_000) };
    log.append(decision({ id: 'd0' }), long);
    log.append(decision({ id: 'd1' }), {});
    const reader = new LogReader(log);
    assert.deepEqual(ids(await reader.recent(10)), newestFirst(0, 2));
    log.append(decision({ id: 'd2' }), long);
    const records = await reader.recent(10);
    assert.deepEqual(ids(records), newestFirst(0, 3));
    assert.deepEqual((await reader.whole(records[0]!))?.input, long);
  });

  it('passes over a line that no record is as long as, and reads on before it', async () => {
    const log = openLog();
    fill(log, 0, 1);
    appendFileSync(log.path, `${'x'.repeat(9_000_000)}\n`);
    fill(log, 1, 2);
    const reader = new LogReader(log);
    assert.deepEqual(ids(await reader.recent(1)), ['d1']);
    assert.deepEqual(ids(await reader.recent(10)), ['d1', 'd0']);
    appendFileSync(log.path, 'x'.repeat(9_000_000));
    assert.deepEqual(ids(await reader.recent(10)), ['d1', 'd0']);
    assert.deepEqual(ids(await new LogReader(log).recent(10)), ['d1', 'd0']);
  });

  it('keeps long texts cut, and the whole record in reach', async () => {
    const log = openLog();
    const reason = 'r'.repeat(10_000);
    log.append(decision({ reason }), { command: 'npm publish' });
    const reader = new LogReader(log);
    const [record] = await reader.recent(1);
    assert.ok(record!.decision.reason.length < 3000);
    assert.equal((await reader.whole(record!))?.decision.reason, reason);
    fill(log, 5, 6);
    renameSync(log.path, join(dirname(log.path), 'decisions-2026.jsonl'));
    assert.equal((await reader.whole(record!))?.decision.reason, reason);
    rmSync(join(dirname(log.path), 'decisions-2026.jsonl'));
    assert.equal(await reader.whole(record!), undefined);
  });

  it('starts anew where the log was emptied or replaced', async () => {
    const log = openLog();
    fill(log, 0, 5);
    const reader = new LogReader(log);
    await reader.recent(10);
    writeFileSync(log.path, '');
    assert.deepEqual(ids(await reader.recent(10)), []);
    fill(log, 5, 7);
    assert.deepEqual(ids(await reader.recent(10)), newestFirst(5, 7));
    writeFileSync(log.path, `${JSON.stringify({ decision: decision({ id: 'other'.repeat(500) }) })}\n`);
    assert.deepEqual(ids(await reader.recent(10)), ['other'.repeat(500)]);
  });

  it('reads nothing where there is no log, or a link in its place', async () => {
    const log = openLog();
    assert.deepEqual(await new LogReader(log).recent(10), []);
    mkdirSync(dirname(log.path), { recursive: true });
    const elsewhere = join(folder(), 'elsewhere.jsonl');
    writeFileSync(elsewhere, `${JSON.stringify({ decision: decision() })}\n`);
    symlinkSync(elsewhere, log.path);
    assert.deepEqual(await new LogReader(log).recent(10), []);
  });

  it('keeps and gives ten thousand records at most, and lets others have their turn', async function () {
    this.timeout(120_000);
    const log = openLog(3_000_000);
    const line = (at: number): string => `${JSON.stringify({ decision: decision({ id: `d${at}` }), input: {} })}\n`;
    mkdirSync(dirname(log.path), { recursive: true });
    writeFileSync(log.path, Array.from({ length: 12_000 }, (_, at) => line(at)).join(''));
    const reader = new LogReader(log);
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    const records = await reader.recent(1_000_000);
    clearInterval(counting);
    assert.deepEqual(
      [records.length, records[0]?.decision.id, records.at(-1)?.decision.id],
      [MAX_RECORDS, 'd11999', 'd2000'],
    );
    assert.ok(turns > 5, `${turns} turns`);
    appendFileSync(log.path, line(12_000));
    const later = await reader.recent(1_000_000);
    assert.deepEqual(
      [later.length, later[0]?.decision.id, later.at(-1)?.decision.id],
      [MAX_RECORDS, 'd12000', 'd2001'],
    );
  });

  it('ends early', async () => {
    const log = openLog();
    fill(log, 0, 50);
    const ended = new AbortController();
    ended.abort();
    assert.deepEqual(await new LogReader(log).recent(50, ended.signal), []);
  });
});
