import assert from 'node:assert/strict';
import { callKey } from '../../../src/engine/model/callKey';
import { decide } from '../../../src/engine/decide';
import { configuration, entries, OUTAGE, verdict, WORKSPACE, type FakeGate } from './fakeGate';
import {
  base,
  edit,
  gateIn,
  hard,
  make,
  rules,
  run,
  TREE,
  type World,
  ALLOW,
  ASK_BASH,
  ASK_EDIT,
} from './changingSettingsWorld';

describe('settings and files that change while a decision waits', () => {
  it('tells the classifier of a yes only where the rule that asked is still there', async () => {
    const same = await run({
      name: '',
      settings: [ASK_BASH, rules({ ask: entries(['bash']) })],
      user: 'approved',
      expect: '',
    });
    assert.match(same.gate.classified[0]?.authorisation ?? '', /ask rule "bash"/);
    const gone = await run({ name: '', settings: [ASK_BASH, base], user: 'approved', expect: '' });
    assert.equal(gone.gate.classified[0]?.authorisation, undefined);
  });

  it('says the same as ever when the settings cannot be read', async () => {
    for (const settings of [[undefined], [base, undefined]]) {
      const { decision } = await run({ name: '', settings, classifier: ALLOW, expect: '' });
      assert.match(decision.reason, /^Auto Mode failed /);
    }
  });

  it('gives up on settings that keep changing, at the stage that would wait once more', async () => {
    const endless = Array.from({ length: 50 }, (_, index) => configuration(hard([`rule ${index}`])));
    const judged = await run({ name: '', settings: endless, classifier: ALLOW, expect: '' });
    assert.equal(`${judged.decision.outcome} ${judged.decision.stage}`, 'block classifier');
    assert.match(judged.decision.reason, /kept changing/);
    assert.match(judged.decision.remedy ?? '', /Try again/);
    assert.equal(judged.gate.classified.length, 3);

    const asking = Array.from({ length: 50 }, (_, index) =>
      rules({ ask: entries([`bash(*${'*'.repeat(index)}make)`]) }),
    );
    const asked = await run({ name: '', settings: asking, user: 'approved', classifier: ALLOW, expect: '' });
    assert.equal(`${asked.decision.outcome} ${asked.decision.stage}`, 'block permissions.ask');
    assert.equal(asked.gate.asked.length, 3);
  });

  it('gives up on files that keep changing', async () => {
    const trees = Array.from({ length: 50 }, (_, index) => ({
      ...TREE,
      [`/srv/${index}`]: 'old',
      [`${WORKSPACE}/src/a.ts`]: { link: `/srv/${index}` },
    }));
    for (const [settings, count] of [
      [ASK_EDIT, ({ asked }: FakeGate) => asked.length],
      [base, ({ classified }: FakeGate) => classified.length],
    ] as const) {
      const { decision, gate } = await run({
        name: '',
        request: edit,
        settings: [settings],
        trees,
        user: 'approved',
        classifier: ALLOW,
        expect: '',
      });
      assert.match(decision.reason, /kept changing/);
      assert.equal(count(gate), 3);
    }
  });

  it('does not give up where settings come and go, but nothing new has to be asked', async () => {
    const [one, two] = [configuration(hard(['one'])), configuration(hard(['two']))];
    const { decision, gate } = await run({ name: '', settings: [one, two, one], classifier: ALLOW, expect: '' });
    assert.equal(`${decision.outcome} ${decision.stage}`, 'allow classifier');
    assert.equal(gate.classified.length, 2);
  });

  it('is cancelled at once in any round', async () => {
    for (const round of [1, 2, 3]) {
      const cancel = new AbortController();
      const world: World = { settings: configuration(hard(['0'])), tree: TREE, paused: false };
      let asked = 0;
      const gate = gateIn(world, {
        classifier: () => {
          asked += 1;
          world.settings = configuration(hard([String(asked)]));
          if (asked < round) return verdict('allow');
          setImmediate(() => {
            cancel.abort();
          });
          return new Promise<never>(() => undefined);
        },
      });
      const decision = await decide(make, gate, cancel.signal);
      assert.equal(`${decision.outcome} ${decision.stage}`, 'block cancelled');
      assert.equal(asked, round);
    }
  });

  it('uses up a release once, and keeps it through all rounds', async () => {
    const release = new Set([callKey(make)]);
    const world: World = { settings: base, tree: TREE, paused: false };
    const gate = gateIn(world, {
      allowOnce: release,
      classifier: () => {
        world.settings = configuration(hard(['new']));
        return OUTAGE;
      },
    });
    const decision = await decide(make, gate, new AbortController().signal);
    assert.equal(`${decision.outcome} ${decision.stage}`, 'allow user');
    assert.equal(release.size, 0);
  });

  it('keeps nothing in the cache that was allowed under former rules', async () => {
    const fetch = { tool: 'fetch', input: { url: 'https://a.example/' }, cwd: WORKSPACE, sessionId: 's' };
    const first = configuration(hard(['one']));
    const second = configuration(hard(['two']));
    const world: World = { settings: first, tree: TREE, paused: false };
    const gate = gateIn(world, {
      classifier: ({ rules: { hardDeny } }) => {
        world.settings = second;
        return hardDeny[0]?.value === 'one' ? verdict('allow') : verdict('block');
      },
    });
    assert.equal((await decide(fetch, gate, new AbortController().signal)).outcome, 'block');
    world.settings = first;
    assert.equal((await decide(fetch, gate, new AbortController().signal)).stage, 'classifier');
  });
});
