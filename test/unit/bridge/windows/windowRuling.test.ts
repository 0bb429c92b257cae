import assert from 'node:assert/strict';
import { windowRuling } from '../../../../src/bridge/windows/windowRuling';
import type { Decision } from '../../../../src/engine/model/decision';

const decision = (outcome: Decision['outcome'], by: string): Decision => ({
  id: by,
  at: '2026-01-01T00:00:00.000Z',
  durationMs: 0,
  outcome,
  stage: outcome === 'defer' ? 'disabled' : 'classifier',
  reason: by,
  tool: 'bash',
  summary: 'ls',
});

const CASES: readonly (readonly [
  what: string,
  here: Decision['outcome'],
  objects: 'rules' | 'whole' | 'nobody',
  isOutside: boolean,
  by: string,
])[] = [
  ['another window that objects by its rules', 'allow', 'rules', false, 'rules'],
  ['this window where nobody objects', 'allow', 'nobody', false, 'here'],
  ['this window, whose block another one need not see', 'block', 'whole', false, 'here'],
  ['another window where auto mode is off in this one', 'defer', 'whole', false, 'whole'],
  ['this window where auto mode is off in all', 'defer', 'nobody', false, 'here'],
  ['the rules for calls in no folder', 'allow', 'nobody', true, 'outside'],
];

describe('the ruling of several windows on a call', () => {
  for (const [what, here, objects, isOutside, by] of CASES) {
    it(`is by ${what}`, async () => {
      const ruling = windowRuling(
        {
          isOutside: () => Promise.resolve(isOutside),
          objection: (_, extent) => Promise.resolve(extent === objects ? decision('block', extent) : undefined),
        },
        () => Promise.resolve(decision(here, 'here')),
        () => Promise.resolve(decision(here, 'outside')),
      );
      assert.equal((await ruling({ tool: 'bash', input: {} }, new AbortController().signal)).id, by);
    });
  }
});
