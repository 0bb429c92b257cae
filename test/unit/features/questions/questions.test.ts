import assert from 'node:assert/strict';
import { QuestionsFeature, type QuestionsFeatureParts } from '../../../../src/features/questions/questions';
import type { QueuedQuestion } from '../../../../src/features/questions/questionEntry';
import { questionsActionSchema } from '../../../../src/panel/questions';
import { userQuestion } from '../../engine/model/userQuestion';

class Fake {
  list: readonly QueuedQuestion[] = [];
  settles = true;
  opening = Promise.resolve();
  expired: readonly { readonly id: string; readonly text: string }[] = [];
  readonly done: string[] = [];
  readonly feature = new QuestionsFeature({
    queue: this.queue(),
    onDidChange: () => ({ dispose: () => undefined }),
    sound: () => true,
    notify: (message) => this.done.push(message),
    warn: (message) => this.done.push(`log ${message}`),
  });

  queue(): QuestionsFeatureParts['queue'] {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the getters below have another one
    const fake = this;
    return {
      get expired() {
        return fake.expired;
      },
      list: () => this.list,
      view: { folders: [], explains: true },
      act: (id, act) => {
        this.done.push(`${act} ${id}`);
        return this.opening;
      },
      answer: (id, choice, runs) => {
        this.done.push(`answer ${id} ${choice} ${runs}`);
        return Promise.resolve(this.settles);
      },
      openWhole: (id) => {
        this.done.push(`open ${id}`);
        return this.opening;
      },
      dismissExpired: (id) => this.done.push(`dismiss ${id}`),
      panelShown: () => this.done.push('shown'),
      panelHidden: () => this.done.push('hidden'),
    };
  }

  waits(over: Parameters<typeof userQuestion>[0] = {}, opened = false): void {
    this.list = [{ id: 'question-1', question: userQuestion(over), runs: 2, askedAt: 0, opened }];
  }
}

describe('the waiting questions in the panel', () => {
  it('gives nothing while the panel does not look', () => {
    const fake = new Fake();
    fake.waits();
    assert.equal(fake.feature.slice(), undefined);
  });

  it('shows the words of the dialog, and Decline first', () => {
    const fake = new Fake();
    fake.waits({ action: 'ls \u202E\nFolder: /safe', said: 'Just\na test', answerBy: 60_000, canExempt: true });
    fake.feature.look({});
    const slice = fake.feature.slice();
    assert.equal(slice?.sound, true);
    const [question] = slice.waiting;
    assert.deepEqual(question?.action, ['ls \\u{202E}', 'Folder: /safe']);
    assert.equal(question.partly, undefined);
    assert.equal(question.said, 'Just\\na test');
    assert.equal(question.runs, 2);
    assert.ok(question.facts.includes('your answer covers 2 runs'));
    assert.deepEqual(
      question.choices.map(({ choice }) => choice),
      ['decline', 'approve', 'exempt', 'decline-with-words'],
    );
    assert.deepEqual([question.askedAt, question.answerBy], ['1970-01-01T00:00:00.000Z', '1970-01-01T00:01:00.000Z']);
  });

  it('sends only a part of a long action, and whether the whole was opened', () => {
    const fake = new Fake();
    fake.feature.look({});
    for (const opened of [false, true]) {
      fake.waits({ action: `START${'x'.repeat(1_000_000)}END` }, opened);
      const slice = fake.feature.slice();
      assert.ok(JSON.stringify(slice).length < 3_000);
      assert.equal(slice?.waiting[0]?.partly?.opened, opened);
      assert.match(slice.waiting[0].partly.note, /1000008 characters/);
    }
  });

  it('passes answers on, and says so where nothing was answered', async () => {
    const fake = new Fake();
    await fake.feature.execute({ kind: 'answer', id: 'a', choice: 'approve', runs: 1 });
    fake.settles = false;
    await fake.feature.execute({ kind: 'answer', id: 'b', choice: 'decline', runs: 2 });
    await fake.feature.execute({ kind: 'openWhole', id: 'c' });
    await fake.feature.execute({ kind: 'act', id: 'd', act: 'open-rule' });
    assert.deepEqual(
      fake.done.map((done) => done.replace(/^Not answered:.*/, 'nothing answered')),
      ['answer a approve 1', 'answer b decline 2', 'nothing answered', 'open c', 'open-rule d'],
    );
  });

  it('takes an answer while the whole action is still being opened, and logs where that fails', async () => {
    const fake = new Fake();
    let fail: (error: Error) => void = () => undefined;
    fake.opening = new Promise((_, reject) => (fail = reject));
    await fake.feature.execute({ kind: 'openWhole', id: 'c' });
    await fake.feature.execute({ kind: 'answer', id: 'c', choice: 'decline', runs: 1 });
    fail(new Error('no editor'));
    await new Promise(setImmediate);
    assert.deepEqual(fake.done, [
      'open c',
      'answer c decline 1',
      'log The whole action could not be opened: Error: no editor',
    ]);
  });

  it('gives the questions back to the dialogs when the panel no longer shows them, and only then', () => {
    const fake = new Fake();
    fake.feature.look(undefined);
    fake.feature.look({});
    fake.feature.look({});
    assert.deepEqual(fake.done, ['shown']);
    fake.feature.look(undefined);
    fake.feature.look(undefined);
    assert.deepEqual(fake.done, ['shown', 'hidden']);
  });

  it('says what ended without an answer until that is dismissed', async () => {
    const fake = new Fake();
    fake.feature.look({});
    fake.expired = [{ id: 'question-7', text: 'Claude Code gave up.' }];
    assert.deepEqual(fake.feature.slice()?.expired, fake.expired);
    await fake.feature.execute({ kind: 'dismiss', id: 'question-7' });
    assert.deepEqual(fake.done, ['shown', 'dismiss question-7']);
  });

  const forged: readonly unknown[] = [
    { kind: 'answer', id: 'a', choice: 'approved', runs: 1 },
    { kind: 'answer', id: 'a', choice: 'approve' },
    { kind: 'answer', id: 'a', choice: 'approve', runs: 0 },
    { kind: 'answer', id: '', choice: 'approve', runs: 1 },
    { kind: 'answer', id: 'a', choice: 'approve', runs: 1, more: true },
    { kind: 'approve', id: 'a' },
    { kind: 'act', id: 'a', act: 'approve' },
    { kind: 'dismiss' },
    { kind: 'dismiss', id: 'a', choice: 'approve' },
    { kind: 'openWhole', id: 'x'.repeat(1_000) },
  ];
  for (const action of forged) {
    it(`does not understand ${JSON.stringify(action).slice(0, 80)}`, () => {
      assert.equal(questionsActionSchema.safeParse(action).success, false);
    });
  }
});
