import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DecisionLog } from '../../../src/log/decisionLog';
import { LogReader } from '../../../src/log/logReader';
import { findRecord, findRun } from '../../../src/log/logSearch';
import { decision } from '../engine/model/decisions';
import { temporaryFolder } from './temporaryFolder';

describe('the search of the log for one decision', () => {
  const folder = temporaryFolder();
  const openLog = (maxFileBytes = 10_000_000): DecisionLog =>
    new DecisionLog({ directory: join(folder(), 'logs'), redact: (text) => text, maxFileBytes, maxFiles: 100 });
  const command = async (log: DecisionLog, id: string): Promise<unknown> => (await findRecord(log, id))?.input;

  it('finds it in any of the files, whole', async () => {
    const log = openLog(4000);
    for (let at = 0; at < 100; at += 1) log.append(decision({ id: `d${at}` }), { command: `echo ${at}` });
    assert.ok(readdirSync(dirname(log.path)).length > 3);
    for (const at of [0, 1, 50, 98, 99]) assert.deepEqual(await command(log, `d${at}`), { command: `echo ${at}` });
    assert.equal(await findRecord(log, 'd100'), undefined);
    rmSync(dirname(log.path), { recursive: true });
    assert.equal(await findRecord(log, 'd99'), undefined);
  });

  it('finds it among lines that are broken, too long or name it in an input', async () => {
    const log = openLog();
    log.append(decision({ id: 'before' }), 'first');
    log.append(decision({ id: 'other' }), ['before', 'after', '"decision":{"id":"after"']);
    appendFileSync(log.path, `no json "after"\n\n${'x'.repeat(9_000_000)}\n`);
    log.append(decision({ id: 'after' }), 'x'.repeat(200_000));
    log.append(decision({ id: 'other' }), ['before', 'after']);
    appendFileSync(log.path, 'x'.repeat(9_000_000));
    assert.deepEqual(await command(log, 'before'), 'first');
    assert.deepEqual(await command(log, 'after'), 'x'.repeat(200_000));
    assert.equal(await findRecord(log, '"'), undefined);
  });

  it('finds what came of a contained run, redacted and bounded, with any output', async () => {
    const log = new DecisionLog({
      directory: join(folder(), 'logs'),
      redact: (text) => text.replaceAll('secret', '[REDACTED x]'),
    });
    const run = (id: string, said: string): Parameters<typeof log.appendRun>[0] => ({
      ...{ decision: id, exitCode: 1, stopped: ['the network'], said, masksFailure: false },
      putAside: Array.from({ length: 5_000 }, (_, at) => `/w/${at}`),
    });
    log.append(decision({ id: 'first' }), { command: 'npm test' });
    assert.equal(await findRun(log, 'first'), undefined);
    assert.equal(log.appendRun(run('first', `secret ${'x'.repeat(100_000)}`)), true);
    log.append(decision({ id: 'second' }), { command: 'echo \'{"run":{"decision":"second"}}\'' });
    log.appendRun(run('other', '{"decision":"second"}'));
    const found = await findRun(log, 'first');
    assert.deepEqual([found?.stopped, found?.putAside.length], [['the network'], 200]);
    assert.match(found?.said ?? '', /^\[REDACTED x\] x{16000,16400}…$/);
    assert.equal(await findRun(log, 'second'), undefined);
    assert.deepEqual(await command(log, 'first'), { command: 'npm test' });
    const known = await new LogReader(log).recent(10);
    assert.deepEqual(
      known.map((one) => one.decision.id),
      ['second', 'first'],
    );
  });
});
