import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { UserAnswer } from '../../../../src/engine/ports';
import { MAX_WAITING, QuestionQueue, type DialogItem, type DialogWindow } from '../../../../src/host/ui/questionQueue';
import { inEnglish } from '../../../../src/host/ui/translate';
import { userQuestion } from './userQuestion';

interface ShownDialog {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  /** Clicks this button; undefined closes the dialog. */
  readonly click: (title: string | undefined) => Promise<void>;
  readonly refuse: () => Promise<void>;
}

/** Lets every promise that can settle now do so. */
const settled = (): Promise<void> => setImmediate();

class FakeEditor implements DialogWindow {
  readonly dialogs: ShownDialog[] = [];
  readonly messages: string[] = [];
  readonly documents: string[] = [];
  readonly logged: string[] = [];
  waitingChanges = 0;
  openWhole = (text: string): Promise<void> => {
    this.documents.push(text);
    return Promise.resolve();
  };
  readonly queue = new QuestionQueue({
    window: this,
    openWhole: (text) => this.openWhole(text),
    t: inEnglish,
    onWaitingChanged: () => {
      this.waitingChanges++;
    },
    log: (message) => this.logged.push(message),
  });

  showWarningMessage<T extends DialogItem>(
    message: string,
    options: { modal: true; detail: string },
    ...items: T[]
  ): Promise<T | undefined> {
    assert.equal(options.modal, true);
    return new Promise((resolve, reject) => {
      this.dialogs.push({
        message,
        detail: options.detail,
        buttons: items.map((item) => ('isCloseAffordance' in item ? `${item.title} (moved to the end)` : item.title)),
        click: (title) => {
          resolve(items.find((item) => item.title === title));
          return settled();
        },
        refuse: () => {
          reject(new Error('DialogService: refused to show dialog in tests'));
          return settled();
        },
      });
    });
  }

  showInformationMessage(message: string): Promise<undefined> {
    this.messages.push(message);
    return Promise.resolve(undefined);
  }

  /** Asks and keeps the answer where it can be looked at without waiting for it. */
  ask(over: Parameters<typeof userQuestion>[0] = {}, signal = new AbortController().signal): { answer?: UserAnswer } {
    const asked: { answer?: UserAnswer } = {};
    void this.queue.ask(userQuestion(over), signal).then((answer) => {
      asked.answer = answer;
    });
    return asked;
  }

  dialog(index: number): ShownDialog {
    const dialog = this.dialogs[index];
    assert.ok(dialog, `dialog ${index} was never shown`);
    return dialog;
  }
}

// The real window has to fit; this fails to compile if it does not.
export const realWindowFits = (window: typeof vscode.window): DialogWindow => window;

