import assert from 'node:assert/strict';
import { BlockWarningSwitch, type BlockWarnings } from '../../../../src/features/history/blockWarningSwitch';

class Fake {
  user: unknown;
  /** What a policy sets. */
  stronger: BlockWarnings | undefined;
  readonly written: (BlockWarnings | undefined)[] = [];
  readonly shown: string[] = [];
  undoes = false;
  failure: Error | undefined;
  readonly switch = new BlockWarningSwitch({
    inForce: () => this.stronger ?? (this.user === 'outages' || this.user === 'none' ? this.user : 'all'),
    ofUser: () => this.user,
    write: (value) => {
      if (this.failure !== undefined) return Promise.reject(this.failure);
      this.written.push(value);
      this.user = value;
      return Promise.resolve();
    },
    notify: (message, button) => {
      this.shown.push(button === undefined ? message : `${message} [${button}]`);
      return Promise.resolve(button !== undefined && this.undoes);
    },
  });
}

describe('the switch of the notifications of blocks', () => {
  const rows: readonly (readonly [user: unknown, unjudged: boolean, written: BlockWarnings])[] = [
    [undefined, false, 'outages'],
    ['all', false, 'outages'],
    [undefined, true, 'none'],
    ['outages', true, 'none'],
    ['outages', false, 'none'],
    ['nonsense', false, 'outages'],
  ];
  for (const [user, unjudged, written] of rows) {
    it(`writes '${written}' over ${String(user)}${unjudged ? ' in an outage' : ''}, and says where it stands`, async () => {
      const fake = new Fake();
      fake.user = user;
      await fake.switch.stop(unjudged);
      assert.deepEqual(fake.written, [written]);
      assert.match(fake.shown[0] ?? '', /autoMode\.notifications\.blocks in your user settings.* \[Undo\]$/);
      assert.equal(fake.shown[0]?.includes('only of calls that could not be judged'), written === 'outages');
    });

    it(`puts ${String(user)} back when that is undone${unjudged ? ', in an outage' : ''}`, async () => {
      const fake = new Fake();
      fake.user = user;
      fake.undoes = true;
      await fake.switch.stop(unjudged);
      assert.deepEqual(fake.written, [written, user === 'nonsense' ? undefined : user]);
    });
  }

  it('says so where something stronger decides', async () => {
    const fake = new Fake();
    fake.stronger = 'all';
    await fake.switch.stop(false);
    assert.equal(fake.shown.length, 1);
    assert.match(fake.shown[0] ?? '', /^Nothing has changed: .* autoMode\.notifications\.blocks\.$/);
  });

  it('says so where the setting cannot be written, with nothing in it that could be clicked', async () => {
    const fake = new Fake();
    fake.failure = new Error('[open](command:evil)');
    await fake.switch.stop(false);
    assert.deepEqual(fake.shown, ['autoMode.notifications.blocks could not be changed: [open] (command:evil)']);
  });
});
