import assert from 'node:assert/strict';
import type { QuestionChoice } from '../../../../src/panel/questions';
import { MAX_WAITING } from '../../../../src/features/questions/questionQueue';
import type { userQuestion } from '../../engine/model/userQuestion';
import { FakeEditor, settled } from './fakeEditor';

describe('the question queue', () => {
  describe('in the panel', () => {
    const idOf = (editor: FakeEditor, index: number): string => editor.queue.list()[index]?.id ?? 'none';

    it('lists what waits, the open one first', async () => {
      const editor = new FakeEditor();
      editor.ask({ answerBy: 5_000 });
      editor.ask({ callId: 'call-2', action: 'second' });
      editor.ask({ callId: 'call-3', action: 'second' });
      await settled();
      assert.deepEqual(
        editor.queue.list().map(({ question, runs, askedAt }) => [question.action, question.answerBy, runs, askedAt]),
        [
          ['git push origin main', 5_000, 1, 1_000],
          ['second', undefined, 2, 1_000],
        ],
      );
    });

    for (const [choice, kind] of [
      ['decline', 'declined'],
      ['decline-with-words', 'declined'],
      ['approve', 'approved'],
      ['exempt', 'exempt'],
    ] as const) {
      it(`settles a question by '${choice}', and its open dialog is stale then`, async () => {
        const editor = new FakeEditor();
        const asked = editor.ask({ canExempt: true });
        assert.equal(await editor.queue.answer(idOf(editor, 0), choice, 1), true);
        assert.equal(asked.answer?.kind, kind);
        await editor.dialog(0).click('Yes, continue');
        assert.equal(asked.answer.kind, kind);
        assert.equal(editor.messages.length, 1);
        assert.match(editor.messages[0] ?? '', /^Nothing was done: .*in the panel: git push origin main$/);
      });
    }

    it('answers a question behind a stale dialog', async () => {
      const editor = new FakeEditor();
      const limit = new AbortController();
      editor.ask({}, limit.signal);
      const second = editor.ask({ callId: 'call-2', action: 'second' });
      limit.abort();
      await settled();
      assert.equal(editor.queue.list().length, 1);
      assert.equal(await editor.queue.answer(idOf(editor, 0), 'approve', 1), true);
      assert.deepEqual(second.answer, { kind: 'approved' });
      await editor.dialog(0).click(undefined);
      assert.equal(editor.dialogs.length, 1);
    });

    const nothing: readonly (readonly [
      what: string,
      over: Parameters<typeof userQuestion>[0],
      choice: QuestionChoice,
      runs: number,
    ])[] = [
      ['that covers other runs than the user saw', {}, 'approve', 2],
      ['that was not offered', {}, 'exempt', 1],
      ['that ignores an entry where there is none', {}, 'ignore-entry', 1],
      ['that approves an action which was not shown whole', { action: 'x'.repeat(5_000) }, 'approve', 1],
    ];
    for (const [what, over, choice, runs] of nothing) {
      it(`takes no answer ${what}`, async () => {
        const editor = new FakeEditor();
        editor.openWhole = () => new Promise(() => undefined);
        const asked = editor.ask(over);
        assert.equal(await editor.queue.answer(idOf(editor, 0), choice, runs), false);
        assert.equal(asked.answer, undefined);
        assert.equal(await editor.queue.answer('question-99', 'approve', 1), false);
      });
    }

    it('takes a yes to a long action once it was opened, and a no at once', async () => {
      const editor = new FakeEditor();
      const asked = ['first', 'second', 'third'].map((callId) => editor.ask({ callId, action: callId.repeat(1_000) }));
      await settled();
      assert.equal(await editor.queue.answer(idOf(editor, 2), 'decline', 1), true);
      assert.equal(await editor.queue.answer(idOf(editor, 1), 'approve', 1), false);
      await editor.queue.openWhole(idOf(editor, 1));
      assert.equal(editor.documents.at(-1), 'second'.repeat(1_000));
      assert.equal(await editor.queue.answer(idOf(editor, 1), 'approve', 1), true);
      assert.deepEqual(
        asked.map(({ answer }) => answer?.kind),
        [undefined, 'approved', 'declined'],
      );
    });

    it('waits there without a dialog once the user has left the dialog for it, and has dialogs again afterwards', async () => {
      const editor = new FakeEditor();
      const first = editor.ask();
      await editor.more(0, 'panel');
      assert.equal(editor.panelsShown, 1);
      const second = editor.ask({ callId: 'call-2', action: 'second' });
      await settled();
      assert.deepEqual([first.answer, second.answer, editor.dialogs.length], [undefined, undefined, 1]);
      await editor.queue.answer(idOf(editor, 0), 'approve', 1);
      await editor.queue.answer(idOf(editor, 0), 'decline', 1);
      assert.deepEqual([first.answer?.kind, second.answer?.kind], ['approved', 'declined']);
      editor.ask({ callId: 'call-3', action: 'third' });
      await settled();
      assert.equal(editor.dialogs.length, 2);
    });

    it('gets a dialog again when the panel is hidden', async () => {
      const editor = new FakeEditor();
      const asked = editor.ask();
      await editor.more(0, 'panel');
      editor.queue.panelHidden();
      await editor.dialog(1).click('Decline');
      assert.deepEqual(asked.answer, { kind: 'declined' });
    });

    it('gets no dialog while the user writes why it is declined', async () => {
      const editor = new FakeEditor();
      let write: (words: string) => void = () => undefined;
      editor.inputWords = () => new Promise((resolve) => (write = resolve));
      const [first, second] = [editor.ask(), editor.ask({ callId: 'call-2', action: 'other' })];
      await editor.more(0, 'panel');
      const answered = editor.queue.answer(idOf(editor, 0), 'decline-with-words', 1);
      editor.queue.panelHidden();
      await settled();
      assert.equal(editor.dialogs.length, 2);
      assert.match(editor.dialog(1).detail, /other/);
      await editor.dialog(1).click('Decline');
      assert.equal(editor.dialogs.length, 2);
      write('No.');
      assert.equal(await answered, true);
      assert.deepEqual(first.answer, { kind: 'declined', words: 'No.' });
      assert.deepEqual(second.answer, { kind: 'declined' });
    });

    it('bounds what waits there as well', async () => {
      const editor = new FakeEditor();
      editor.ask();
      await editor.more(0, 'panel');
      const more = Array.from({ length: MAX_WAITING }, (_, index) =>
        editor.ask({ callId: `call ${index}`, action: String(index) }),
      );
      await settled();
      assert.deepEqual(more.at(-1)?.answer, { kind: 'too-many-waiting' });
    });

    it('goes on with dialogs where nobody waits any more for the question that was left for the panel', async () => {
      const editor = new FakeEditor();
      const limit = new AbortController();
      editor.ask({}, limit.signal);
      limit.abort();
      await editor.more(0, 'panel');
      assert.equal(editor.panelsShown, 0);
      editor.ask({ callId: 'call-2' });
      await settled();
      assert.equal(editor.dialogs.length, 2);
    });
  });

  describe('where the user prefers the panel', () => {
    const first = (editor: FakeEditor): string => editor.queue.list()[0]?.id ?? 'none';
    function preferring(): FakeEditor {
      const editor = new FakeEditor();
      editor.prefersPanel = true;
      return editor;
    }

    it('waits there without a dialog while the panel shows it, one question after the other', async () => {
      const editor = preferring();
      editor.queue.panelShown();
      for (const choice of ['approve', 'decline'] as const) {
        const asked = editor.ask();
        await settled();
        assert.deepEqual([editor.dialogs.length, editor.queue.waiting], [0, 1]);
        assert.equal(await editor.queue.answer(first(editor), choice, 1), true);
        assert.equal(asked.answer?.kind, choice === 'approve' ? 'approved' : 'declined');
      }
    });

    it('opens a dialog where the panel is not visible, and when it is hidden', async () => {
      const editor = preferring();
      const asked = editor.ask();
      assert.equal(editor.dialogs.length, 1);
      await editor.dialog(0).click('Decline');
      assert.equal(asked.answer?.kind, 'declined');
      editor.queue.panelShown();
      editor.ask();
      await settled();
      assert.equal(editor.dialogs.length, 1);
      editor.queue.panelHidden();
      assert.equal(editor.dialogs.length, 2);
    });

    it('opens a dialog once the user prefers that again, and for everyone else', async () => {
      const editor = preferring();
      editor.queue.panelShown();
      editor.ask();
      editor.queue.settingsChanged();
      await settled();
      assert.equal(editor.dialogs.length, 0);
      editor.prefersPanel = false;
      editor.queue.settingsChanged();
      assert.equal(editor.dialogs.length, 1);
    });

    it('says which agent gave up; that answer does nothing, and the others are not held up', async () => {
      const editor = preferring();
      editor.queue.panelShown();
      const limit = new AbortController();
      const gone = editor.ask({ action: 'gone' }, limit.signal);
      const other = editor.ask({ action: 'other', callId: 'call-2' });
      const id = first(editor);
      limit.abort();
      await settled();
      assert.deepEqual(gone.answer, { kind: 'expired' });
      assert.deepEqual(editor.queue.expired, [
        { id, text: 'Blocked: Claude Code stopped waiting for your answer: gone' },
      ]);
      assert.equal(await editor.queue.answer(id, 'approve', 1), false);
      assert.deepEqual([gone.answer, other.answer], [{ kind: 'expired' }, undefined]);
      assert.equal(await editor.queue.answer(first(editor), 'approve', 1), true);
      assert.deepEqual(other.answer, { kind: 'approved' });
      const before = editor.waitingChanges;
      editor.queue.dismissExpired(id);
      assert.deepEqual(editor.queue.expired, []);
      assert.ok(editor.waitingChanges > before);
    });

    it('still bounds how many wait', async () => {
      const editor = preferring();
      editor.queue.panelShown();
      const asked = Array.from({ length: MAX_WAITING + 1 }, (_, index) =>
        editor.ask({ callId: `call ${index}`, action: String(index) }),
      );
      await settled();
      assert.deepEqual(asked.at(-1)?.answer, { kind: 'too-many-waiting' });
    });
  });
});
