import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { UserAnswer } from '../../../../src/engine/model/ports';
import type { QuestionChoice } from '../../../../src/panel/questions';
import {
  MAX_WAITING,
  QuestionQueue,
  type DialogItem,
  type DialogWindow,
} from '../../../../src/features/questions/questionQueue';
import type { WordsRequest } from '../../../../src/editor/wordsInput';
import { userQuestion } from '../../engine/model/userQuestion';

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
  panelsShown = 0;
  mayExempt = true;
  prefersPanel = false;
  inputWords = (_request: WordsRequest, _abandoned: Promise<void>): Promise<string | undefined> =>
    Promise.resolve(undefined);
  openWhole = (text: string): Promise<void> => {
    this.documents.push(text);
    return Promise.resolve();
  };
  readonly queue = new QuestionQueue({
    window: this,
    openWhole: (text) => this.openWhole(text),
    inputWords: (request, abandoned) => this.inputWords(request, abandoned),
    showPanel: () => {
      this.panelsShown++;
    },
    prefersPanel: () => this.prefersPanel,
    mayExempt: () => this.mayExempt,
    now: () => 1_000,
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
    ['Do not ask again this session for exactly this action', 'exempt'],
    ['Decline and tell the agent why...', 'declined'],
    [undefined, 'closed'],
  ];
  for (const [button, kind] of clicks) {
    it(`answers '${kind}' after ${button ?? 'closing'}`, async () => {
      const editor = new FakeEditor();
      const asked = editor.ask({ canIgnoreEntry: true, canExempt: true });
      await editor.dialog(0).click(button);
      assert.equal(asked.answer?.kind, kind);
      assert.equal(editor.queue.waiting, 0);
    });
  }

  it('puts Decline first, where Enter presses it', () => {
    const editor = new FakeEditor();
    editor.ask();
    assert.deepEqual(editor.dialog(0).buttons, [
      'Decline',
      'Decline and tell the agent why...',
      'Continue to checks',
      'Answer in the panel',
    ]);
  });

  it('names the yes button after what it does, and offers to ignore an entry only where that is possible', () => {
    const editor = new FakeEditor();
    editor.ask({ yesRuns: true, canIgnoreEntry: true });
    assert.deepEqual(editor.dialog(0).buttons, [
      'Decline',
      'Decline and tell the agent why...',
      'Run it',
      'Ignore this entry in this window',
      'Answer in the panel',
    ]);
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

  it('sets nothing aside where that was forbidden while the dialog was open', async () => {
    const editor = new FakeEditor();
    const asked = editor.ask({ canExempt: true });
    editor.mayExempt = false;
    await editor.dialog(0).click('Do not ask again this session for exactly this action');
    assert.deepEqual(asked.answer, { kind: 'closed' });
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
      assert.equal(editor.messages.length, 2);
      assert.match(editor.messages[0] ?? '', /^Claude Code no longer waits .*close it.*: first \[x\] \(command:y\)$/);
      assert.match(editor.messages[1] ?? '', /^Too late: .*: first \[x\] \(command:y\)$/);
      assert.match(editor.dialog(1).detail, /Ended without your answer[^\n]*\n• first/);
      assert.equal(second.answer, undefined);
      await editor.dialog(1).click('Continue to checks');
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
      assert.match(editor.dialog(0).detail, /^• x+\n┊ x+…$/m);
    });
  });

  describe('with words for the agent', () => {
    const WHY = 'Decline and tell the agent why...';

    it('declines with what the user writes', async () => {
      const editor = new FakeEditor();
      editor.inputWords = () => Promise.resolve('Use the test server.');
      const asked = editor.ask();
      await editor.dialog(0).click(WHY);
      assert.deepEqual(asked.answer, { kind: 'declined', words: 'Use the test server.' });
    });

    it('declines as well when the input box cannot be shown', async () => {
      const editor = new FakeEditor();
      editor.inputWords = () => Promise.reject(new Error('no input'));
      const asked = editor.ask();
      await editor.dialog(0).click(WHY);
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
      await editor.dialog(0).click(WHY);
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
      assert.doesNotMatch(editor.dialog(1).detail, /Ended without/);
    });
  });

  it('does not offer to set a question aside where nothing may be loosened', async () => {
    const editor = new FakeEditor();
    editor.mayExempt = false;
    editor.ask({ canExempt: true });
    assert.ok(!editor.dialog(0).buttons.some((title) => title.startsWith('Do not ask again')));
    assert.doesNotMatch(editor.dialog(0).detail, /again/);
    const id = editor.queue.list()[0]?.id ?? 'none';
    assert.equal(await editor.queue.answer(id, 'exempt', 1), false);
  });

  describe('in the panel', () => {
    const PANEL = 'Answer in the panel';
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
        await editor.dialog(0).click('Continue to checks');
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
      await editor.dialog(0).click(PANEL);
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
      await editor.dialog(0).click(PANEL);
      editor.queue.panelHidden();
      await editor.dialog(1).click('Decline');
      assert.deepEqual(asked.answer, { kind: 'declined' });
    });

    it('gets no dialog while the user writes why it is declined', async () => {
      const editor = new FakeEditor();
      let write: (words: string) => void = () => undefined;
      editor.inputWords = () => new Promise((resolve) => (write = resolve));
      const [first, second] = [editor.ask(), editor.ask({ callId: 'call-2', action: 'other' })];
      await editor.dialog(0).click(PANEL);
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
      await editor.dialog(0).click(PANEL);
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
      await editor.dialog(0).click(PANEL);
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
        assert.deepEqual([editor.dialogs.length, editor.queue.inDialog, editor.queue.waiting], [0, false, 1]);
        assert.equal(await editor.queue.answer(first(editor), choice, 1), true);
        assert.equal(asked.answer?.kind, choice === 'approve' ? 'approved' : 'declined');
      }
    });

    it('opens a dialog where the panel is not visible, and when it is hidden', async () => {
      const editor = preferring();
      const asked = editor.ask();
      assert.equal(editor.queue.inDialog, true);
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
        { id, text: 'Blocked, since Claude Code gave up waiting for your answer: gone' },
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
    const asked = editor.waitingChanges;
    assert.ok(asked > 0);
    await editor.dialog(0).click('Decline');
    assert.ok(editor.waitingChanges > asked);
  });
});
