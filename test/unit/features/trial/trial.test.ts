import assert from 'node:assert/strict';
import { TrialFeature } from '../../../../src/features/trial/trial';
import type { Trial } from '../../../../src/features/trial/triedCall';
import type { TrialFocus, TrialResult } from '../../../../src/panel/trial';

const RESULT: TrialResult = {
  tool: 'bash',
  brokenJson: false,
  verdict: { outcome: 'allow', stage: 'read-only-command' },
};

class Fake {
  readonly asked: string[] = [];
  readonly shown: string[] = [];
  changes = 0;
  tried = 0;
  readonly answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  readonly feature = new TrialFeature({
    decide: ({ text }: Trial) => {
      this.asked.push(text);
      return new Promise((resolve, reject) => {
        this.answers.push({
          resolve: () => {
            resolve(RESULT);
          },
          reject,
        });
      });
    },
    showRequest: (text) => {
      this.shown.push(text);
      return Promise.resolve();
    },
    tried: () => {
      this.tried += 1;
    },
  });

  constructor() {
    this.feature.onDidChange(() => {
      this.changes += 1;
    });
  }

  type(text: string, revision: number): void {
    const focus: TrialFocus = { text, rule: '', section: 'deny', revision };
    this.feature.look(focus);
  }

  async answer(index: number): Promise<void> {
    this.answers[index]?.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('the page on which a call is tried', () => {
  it('shows nothing where nobody looks, and asks nothing for an empty text', () => {
    const fake = new Fake();
    assert.equal(fake.feature.slice(), undefined);
    fake.type('  ', 1);
    assert.deepEqual(fake.feature.slice(), { revision: 1, state: 'empty' });
    assert.deepEqual(fake.asked, []);
  });

  it('is deciding until the answer is there, and says so once', async () => {
    const fake = new Fake();
    fake.type('ls', 1);
    assert.deepEqual(fake.feature.slice(), { revision: 1, state: 'deciding' });
    fake.type('ls', 1);
    await fake.answer(0);
    assert.deepEqual(fake.feature.slice(), { revision: 1, state: 'decided', result: RESULT });
    assert.deepEqual([fake.asked.length, fake.changes, fake.tried], [1, 1, 1]);
  });

  it('decides the latest text alone of what was typed meanwhile, and never shows an answer to another', async () => {
    const fake = new Fake();
    fake.type('a', 1);
    fake.type('ab', 2);
    fake.type('abc', 3);
    await fake.answer(0);
    assert.deepEqual(fake.feature.slice(), { revision: 3, state: 'deciding' });
    await fake.answer(1);
    assert.deepEqual(fake.asked, ['a', 'abc']);
    assert.equal(fake.feature.slice()?.state, 'decided');
  });

  it('says why it failed, and goes on with the next', async () => {
    const fake = new Fake();
    fake.type('a', 1);
    fake.answers[0]?.reject(new Error('no \u202edisk'));
    await fake.answer(0);
    assert.deepEqual(fake.feature.slice(), { revision: 1, state: 'failed', problem: 'no \\u{202E}disk' });
    fake.type('b', 2);
    await fake.answer(1);
    assert.equal(fake.feature.slice()?.state, 'decided');
  });

  it('forgets what was typed once nobody looks', async () => {
    const fake = new Fake();
    fake.type('a', 1);
    fake.feature.look(undefined);
    await fake.answer(0);
    assert.equal(fake.feature.slice(), undefined);
    fake.type('a', 1);
    assert.equal(fake.asked.length, 2);
  });

  it('shows what the classifier would be sent about what is typed', async () => {
    const fake = new Fake();
    await fake.feature.execute({ kind: 'showRequest' });
    fake.type('git push', 1);
    await fake.feature.execute({ kind: 'showRequest' });
    assert.deepEqual(fake.shown, ['git push']);
  });
});
