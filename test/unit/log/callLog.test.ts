import assert from 'node:assert/strict';
import { CallLog } from '../../../src/log/callLog';
import { decision } from '../engine/model/decisions';

const block = (id: string) => decision({ id, outcome: 'block' });
const allow = (id: string) => decision({ id, outcome: 'allow' });

describe('the log of calls', () => {
  it('keeps blocked calls when others come, so that they can be released', () => {
    const calls = new CallLog({ calls: 2, blocked: 2 });
    calls.note(block('b1'), { command: 'x' });
    for (const id of ['a1', 'a2', 'a3']) calls.note(allow(id), { command: id });
    assert.deepEqual(
      calls.allDecided().map(({ decision: { id } }) => id),
      ['a3', 'a2', 'b1'],
    );
    assert.ok(calls.blocked('b1'));
    for (const id of ['b2', 'b3']) calls.note(block(id), { command: id });
    assert.equal(calls.blocked('b1'), undefined);
    assert.ok(calls.blocked('b2'));
  });

  it('releases no call that was allowed, that is unknown, or that is too large', () => {
    const calls = new CallLog();
    calls.note(allow('a'), { command: 'x' });
    calls.note(block('none'), undefined);
    calls.note(block('large'), { command: 'x'.repeat(1_000_001) });
    for (const id of ['a', 'none', 'large', 'unknown']) assert.equal(calls.blocked(id), undefined, id);
  });

  it('releases nothing that was blocked before it was reset, and keeps what it shows', () => {
    const calls = new CallLog();
    calls.note(block('b'), { command: 'x' });
    calls.forgetBlocked();
    assert.equal(calls.blocked('b'), undefined);
    assert.equal(calls.decided('b')?.decision.outcome, 'block');
  });

  it('gives up allowed calls before blocked ones if their inputs are too much', () => {
    const calls = new CallLog({ inputCharacters: 1_000 });
    calls.note(block('b'), { command: 'x'.repeat(400) });
    calls.note(allow('a'), { command: 'x'.repeat(400) });
    calls.note(allow('c'), { command: 'x'.repeat(400) });
    assert.deepEqual(
      calls.allDecided().map(({ decision: { id } }) => id),
      ['c', 'b'],
    );
  });
});
