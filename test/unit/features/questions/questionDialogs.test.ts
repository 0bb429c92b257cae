import assert from 'node:assert/strict';
import type { UserAnswer } from '../../../../src/engine/model/ports';
import { MAX_WAITING } from '../../../../src/features/questions/questionQueue';
import type { userQuestion } from '../../engine/model/userQuestion';
import { FakeEditor, settled } from './fakeEditor';

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
