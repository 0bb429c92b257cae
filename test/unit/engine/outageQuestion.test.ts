import assert from 'node:assert/strict';
import { decide } from '../../../src/engine/decide';
import { outageSentence } from '../../../src/engine/model/outageSentence';
import type { UserAnswer } from '../../../src/engine/model/ports';
import { configuration, fakeGate, OUTAGE, WORKSPACE } from './fakeGate';

const BUILD = { tool: 'bash', input: { command: 'npm run build' }, cwd: WORKSPACE };
const NEVER = new AbortController().signal;
const base = configuration();
const ASKS = { ...base, classifier: { ...base.classifier, whenUnavailable: 'ask' as const } };

describe('a question in an outage', () => {
  const cases: readonly (readonly [kind: UserAnswer['kind'], isSaid: boolean])[] = [
    ['expired', true],
    ['too-many-waiting', true],
    ['closed', false],
    ['declined', false],
  ];
  for (const [kind, isSaid] of cases) {
    it(`that is ${kind} ${isSaid ? 'tells the agent that nobody judged its call' : "is the user's own word"}`, async () => {
      const user = (): Promise<UserAnswer> => Promise.resolve({ kind } as UserAnswer);
      const gate = fakeGate({ configuration: ASKS, user, classifier: () => OUTAGE });
      const { outcome, stage, outage, reason } = await decide(BUILD, gate, NEVER);
      assert.deepEqual([outcome, stage, outage], ['block', 'user', 'no-key']);
      assert.equal(reason.includes(outageSentence('no-key')), isSaid, reason);
    });
  }
});
