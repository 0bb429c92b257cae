import assert from 'node:assert/strict';
import { FakeRuleEditor } from './fakeRuleEditor';

describe('draftAnswer', () => {
  let fake: FakeRuleEditor;
  beforeEach(() => {
    fake = new FakeRuleEditor();
  });

  it('checks a draft with the engine, and asks for its matches', () => {
    const draft = { id: 5, rule: 'bash(x', message: '' };
    assert.match(fake.look({ draft }).draft?.problem ?? '', /parenthesis is missing/);
    assert.equal(fake.asked(), undefined);
    fake.user = { 'permissions.deny': ['bash(x)'] };
    fake.changed();
    const counted = fake.look({ draft: { ...draft, id: 6, rule: 'bash(y)', index: 0 } }).draft;
    assert.deepEqual([counted?.id, counted?.counting], [6, true]);
    assert.deepEqual(
      [fake.asked()?.list, fake.asked()?.source, fake.asked()?.text, fake.asked()?.former],
      ['deny', 'user', 'bash(y)', 'bash(x)'],
    );
    const call = {
      id: '1',
      at: '',
      request: {},
      summary: 'bash \u202E',
      outcome: 'allow',
      stage: 'classifier',
    } as const;
    fake.count = { of: 9, matched: [call], settledBefore: 0, effects: [{ effect: 'blocks-what-ran', calls: [call] }] };
    const { matches } = fake.editing.slice()?.draft ?? {};
    assert.deepEqual(matches, {
      sentence: 'It matches 1 of the last 9 calls.',
      examples: ['bash \\u{202E}'],
      effects: [{ sentence: 'Would block 1 that ran.', examples: ['bash \\u{202E}'] }],
    });
  });
});
