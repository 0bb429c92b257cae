import assert from 'node:assert/strict';
import type { Decision } from '../../../src/engine/model/decision';
import type { PanelAction } from '../../../src/panel/messages';
import { ForbiddenByPolicyError } from '../../../src/gate/looseningPolicy';
import { NotStartedError, UnstartedMode } from '../../../src/assembly/unstartedMode';

class World {
  isOff = false;
  forbids = false;
  answer = true;
  readonly asked: string[] = [];
  readonly told: string[] = [];
  changes = 0;
  logShown = 0;
  reloads = 0;
  whileAsked: () => void = () => undefined;
  readonly mode = new UnstartedMode({
    reason: 'It could not start: broken.',
    decide: () =>
      ({ outcome: this.isOff ? 'defer' : 'block', stage: 'invalid-request', reason: 'broken' }) as unknown as Decision,
    isOn: () => !this.isOff,
    forbidsLoosening: () => this.forbids,
    windowSwitch: {
      turnOff: () => {
        this.isOff = true;
      },
      turnOn: () => {
        this.isOff = false;
      },
    },
    confirm: (question) => {
      this.asked.push(question);
      this.whileAsked();
      return Promise.resolve(this.answer);
    },
    tell: (message) => this.told.push(message),
    showLog: () => {
      this.logShown += 1;
    },
    reloadWindow: () => {
      this.reloads += 1;
    },
  });

  constructor() {
    this.mode.onDidChange(() => {
      this.changes += 1;
    });
  }
}

describe('the mode of a window whose gate could not be built', () => {
  it('blocks and counts, and shows the reason', async () => {
    const { mode } = new World();
    assert.equal((await mode.check({})).outcome, 'block');
    const { counters, modeDetail } = mode.snapshot();
    assert.equal(mode.snapshot().notStarted, true);
    assert.deepEqual([mode.snapshot().mode, modeDetail], ['not-started', 'It could not start: broken.']);
    assert.deepEqual([counters.checked, counters.blocked], [1, 1]);
    const status = await mode.status();
    assert.deepEqual([status.enabledHere, status.lastDecision?.outcome], [true, 'block']);
  });

  it('goes off in the window after a yes, and on again', async () => {
    const world = new World();
    assert.equal((await world.mode.off(undefined, 'ask')).enabledHere, false);
    assert.deepEqual(world.asked, ['Turn Auto Mode off in this window?']);
    assert.equal(world.mode.snapshot().mode, 'off');
    assert.equal((await world.mode.check({})).outcome, 'defer');
    assert.equal(world.mode.snapshot().counters.checked, 0);
    assert.equal((await world.mode.on(undefined)).mode, 'not-started');
    assert.equal(world.changes, 2);
  });

  it('stays on after a no', async () => {
    const world = new World();
    world.answer = false;
    assert.equal((await world.mode.off(undefined, 'ask')).enabledHere, true);
  });

  it('stays on where the policy is against it, also one that comes while the user is asked', async () => {
    const world = new World();
    world.forbids = true;
    await assert.rejects(world.mode.off(undefined, 'given'), ForbiddenByPolicyError);
    const late = new World();
    late.whileAsked = () => {
      late.forbids = true;
    };
    await assert.rejects(late.mode.off(undefined, 'ask'), ForbiddenByPolicyError);
    assert.deepEqual([world.isOff, late.isOff, late.asked.length], [false, false, 1]);
  });

  it('gives the same error for everything that needs a gate', async () => {
    const { mode } = new World();
    const answered = new Set(['check', 'on', 'off', 'status', 'guidance']);
    const others = Object.fromEntries(Object.entries(mode.api()).filter(([name]) => !answered.has(name)));
    for (const [name, call] of Object.entries(others) as [string, (argument: unknown) => Promise<unknown>][]) {
      await assert.rejects(call({}), new NotStartedError('It could not start: broken.'), name);
    }
    assert.equal(Object.keys(others).length, 12);
  });

  const clicks: readonly (readonly [PanelAction, (world: World) => unknown, unknown])[] = [
    [{ kind: 'turnOff', nonce: 'n' }, ({ isOff }) => isOff, true],
    [{ kind: 'showLog' }, ({ logShown }) => logShown, 1],
    [{ kind: 'reloadWindow', nonce: 'n' }, ({ reloads }) => reloads, 1],
    [{ kind: 'runDoctor' }, ({ told }) => told, ['It could not start: broken.']],
  ];
  for (const [click, seen, expected] of clicks) {
    it(`a click on '${click.kind}' in the panel`, async () => {
      const world = new World();
      await world.mode.execute(click);
      assert.deepEqual(seen(world), expected);
      assert.deepEqual(world.asked, []);
    });
  }

  it('tells the user where a click is refused', async () => {
    const world = new World();
    world.forbids = true;
    await world.mode.execute({ kind: 'turnOff', nonce: 'n' });
    assert.match(world.told.join(), /administrator/);
    assert.equal(world.isOff, false);
  });
});
