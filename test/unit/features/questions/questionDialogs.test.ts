import assert from 'node:assert/strict';
import type { UserAnswer } from '../../../../src/engine/model/ports';
import type { MoreId } from '../../../../src/features/questions/questionDialog';
import { MAX_WAITING } from '../../../../src/features/questions/questionQueue';
import type { userQuestion } from '../../engine/model/userQuestion';
import { FakeEditor, settled } from './fakeEditor';

describe('the question queue', () => {
  const clicks: readonly (readonly [button: string | undefined, kind: UserAnswer['kind']])[] = [
    ['Yes, continue', 'approved'],
    ['Decline', 'declined'],
    ["Yes, and don't ask again this session", 'exempt'],
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

  const picks: readonly (readonly [id: MoreId | undefined, kind: UserAnswer['kind']])[] = [
    ['decline', 'declined'],
    ['decline-with-words', 'declined'],
    ['ignore-entry', 'ignore-entry'],
    [undefined, 'declined'],
  ];
  for (const [id, kind] of picks) {
    it(`answers '${kind}' after ${id ?? 'closing'} in the list of More...`, async () => {
      const editor = new FakeEditor();
      const asked = editor.ask({ canIgnoreEntry: true });
      await editor.more(0, id);
      assert.equal(asked.answer?.kind, kind);
      assert.equal(editor.dialogs.length, 1);
    });
  }

  it('puts Decline first, where Enter presses it, in dialog and list, and gives Escape to no answer', async () => {
    const editor = new FakeEditor();
    editor.ask({ canExempt: true });
    assert.deepEqual(editor.dialog(0).buttons, [
      'Decline',
      'Yes, continue',
      "Yes, and don't ask again this session",
      'More... (closes)',
    ]);
    await editor.dialog(0).click('More...');
    assert.deepEqual(
      editor.picks[0]?.request.items.map(({ id }) => id),
      ['decline', 'decline-with-words', 'panel', 'open-rule', 'back'],
    );
  });

  it('names the yes button after what it does, and lists only what is possible', async () => {
    const editor = new FakeEditor();
    const runs = { complete: true, files: [], unresolved: [], texts: [] };
    editor.ask({ yesRuns: true, canIgnoreEntry: true, runs, rule: { text: 'bash(*)', source: 'managed' } });
    assert.deepEqual(editor.dialog(0).buttons, ['Decline', 'Yes, run it', 'More... (closes)']);
    await editor.dialog(0).click('More...');
    assert.deepEqual(
      editor.picks[0]?.request.items.map(({ id }) => id),
      ['decline', 'decline-with-words', 'panel', 'show-runs', 'ignore-entry', 'back'],
    );
  });

  it('asks again after the way back from the list', async () => {
    const editor = new FakeEditor();
    const asked = editor.ask();
    await editor.more(0, 'back');
    assert.equal(asked.answer, undefined);
    await editor.dialog(1).click('Yes, continue');
    assert.deepEqual(asked.answer, { kind: 'approved' });
  });

  for (const act of ['open-rule', 'show-runs'] as const) {
    it(`leaves the question to the panel after ${act}, even where that fails`, async () => {
      for (const fails of [false, true]) {
        const editor = new FakeEditor();
        if (fails) editor.act = () => Promise.reject(new Error('no editor'));
        const asked = editor.ask();
        await editor.more(0, act);
        assert.deepEqual(editor.acts, fails ? [] : [act]);
        assert.deepEqual([asked.answer, editor.panelsShown, editor.logged.length], [undefined, 1, fails ? 1 : 0]);
      }
    });
  }

  it('closes the list when the agent gives up, and goes on', async () => {
    const editor = new FakeEditor();
    const limit = new AbortController();
    const first = editor.ask({}, limit.signal);
    editor.ask({ callId: 'call-2', action: 'second' });
    await editor.dialog(0).click('More...');
    limit.abort();
    await settled();
    assert.deepEqual(first.answer, { kind: 'expired' });
    assert.deepEqual(editor.messages, []);
    assert.match(editor.dialog(1).detail, /^│ second$/m);
  });

  it('explains what a yes means until the user has answered once', async () => {
    const editor = new FakeEditor();
    editor.explained = false;
    editor.ask();
    assert.match(editor.dialog(0).detail, /does not run it yet/);
    await editor.dialog(0).click('Decline');
    editor.ask({ callId: 'call-2' });
    await settled();
    assert.doesNotMatch(editor.dialog(1).detail, /does not run it yet/);
  });

  it('opens for the panel only what the question offers', async () => {
    const editor = new FakeEditor();
    editor.ask();
    const id = editor.queue.list()[0]?.id ?? 'none';
    await editor.queue.act(id, 'open-rule');
    await editor.queue.act(id, 'show-runs');
    await editor.queue.act('question-99', 'open-rule');
    assert.deepEqual(editor.acts, ['open-rule']);
  });

  it('declines where the editor refuses dialogs, and shows the next question', async () => {
    const editor = new FakeEditor();
    const first = editor.ask();
    const second = editor.ask({ callId: 'call-2', action: 'other' });
    await editor.dialog(0).refuse();
    assert.deepEqual(first.answer, { kind: 'closed' });
    assert.equal(editor.logged.length, 1);
    await editor.dialog(1).click('Yes, continue');
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
    await editor.dialog(0).click("Yes, and don't ask again this session");
    assert.deepEqual(asked.answer, { kind: 'closed' });
  });

  describe('with equal requests', () => {
    it('shows a call that is reported twice once, and answers both', async () => {
      const editor = new FakeEditor();
      const asked = [editor.ask(), editor.ask()];
      await editor.dialog(0).click('Yes, continue');
      assert.deepEqual(
        asked.map(({ answer }) => answer?.kind),
        ['approved', 'approved'],
      );
      assert.equal(editor.dialogs.length, 1);
      assert.doesNotMatch(editor.dialog(0).detail, /covers/);
    });

    it('never lets a yes cover another run than those it names', async () => {
      const editor = new FakeEditor();
      const first = editor.ask({ callId: 'call-1' });
      const others = [
        editor.ask({ callId: 'call-2' }),
        editor.ask({ callId: 'call-3' }),
        editor.ask({ callId: 'call-3' }),
      ];
      await editor.dialog(0).click('Yes, continue');
      assert.deepEqual(first.answer, { kind: 'approved' });
      assert.deepEqual(
        others.map(({ answer }) => answer),
        [undefined, undefined, undefined],
      );
      assert.match(editor.dialog(1).detail, /your answer covers 2 runs/);
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
      ['another place of the rule', { note: 'It is in a script.' }],
      ['other files that run', { runs: { complete: true, files: [], unresolved: [], texts: [] } }],
      ['a yes that runs', { yesRuns: true }],
      ['no call id', { callId: undefined }],
      ['no session', { sessionId: undefined }],
    ];
    for (const [what, over] of different) {
      it(`keeps ${what} apart`, async () => {
        const editor = new FakeEditor();
        const first = editor.ask();
        const second = editor.ask(over);
        await editor.dialog(0).click('Yes, continue');
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
    await editor.dialog(0).click('Yes, continue');
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