describe('the question queue', () => {
  const clicks: readonly (readonly [button: string | undefined, kind: UserAnswer['kind']])[] = [
    ['Continue to checks', 'approved'],
    ['Decline', 'declined'],
    ['Ignore this entry in this window', 'ignore-entry'],
    [undefined, 'closed'],
  ];
  for (const [button, kind] of clicks) {
    it(`answers '${kind}' after ${button ?? 'closing'}`, async () => {
      const editor = new FakeEditor();
      const asked = editor.ask({ canIgnoreEntry: true });
      await editor.dialog(0).click(button);
      assert.deepEqual(asked.answer, { kind });
      assert.equal(editor.queue.waiting, 0);
    });
  }

  it('puts Decline first, where Enter presses it', () => {
    const editor = new FakeEditor();
    editor.ask();
    assert.deepEqual(editor.dialog(0).buttons, ['Decline', 'Continue to checks']);
  });

  it('names the yes button after what it does, and offers to ignore an entry only where that is possible', () => {
    const editor = new FakeEditor();
    editor.ask({ yesRuns: true, canIgnoreEntry: true });
    assert.deepEqual(editor.dialog(0).buttons, ['Decline', 'Run it', 'Ignore this entry in this window']);
  });

  it('declines where the editor refuses dialogs, and shows the next question', async () => {
    const editor = new FakeEditor();
    const first = editor.ask();
    const second = editor.ask({ callId: 'call-2', action: 'other' });
    await editor.dialog(0).refuse();
    assert.deepEqual(first.answer, { kind: 'closed' });
    assert.equal(editor.logged.length, 1);
    await editor.dialog(1).click('Continue to checks');
    assert.deepEqual(second.answer, { kind: 'approved' });
  });

  it('shows one dialog at a time, in the order of asking', async () => {
    const editor = new FakeEditor();
    for (const action of ['first', 'second', 'third']) editor.ask({ action, callId: action });
    await settled();
    assert.equal(editor.dialogs.length, 1);
    assert.equal(editor.queue.waiting, 3);
    await editor.dialog(0).click('Decline');
    await editor.dialog(1).click('Decline');
    assert.deepEqual(
      editor.dialogs.map(({ detail }) => detail.split('\n')[0]),
      ['│ first', '│ second', '│ third'],
    );
  });

  describe('with equal requests', () => {
    it('shows a call that is reported twice once, and answers both', async () => {
      const editor = new FakeEditor();
      const asked = [editor.ask(), editor.ask()];
      await editor.dialog(0).click('Continue to checks');
      assert.deepEqual(
        asked.map(({ answer }) => answer?.kind),
        ['approved', 'approved'],
      );
      assert.equal(editor.dialogs.length, 1);
      assert.doesNotMatch(editor.dialog(0).detail, /runs of this action/);
    });

    it('never lets a yes cover another run than those it names', async () => {
      const editor = new FakeEditor();
      const first = editor.ask({ callId: 'call-1' });
      const others = [
        editor.ask({ callId: 'call-2' }),
        editor.ask({ callId: 'call-3' }),
        editor.ask({ callId: 'call-3' }),
      ];
      await editor.dialog(0).click('Continue to checks');
      assert.deepEqual(first.answer, { kind: 'approved' });
      assert.deepEqual(
        others.map(({ answer }) => answer),
        [undefined, undefined, undefined],
      );
      assert.match(editor.dialog(1).detail, /Your answer covers 2 runs of this action\./);
      await editor.dialog(1).click('Decline');
      assert.deepEqual(
        others.map(({ answer }) => answer?.kind),
        ['declined', 'declined', 'declined'],
      );
    });

    const different: readonly (readonly [what: string, over: Parameters<typeof userQuestion>[0]])[] = [
      ['another action with the same call id', { action: 'rm -rf /' }],
      ['another folder', { cwd: '/' }],
      ['another session', { sessionId: 'session-2' }],
      ['another agent', { agent: 'codex' }],
      ['another rule', { because: 'bash(*)' }],
      ['a yes that runs', { yesRuns: true }],
      ['no call id', { callId: undefined }],
      ['no session', { sessionId: undefined }],
    ];
    for (const [what, over] of different) {
      it(`keeps ${what} apart`, async () => {
        const editor = new FakeEditor();
        const first = editor.ask();
        const second = editor.ask(over);
        await editor.dialog(0).click('Continue to checks');
        assert.deepEqual(first.answer, { kind: 'approved' });
        assert.equal(second.answer, undefined);
        assert.equal(editor.dialogs.length, 2);
      });
    }
  });

  describe('with many requests', () => {
    it(`keeps ${MAX_WAITING} behind the open dialog and refuses more`, async () => {
      const editor = new FakeEditor();
      editor.ask();
      const waiting = Array.from({ length: MAX_WAITING }, (_, index) =>
        editor.ask({ callId: `call ${index}`, action: String(index) }),
      );
      const refused = editor.ask({ callId: 'one more' });
      const refusedDouble = editor.ask();
      await settled();
      assert.deepEqual(refused.answer, { kind: 'too-many-waiting' });
      assert.deepEqual(refusedDouble.answer, { kind: 'too-many-waiting' });
      assert.ok(waiting.every(({ answer }) => answer === undefined));
      await editor.dialog(0).click('Decline');
      const later = editor.ask({ callId: 'later', action: 'later' });
      await settled();
      assert.equal(later.answer, undefined);
    });
  });

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

      await editor.dialog(0).click('Continue to checks');
      assert.deepEqual(first.answer, { kind: 'expired' });
      assert.deepEqual(editor.messages, [
        'Too late: Claude Code no longer waits for this answer, and the call was blocked: first [x] (command:y)',
      ]);
      assert.match(editor.dialog(1).detail, /Ended without your answer[^\n]*\n• first/);
      assert.equal(second.answer, undefined);
      await editor.dialog(1).click('Continue to checks');
      assert.deepEqual(second.answer, { kind: 'approved' });
    });

    it('says nothing when a stale dialog is closed without an answer', async () => {
      const editor = new FakeEditor();
      const limit = new AbortController();
      editor.ask({}, limit.signal);
      limit.abort();
      await editor.dialog(0).click(undefined);
      assert.deepEqual(editor.messages, []);
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
      await editor.dialog(0).click('Continue to checks');
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
      await editor.dialog(0).click('Continue to checks');
      assert.deepEqual([first.answer?.kind, twin.answer?.kind], ['expired', 'approved']);
      assert.deepEqual(editor.messages, []);
    });
  });

  describe('with an action that does not fit a dialog', () => {
    const action = 'x'.repeat(10_000);

    it('opens it in an editor first', async () => {
      const editor = new FakeEditor();
      let open: () => void = () => undefined;
      editor.openWhole = () =>
        new Promise((resolve) => {
          open = resolve;
        });
      editor.ask({ action });
      await settled();
      assert.equal(editor.dialogs.length, 0);
      open();
      await settled();
      assert.equal(editor.dialogs.length, 1);
    });

    it('declines when it cannot be opened: nobody could have read it', async () => {
      const editor = new FakeEditor();
      editor.openWhole = () => Promise.reject(new Error('no editor'));
      const asked = editor.ask({ action });
      await settled();
      assert.deepEqual(asked.answer, { kind: 'closed' });
      assert.equal(editor.dialogs.length, 0);
      assert.match(editor.logged[0] ?? '', /no editor/);
    });

    it('goes on to the next question when time runs out while the editor opens', async () => {
      const editor = new FakeEditor();
      editor.openWhole = () => new Promise(() => undefined);
      const limit = new AbortController();
      const first = editor.ask({ action }, limit.signal);
      editor.ask({ action: 'second', callId: 'call-2' });
      limit.abort();
      await settled();
      assert.deepEqual(first.answer, { kind: 'expired' });
      assert.match(editor.dialog(0).detail, /^│ second$/m);
      assert.match(editor.dialog(0).detail, /^• x+…$/m);
    });
  });

  it('closes everything when it is disposed of', async () => {
    const editor = new FakeEditor();
    const asked = [editor.ask(), editor.ask({ callId: 'call-2', action: 'other' })];
    editor.queue.dispose();
    await settled();
    assert.deepEqual(
      asked.map(({ answer }) => answer?.kind),
      ['closed', 'closed'],
    );
    await editor.dialog(0).click('Continue to checks');
    assert.equal(editor.dialogs.length, 1);
  });

  it('tells when the number of waiting questions changes', async () => {
    const editor = new FakeEditor();
    editor.ask();
    assert.equal(editor.waitingChanges, 1);
    await editor.dialog(0).click('Decline');
    assert.equal(editor.waitingChanges, 2);
  });
});
