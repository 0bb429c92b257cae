import assert from 'node:assert/strict';
import { warmUp } from '../../../../src/engine/trial/warmUp';
import { fakeGate, WORKSPACE, type FakeGate } from '../fakeGate';

/** Where each way of changing, asking or recording something fails. */
function untouchable(gate: FakeGate): FakeGate {
  const never = (): never => {
    throw new Error('changed');
  };
  return { ...gate, writeLog: never, note: never, newId: never, writes: { ...gate.writes, note: never } };
}

describe('warming up', () => {
  it('asks nobody, records nothing, and pauses before each call', async () => {
    for (const cwd of [WORKSPACE, undefined, '/not/there']) {
      const gate = untouchable(fakeGate({ user: () => ({ kind: 'approved' }) }));
      let pauses = 0;
      const pause = (): Promise<void> => {
        pauses += 1;
        return Promise.resolve();
      };
      await warmUp(gate, cwd, pause);
      assert.ok(pauses > 5);
      assert.deepEqual([gate.asked, gate.classified, gate.noted, gate.logged], [[], [], [], []]);
    }
  });
});
