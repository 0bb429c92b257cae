import assert from 'node:assert/strict';
import { corpus, judge } from '../unit/shell/proof/judgement';

interface Act {
  readonly command: string;
  readonly check: string;
}

interface Resembling {
  readonly command: string;
  /** What it only looks like. */
  readonly like: string;
}

describe('a floor that is exact', () => {
  describe('blocks', () => {
    for (const { command, check } of corpus('static-acts.jsonl') as readonly Act[]) {
      it(`${check}: ${command}`, () => {
        const decision = judge(command);
        assert.equal(decision.stage, 'hard-deny', decision.reason);
        assert.equal(decision.rule?.text, check);
      });
    }
  });

  describe('is silent on', () => {
    for (const { command, like } of corpus('resembling-acts.jsonl') as readonly Resembling[]) {
      it(`${like}: ${command}`, () => {
        const { stage, rule } = judge(command);
        assert.notEqual(stage, 'hard-deny', rule?.text);
      });
    }
  });
});
