import assert from 'node:assert/strict';
import { QuestionsGuard, SETTLING_MILLISECONDS } from '../../../../webview-ui/questions/questionsGuard';
import { SOUND_PAUSE_MILLISECONDS, SoundPause } from '../../../../webview-ui/questions/questionsSoundPause';

describe('the guard of the answers', () => {
  it('takes no press before the questions have stood still', () => {
    const guard = new QuestionsGuard();
    guard.drawn('one', 1_000);
    assert.equal(guard.accepts(999), false, 'a press that was made before they were there');
    assert.equal(guard.accepts(1_000 + SETTLING_MILLISECONDS - 1), false);
    assert.equal(guard.accepts(1_000 + SETTLING_MILLISECONDS), true);
  });

  it('begins anew when a question comes or goes, and not when the same are drawn again', () => {
    const guard = new QuestionsGuard();
    guard.drawn('one two', 0);
    guard.drawn('one two', 5_000);
    assert.equal(guard.accepts(5_001), true);
    guard.drawn('two', 6_000);
    assert.equal(guard.accepts(6_001), false);
    assert.equal(guard.accepts(6_000 + SETTLING_MILLISECONDS), true);
  });

  it('says how long presses still do not count', () => {
    const guard = new QuestionsGuard();
    guard.drawn('one', 1_000);
    assert.equal(guard.remaining(1_000), SETTLING_MILLISECONDS);
    // What waits for it must not find presses refused at its end.
    assert.equal(guard.accepts(1_000.5 + guard.remaining(1_000.5)), true);
    assert.equal(guard.remaining(1_000 + SETTLING_MILLISECONDS + 1) <= 0, true);
  });
});

describe('the sound of new questions', () => {
  it('is made at most once in a while, however many come', () => {
    const pause = new SoundPause();
    assert.equal(pause.allows(0), true);
    assert.equal(pause.allows(SOUND_PAUSE_MILLISECONDS - 1), false);
    assert.equal(pause.allows(SOUND_PAUSE_MILLISECONDS), true);
    assert.equal(pause.allows(SOUND_PAUSE_MILLISECONDS + 1), false);
  });
});
