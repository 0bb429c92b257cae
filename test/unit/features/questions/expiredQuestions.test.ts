import assert from 'node:assert/strict';
import { ExpiredQuestions, MAX_EXPIRED_IN_PANEL } from '../../../../src/features/questions/expiredQuestions';
import { userQuestion } from '../../engine/model/userQuestion';

describe('the questions that ended without an answer', () => {
  const texts = (expired: ExpiredQuestions): readonly string[] => expired.inPanel.map(({ text }) => text);

  it('says whether the agent gave up or the time ran out', () => {
    const expired = new ExpiredQuestions();
    expired.note('a', userQuestion({ answerBy: 60_000 }), 5_000);
    expired.note('b', userQuestion({ answerBy: 60_000 }), 60_000);
    expired.note('c', userQuestion({ agent: undefined }), 5_000);
    assert.deepEqual(texts(expired), [
      'Blocked: Claude Code stopped waiting for your answer: git push origin main',
      'Blocked: the time for your answer to Claude Code ran out: git push origin main',
      'Blocked: the caller stopped waiting for your answer: git push origin main',
    ]);
  });

  it('keeps a bounded number of short texts, the latest', () => {
    const expired = new ExpiredQuestions();
    for (let index = 0; index < 1_000; index++) {
      expired.note(`question-${index}`, userQuestion({ action: `${index}\u202E${'x'.repeat(100_000)}` }), 0);
    }
    assert.equal(expired.inPanel.length, MAX_EXPIRED_IN_PANEL);
    assert.match(texts(expired).at(-1) ?? '', /: 999\\u\{202E\}x/);
    assert.ok(JSON.stringify(expired.inPanel).length < 5_000);
    assert.ok(expired.forDialog.length <= 100);
  });

  it('forgets those that the user has seen, and keeps later ones', () => {
    const expired = new ExpiredQuestions();
    for (const id of ['a', 'b', 'c']) expired.note(id, userQuestion(), 0);
    expired.dismiss('unknown');
    assert.equal(expired.inPanel.length, 3);
    expired.dismiss('b');
    assert.deepEqual(
      expired.inPanel.map(({ id }) => id),
      ['c'],
    );
  });

  it('tells of a question once, however many runs of it ended', () => {
    const expired = new ExpiredQuestions();
    for (let run = 0; run < 3; run++) expired.note('a', userQuestion(), 0);
    assert.equal(expired.inPanel.length, 1);
  });
});
