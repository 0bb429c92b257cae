import assert from 'node:assert/strict';
import { FakeEditor, settled } from './fakeEditor';

describe('the question queue', () => {
  describe('with words for the agent', () => {
    it('declines with what the user writes', async () => {
      const editor = new FakeEditor();
      editor.inputWords = () => Promise.resolve('Use the test server.');
      const asked = editor.ask();
      await editor.more(0, 'decline-with-words');
      assert.deepEqual(asked.answer, { kind: 'declined', words: 'Use the test server.' });
    });

    it('declines as well when the input box cannot be shown', async () => {
      const editor = new FakeEditor();
      editor.inputWords = () => Promise.reject(new Error('no input'));
      const asked = editor.ask();
      await editor.more(0, 'decline-with-words');
      assert.deepEqual(asked.answer, { kind: 'declined', words: undefined });
      assert.match(editor.logged[0] ?? '', /no input/);
    });

    it('declines when time runs out while the user writes, closes the box, and takes no other answer meanwhile', async () => {
      const editor = new FakeEditor();
      let closed = false;
      editor.inputWords = async (_request, abandoned) => {
        await abandoned;
        closed = true;
        return undefined;
      };
      const limit = new AbortController();
      const asked = editor.ask({}, limit.signal);
      const id = editor.queue.list()[0]?.id ?? 'none';
      await editor.more(0, 'decline-with-words');
      assert.equal(asked.answer, undefined);
      assert.deepEqual(editor.queue.list(), []);
      assert.equal(await editor.queue.answer(id, 'approve', 1), false);
      limit.abort();
      await settled();
      assert.deepEqual(asked.answer, { kind: 'declined' });
      assert.equal(closed, true);
      assert.deepEqual(editor.messages, []);
      editor.ask({ callId: 'call-2', action: 'next' });
      await settled();
      assert.doesNotMatch(editor.dialog(1).detail, /Blocked without/);
    });
  });

  it('does not offer to set a question aside where nothing may be loosened', async () => {
    const editor = new FakeEditor();
    editor.mayExempt = false;
    editor.ask({ canExempt: true });
    assert.ok(!editor.dialog(0).buttons.some((title) => title.includes("don't ask again")));
    assert.doesNotMatch(editor.dialog(0).detail, /again/);
    const id = editor.queue.list()[0]?.id ?? 'none';
    assert.equal(await editor.queue.answer(id, 'exempt', 1), false);
  });
});
