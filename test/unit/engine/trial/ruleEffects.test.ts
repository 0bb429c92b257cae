import assert from 'node:assert/strict';
import type { Outcome, Stage } from '../../../../src/engine/model/decision';
import type { CodeVerdict } from '../../../../src/engine/trial/replay';
import { ruleEffect, type RuleEffect } from '../../../../src/engine/trial/ruleEffects';

type Ending = CodeVerdict['outcome'] | 'ask, then allow' | 'ask, then judge' | 'ask, then block';

const STAGES = {
  allow: 'permissions.allow',
  block: 'permissions.deny',
  ask: 'permissions.ask',
  judge: 'classifier',
  defer: 'disabled',
} satisfies Record<CodeVerdict['outcome'], Stage>;

function verdict(ending: Ending): CodeVerdict {
  const [outcome, afterYes] = ending.split(', then ') as [CodeVerdict['outcome'], CodeVerdict['afterYes']];
  return { outcome, stage: STAGES[outcome], ...(afterYes === undefined ? {} : { afterYes }) };
}

describe('what a change of rules does to a past call', () => {
  const cases: readonly [ended: Outcome, before: Ending, after: Ending, effect: RuleEffect | undefined][] = [
    ['allow', 'allow', 'allow', undefined],
    ['allow', 'judge', 'block', 'blocks-what-ran'],
    ['block', 'judge', 'block', undefined],
    ['allow', 'allow', 'ask, then allow', 'asks-about-what-ran'],
    ['block', 'block', 'ask, then judge', 'asks-about-what-was-blocked'],
    ['allow', 'judge', 'allow', 'runs-without-judge'],
    ['block', 'judge', 'allow', 'runs-what-was-blocked'],
    ['allow', 'ask, then allow', 'allow', 'asks-no-more'],
    ['block', 'block', 'judge', 'judges-what-was-blocked'],
    ['allow', 'allow', 'judge', 'judges-what-ran-at-once'],
    ['allow', 'ask, then judge', 'judge', 'asks-no-more'],
    ['allow', 'ask, then judge', 'ask, then allow', 'runs-after-yes-without-judge'],
    ['block', 'ask, then judge', 'ask, then allow', 'runs-after-yes-without-judge'],
    ['allow', 'ask, then allow', 'ask, then judge', 'judges-what-ran-at-once'],
    ['allow', 'ask, then judge', 'ask, then judge', undefined],
  ];
  for (const [outcome, before, after, effect] of cases) {
    it(`${outcome === 'allow' ? 'that ran' : 'that was blocked'}: ${before} becomes ${after}`, () => {
      const call = {
        id: 'x',
        at: '2026-11-22T10:00:00.000Z',
        request: {},
        summary: '',
        outcome,
        stage: STAGES[outcome],
      };
      assert.equal(ruleEffect({ call, before: verdict(before), after: verdict(after) }), effect);
    });
  }
});
