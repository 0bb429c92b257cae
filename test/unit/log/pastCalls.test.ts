import assert from 'node:assert/strict';
import { MAX_PAST_CALLS, PastCalls } from '../../../src/log/pastCalls';
import { DecisionLog } from '../../../src/log/decisionLog';
import { LogReader } from '../../../src/log/logReader';
import { decision } from '../engine/model/decisions';
import { temporaryFolder } from './temporaryFolder';

describe('PastCalls', () => {
  const folder = temporaryFolder();
  const openLog = (): DecisionLog =>
    new DecisionLog({ directory: folder(), redact: (text) => text.replaceAll('hunter2', '[REDACTED secret]') });

  it('gives calls as they can be decided again, newest first', async () => {
    const log = openLog();
    log.append(decision({ id: 'a', cwd: '/w', agent: 'codex', sessionId: 's' }), { command: 'npm publish' });
    log.append(decision({ id: 'b', outcome: 'allow', stage: 'cache' }), { command: 'echo hunter2' });
    log.append(decision({ id: 'no input' }), undefined);
    log.append(decision({ id: 'too large' }), { command: 'x'.repeat(300_000) });
    const at = '2026-11-21T10:00:00.000Z';
    const summary = 'bash npm publish';
    assert.deepEqual(await new PastCalls(new LogReader(log)).latest(10), [
      {
        id: 'b',
        at,
        request: { tool: 'bash', input: { command: 'echo [REDACTED secret]' } },
        summary,
        outcome: 'allow',
        stage: 'cache',
      },
      {
        id: 'a',
        at,
        request: { tool: 'bash', input: { command: 'npm publish' }, cwd: '/w', agent: 'codex' },
        summary,
        outcome: 'block',
        stage: 'classifier',
      },
    ]);
  });

  it('reads each input once', async () => {
    const log = openLog();
    log.append(decision({ id: 'a' }), {});
    const reader = new LogReader(log);
    const read: string[] = [];
    const calls = new PastCalls({
      recent: (count, signal) => reader.recent(count, signal),
      whole: (logged) => {
        read.push(logged.decision.id);
        return reader.whole(logged);
      },
    });
    await calls.latest(10);
    log.append(decision({ id: 'b' }), {});
    await calls.latest(10);
    assert.deepEqual(read, ['a', 'b']);
  });

  it('gives neither more calls nor more text than can be decided in some seconds', async () => {
    const log = openLog();
    for (let at = 0; at < 40; at += 1) log.append(decision({ id: `long${at}` }), { command: 'x'.repeat(250_000) });
    for (let at = 0; at < 5; at += 1) log.append(decision({ id: `d${at}` }), {});
    const calls = await new PastCalls(new LogReader(log)).latest(1_000_000);
    assert.ok(calls.length > 20 && calls.length < 40, String(calls.length));
    for (let at = 0; at < MAX_PAST_CALLS + 5; at += 1) log.append(decision({ id: `more${at}` }), {});
    assert.equal((await new PastCalls(new LogReader(log)).latest(1_000_000)).length, MAX_PAST_CALLS);
  });
});
