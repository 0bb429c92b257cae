import assert from 'node:assert/strict';
import { OUTAGE_KINDS, type Decision, type OutageKind } from '../../../../src/engine/model/decision';
import { OngoingOutage } from '../../../../src/features/status/ongoingOutage';
import { decision } from '../../engine/model/decisions';

const judged = decision({ outcome: 'allow' });
const ruled = decision({ outcome: 'block', stage: 'permissions.deny', classifier: undefined });
const out = (outage: OutageKind, changes: Partial<Decision> = {}): Decision => decision({ outage, ...changes });

/** What happened, in order; 'changed' is a change of settings, keys or models. */
const STORIES: readonly {
  readonly name: string;
  readonly told: readonly (Decision | 'changed')[];
  readonly then: OutageKind | undefined;
}[] = [
  { name: 'nothing', told: [], then: undefined },
  { name: 'a judgement', told: [judged], then: undefined },
  { name: 'no network', told: [judged, out('network')], then: 'network' },
  { name: 'the kind of the last one', told: [out('network'), out('timeout')], then: 'timeout' },
  { name: 'a judgement after it', told: [out('network'), judged], then: undefined },
  { name: 'a rule after it, which says nothing of the classifier', told: [out('network'), ruled], then: 'network' },
  { name: 'another key', told: [out('authentication'), 'changed'], then: undefined },
  {
    name: 'another key that is wrong too',
    told: [out('authentication'), 'changed', out('authentication')],
    then: 'authentication',
  },
  { name: 'the user in its place', told: [out('no-key', { outcome: 'allow', stage: 'user' })], then: 'no-key' },
  { name: 'a call too large', told: [out('too-large'), out('too-large'), out('too-large')], then: undefined },
  { name: 'a call too large in an outage', told: [out('network'), out('too-large')], then: 'network' },
  { name: 'one answer that is no verdict', told: [out('invalid-answer')], then: undefined },
  { name: 'two of them', told: [out('invalid-answer'), out('invalid-answer')], then: 'invalid-answer' },
  {
    name: 'two with a judgement between',
    told: [out('invalid-answer'), judged, out('invalid-answer')],
    then: undefined,
  },
  { name: 'two and another model', told: [out('invalid-answer'), 'changed', out('invalid-answer')], then: undefined },
  {
    name: 'a model that answers nonsense can be reached',
    told: [out('network'), out('invalid-answer')],
    then: undefined,
  },
  {
    name: 'two with an outage between are not in a row',
    told: [out('invalid-answer'), out('network'), out('invalid-answer')],
    then: undefined,
  },
  ...OUTAGE_KINDS.filter((kind) => kind !== 'too-large').map((kind) => ({
    name: `${kind}, again and again`,
    told: [out(kind), out(kind)],
    then: kind,
  })),
];

describe('the ongoing outage', () => {
  for (const { name, told, then } of STORIES) {
    it(`after ${name}: ${then ?? 'none'}`, () => {
      const outage = new OngoingOutage();
      for (const one of told) {
        if (one === 'changed') outage.end();
        else outage.decided(one);
      }
      assert.equal(outage.current?.kind, then);
    });
  }
});
