import assert from 'node:assert/strict';
import type { QuestionsSlice } from '../../../../src/panel/questions';
import { questionNews, type KnownQuestions } from '../../../../webview-ui/questions/questionsNews';

function slice(waiting: readonly string[], expired: readonly string[]): Pick<QuestionsSlice, 'waiting' | 'expired'> {
  return {
    waiting: waiting.map((id) => ({
      id,
      title: `Let it run ${id}?`,
      action: [],
      facts: [],
      explanations: [],
      choices: [],
      acts: [],
      runs: 1,
      askedAt: '',
    })),
    expired: expired.map((id) => ({ id, text: `The agent gave up: ${id}.` })),
  };
}

describe('the news of questions', () => {
  const steps: readonly (readonly [
    what: string,
    waiting: string[],
    expired: string[],
    text: string,
    asked: boolean,
  ])[] = [
    ['what was there at first is none', ['a'], ['z'], '', false],
    ['a question that came', ['a', 'b'], ['z'], 'A question waits: Let it run b?', true],
    ['nothing where the same are drawn again', ['a', 'b'], ['z'], '', false],
    ['one that ended without an answer', ['b'], ['z', 'a'], 'The agent gave up: a.', false],
    ['nothing where one was answered', [], ['z', 'a'], '', false],
    ['both at once', ['d'], ['z', 'a', 'c'], 'The agent gave up: c. A question waits: Let it run d?', true],
    ['nothing where they are dismissed', ['d'], [], '', false],
  ];

  it('are told once', () => {
    let known: KnownQuestions | undefined;
    for (const [what, waiting, expired, text, asked] of steps) {
      const news = questionNews(known, slice(waiting, expired));
      known = news.known;
      assert.deepEqual([news.text, news.asked], [text, asked], what);
    }
  });
});
