import assert from 'node:assert/strict';
import { PanelFeatureSet, type PanelFeature, type PanelFeatures } from '../../../src/panel/panelFeature';

const onDidChange = (): { dispose(): void } => ({ dispose: () => undefined });
const idle = { look: () => undefined, slice: () => undefined, execute: () => Promise.resolve(), onDidChange };
const IDLE: PanelFeatures = {
  activity: idle,
  story: idle,
  ruleEditing: idle,
  trial: idle,
  modelChoice: idle,
  questions: idle,
  undo: idle,
  insights: idle,
};

describe('the parts of the panel', () => {
  it('do without one that fails: questions are told all the same that the panel is gone', () => {
    const logged: string[] = [];
    const looked: unknown[] = [];
    const fails = (): never => {
      throw new RangeError('no such list');
    };
    const questions: PanelFeature<'questions'> = {
      look: (focus) => looked.push(focus),
      slice: () => ({ waiting: [], expired: [], sound: false }),
      execute: () => Promise.resolve(),
      onDidChange,
    };
    const ruleEditing: PanelFeature<'ruleEditing'> = {
      look: fails,
      slice: fails,
      execute: () => Promise.resolve(),
      onDidChange,
    };
    const features = new PanelFeatureSet({ ...IDLE, ruleEditing, questions }, (message) => logged.push(message));
    features.look({});
    assert.deepEqual(looked, [undefined]);
    const slices = features.slices();
    assert.equal(slices.ruleEditing, undefined);
    assert.deepEqual(slices.questions, { waiting: [], expired: [], sound: false });
    features.slices();
    assert.equal(logged.length, 1, 'not once more for every snapshot');
    assert.match(logged.join('\n'), /ruleEditing.*no such list/);
  });
});
