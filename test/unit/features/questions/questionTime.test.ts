import assert from 'node:assert/strict';
import { FakeEditor, settled } from './fakeEditor';

describe('the question queue', () => {
  describe('when time runs out', () => {
    it('does not ask at all for a signal that has aborted', async () => {
      const editor = new FakeEditor();
      const asked = editor.ask({}, AbortSignal.abort());
      await settled();
      assert.deepEqual(asked.answer, { kind: 'expired' });
      assert.equal(editor.dialogs.length, 0);
    });

    it('drops a waiting question at once and never shows it', async () => {
      const editor = new FakeEditor();
      const limit = new AbortController();
      editor.ask({ action: 'first' });
      const second = editor.ask({ action: 'second', callId: 'call-2' }, limit.signal);
      limit.abort();
      await settled();
      assert.deepEqual(second.answer, { kind: 'expired' });
      await editor.dialog(0).click('Decline');
      assert.equal(editor.dialogs.length, 1);
    });

    it('ignores a late yes, says so, and lists what expired in the next dialog', async () => {
      const editor = new FakeEditor();
      const limit = new AbortController();
      const first = editor.ask({ action: 'first [x](command:y)' }, limit.signal);
      const second = editor.ask({ action: 'second', callId: 'call-2' });
      limit.abort();
      await settled();
      assert.deepEqual(first.answer, { kind: 'expired' });
      assert.equal(editor.dialogs.length, 1, 'the stale dialog cannot be closed, so no second one is put on top');

      await editor.dialog(0).click('Yes, continue');
      assert.deepEqual(first.answer, { kind: 'expired' });
      assert.equal(editor.messages.length, 2);
      assert.match(editor.messages[0] ?? '', /^Claude Code stopped waiting.*Close the open question.*: first \[x\] \(command:y\)$/);
      assert.match(editor.messages[1] ?? '', /^Too late: .*: first \[x\] \(command:y\)$/);
      assert.match(editor.dialog(1).detail, /Blocked without an answer[^\n]*\n• first/);
      assert.equal(second.answer, undefined);
      await editor.dialog(1).click('Yes, continue');
      assert.deepEqual(second.answer, { kind: 'approved' });
    });

    it('says nothing more when a stale dialog is closed without an answer', async () => {
      const editor = new FakeEditor();
      const limit = new AbortController();
      editor.ask({}, limit.signal);
      limit.abort();
      const before = editor.messages.length;
      await editor.dialog(0).click(undefined);
      assert.equal(editor.messages.length, before);
    });

    it('lets requests behind a stale dialog expire by their own signals', async () => {
      const editor = new FakeEditor();
      const limits = [new AbortController(), new AbortController(), new AbortController()];
      const asked = limits.map((limit, index) =>
        editor.ask({ action: String(index), callId: String(index) }, limit.signal),
      );
      for (const [index, limit] of limits.entries()) {
        limit.abort();
        await settled();
        assert.deepEqual(asked[index]?.answer, { kind: 'expired' });
      }
      assert.equal(editor.queue.waiting, 0);
    });

    it('does not join a stale dialog: the same call asked again gets one of its own', async () => {
      const editor = new FakeEditor();
      const limit = new AbortController();
      editor.ask({}, limit.signal);
      limit.abort();
      const again = editor.ask();
      await editor.dialog(0).click('Yes, continue');
      assert.equal(again.answer, undefined);
      await editor.dialog(1).click('Decline');
      assert.deepEqual(again.answer, { kind: 'declined' });
    });

    it('still answers the twin of a request that expired', async () => {
      const editor = new FakeEditor();
      const limit = new AbortController();
      const first = editor.ask({}, limit.signal);
      const twin = editor.ask();
      limit.abort();
      await editor.dialog(0).click('Yes, continue');
      assert.deepEqual([first.answer?.kind, twin.answer?.kind], ['expired', 'approved']);
      assert.deepEqual(editor.messages, []);
    });
  });
});
