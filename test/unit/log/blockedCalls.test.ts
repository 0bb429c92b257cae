import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/common/json';
import { BlockedCalls, NO_FILTER, type BlockFilter } from '../../../src/log/blockedCalls';
import { CallLog } from '../../../src/log/callLog';
import { DecisionLog } from '../../../src/log/decisionLog';
import { LogReader } from '../../../src/log/logReader';
import type { Decision } from '../../../src/engine/model/decision';
import { decision } from '../engine/model/decisions';
import { temporaryFolder } from './temporaryFolder';

describe('BlockedCalls', () => {
  const folder = temporaryFolder();
  const redact = (text: string): string => text.replaceAll('hunter2', '[REDACTED secret]');

  function blockedCalls(
    records: readonly (readonly [Partial<Decision>, JsonValue | undefined])[],
    here: readonly (readonly [Partial<Decision>, JsonValue])[] = [],
  ): BlockedCalls {
    const log = new DecisionLog({ directory: folder(), redact });
    for (const [changes, input] of records) log.append(decision(changes), input);
    const calls = new CallLog();
    for (const [changes, input] of here) calls.note(decision(changes), input);
    return new BlockedCalls({ reader: new LogReader(log), calls, redact });
  }

  const records: readonly (readonly [Partial<Decision>, JsonValue])[] = [
    [{ id: 'a', agent: 'codex', summary: 'bash npm publish (.*)' }, {}],
    [{ id: 'b', outcome: 'allow', stage: 'cache' }, {}],
    [{ id: 'c', agent: 'claude-code', stage: 'permissions.deny', rule: { text: 'bash(RM*)', source: 'user' } }, {}],
    [{ id: 'd', outage: 'timeout', tier: undefined }, {}],
  ];
  const searches: readonly (readonly [filter: Partial<BlockFilter>, ids: readonly string[]])[] = [
    [{}, ['d', 'c', 'a']],
    [{ agent: 'codex' }, ['a']],
    [{ stage: 'permissions.deny' }, ['c']],
    [{ unjudged: true }, ['d']],
    [{ search: 'bash(rm*)' }, ['c']],
    [{ search: '(.*)' }, ['a']],
    [{ search: 'PUBLISH', agent: 'claude-code' }, ['c']],
    [{ search: 'nothing like it' }, []],
  ];
  for (const [filter, ids] of searches) {
    it(`finds ${JSON.stringify(filter)}`, async () => {
      const blocked = blockedCalls(records);
      const taken: string[] = [];
      await blocked.records({ ...NO_FILTER, ...filter }, (record) => taken.push(record.decision.id));
      assert.deepEqual(taken, ids);
    });
  }

  it('releases only what was blocked in this window, and knows a call of the log as it stands there', async () => {
    const input = { command: 'npm publish', __proto__: 1, n: -0 };
    const blocked = blockedCalls(
      [[{ id: 'logged', cwd: '/w', agent: 'codex', sessionId: 's' }, input]],
      [[{ id: 'here', cwd: '/w', sessionId: 's' }, input]],
    );
    const here = await blocked.call('here');
    assert.notEqual(here?.key, undefined);
    assert.deepEqual(here?.request, {
      tool: 'bash',
      input: { command: 'npm publish', n: 0 },
      cwd: '/w',
      sessionId: 's',
    });
    const logged = await blocked.call('logged');
    assert.deepEqual([logged?.key, logged?.secret, logged?.cwd], [undefined, false, '/w']);
    assert.deepEqual(logged?.request, {
      tool: 'bash',
      input: { command: 'npm publish', n: 0 },
      cwd: '/w',
      agent: 'codex',
    });
    assert.equal(await blocked.call('neither'), undefined);
  });

  const kept: readonly (readonly [
    says: string,
    where: 'log' | 'here',
    input: JsonValue,
    secret: boolean | undefined,
  ])[] = [
    ['a secret in the log', 'log', { command: 'echo hunter2' }, true],
    ['a secret here', 'here', { command: 'echo hunter2' }, true],
    ['what reads like a redacted secret', 'here', { command: 'echo [REDACTED secret]' }, true],
    ['an input that is too large for the log', 'log', { command: 'x'.repeat(300_000) }, undefined],
    ['an input that is too large to be kept', 'here', { command: 'x'.repeat(1_000_001) }, undefined],
    ['an ordinary call', 'log', { command: 'npm publish' }, false],
  ];
  for (const [says, where, input, secret] of kept) {
    it(`tells whether a rule may be made of ${says} (${where})`, async () => {
      const one = [{ id: 'x' }, input] as const;
      const call = await blockedCalls(where === 'log' ? [one] : [], where === 'here' ? [one] : []).call('x');
      assert.equal(call?.secret, secret);
    });
  }
});
