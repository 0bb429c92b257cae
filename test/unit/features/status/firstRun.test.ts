import assert from 'node:assert/strict';
import { FirstRun } from '../../../../src/features/status/firstRun';
import type { PanelAgentState } from '../../../../src/panel/messages';
import { panelDenial } from '../../panel/panelSnapshot';

class Fake {
  readonly set: string[] = [];
  settled: () => Promise<boolean> = () => Promise.resolve(false);
  shown = false;
  readonly firstRun = new FirstRun({
    setContext: (key, value) => this.set.push(`${key} ${value}`),
    judgeSettled: () => this.settled(),
    panelShown: () => this.shown,
  });
}

function agents(state: PanelAgentState) {
  return [{ id: 'claude-code', name: 'Claude Code', connectable: true, state, sentence: '', alarms: [] }];
}

describe('the first steps', () => {
  it('are none at first', async () => {
    const fake = new Fake();
    fake.firstRun.follow({ agents: [], denials: [] });
    await fake.firstRun.judgeMayHaveChanged();
    assert.deepEqual(fake.set, []);
  });

  for (const [state, counts] of [
    ['connected', true],
    ['protected', true],
    ['asking', true],
    ['not-connected', false],
    ['broken', false],
    ['untrusted', false],
    ['switched-off', false],
  ] as const) {
    it(`${counts ? 'hold' : 'do not hold'} an agent that is ${state} for connected`, () => {
      const fake = new Fake();
      fake.firstRun.follow({ agents: agents(state), denials: [] });
      assert.deepEqual(fake.set, counts ? ['autoMode.agentConnected true'] : []);
    });
  }

  it('count a denial once the panel shows it, and not before', () => {
    const fake = new Fake();
    const denials = [panelDenial()];
    fake.firstRun.follow({ agents: [], denials });
    assert.deepEqual(fake.set, []);
    fake.shown = true;
    fake.firstRun.follow({ agents: [], denials: [] });
    assert.deepEqual(fake.set, []);
    fake.firstRun.follow({ agents: [], denials });
    fake.firstRun.follow({ agents: [], denials });
    assert.deepEqual(fake.set, ['autoMode.denialSeen true']);
  });

  it('count a judge that can answer, and none where that cannot be told', async () => {
    const fake = new Fake();
    fake.settled = () => Promise.reject(new Error('no key store'));
    await fake.firstRun.judgeMayHaveChanged();
    assert.deepEqual(fake.set, []);
    fake.settled = () => Promise.resolve(true);
    await fake.firstRun.judgeMayHaveChanged();
    assert.deepEqual(fake.set, ['autoMode.judgeChosen true']);
  });
});
