import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { HookTrust, HookTrustEntry } from '../../../../src/agents/codex/hookTrust';
import { CodexTrustWatch } from '../../../../src/features/agents/codexTrustWatch';

const EVENTS = ['PreToolUse', 'PermissionRequest', 'PostToolUse', 'SessionStart', 'UserPromptSubmit'];
const all = (state: HookTrustEntry['state']): HookTrust => ({
  kind: 'listed',
  entries: EVENTS.map((event) => ({ event, state })),
});

describe('the watch over trust in Codex', () => {
  let mark: string | undefined;
  let asked: ((trust: HookTrust) => void)[];
  let changes: number;
  let watch: CodexTrustWatch;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    [mark, asked, changes] = ['1', [], 0];
    watch = new CodexTrustWatch({
      mark: () => mark,
      ask: () => new Promise((resolve) => asked.push(resolve)),
      changed: () => (changes += 1),
      restMilliseconds: 15_000,
    });
  });
  afterEach(() => {
    watch.dispose();
    mock.timers.reset();
  });

  async function answer(trust: HookTrust, index = asked.length - 1): Promise<void> {
    asked[index]?.(trust);
    await new Promise((resolve) => setImmediate(resolve));
  }
  async function askAndAnswer(trust: HookTrust): Promise<void> {
    watch.look();
    mock.timers.tick(15_000);
    await answer(trust);
  }
  const notTrusted = (): readonly string[] =>
    watch.trust?.kind === 'listed'
      ? watch.trust.entries.flatMap(({ event, state }) => (state === 'trusted' ? [] : [event]))
      : [];

  it('asks once, when the window has come to rest', async () => {
    watch.look();
    mock.timers.tick(14_999);
    watch.look();
    assert.equal(asked.length, 0);
    mock.timers.tick(1);
    assert.equal(asked.length, 1);
    watch.look();
    await answer(all('not-trusted'));
    assert.deepEqual(notTrusted(), EVENTS);
    assert.equal(changes, 1);
    watch.look();
    mock.timers.tick(60_000);
    assert.equal(asked.length, 1);
  });

  it('asks again when something has changed, once for changes that come together', async () => {
    await askAndAnswer(all('not-trusted'));
    for (mark of ['2', '3']) watch.look();
    assert.deepEqual(notTrusted(), EVENTS, 'the last answer counts until there is another');
    mock.timers.tick(1_000);
    await answer(all('trusted'));
    assert.equal(asked.length, 2);
    assert.deepEqual(notTrusted(), []);
  });

  it('asks again what has changed while it was asked', async () => {
    watch.look();
    mock.timers.tick(15_000);
    mark = '2';
    watch.look();
    await answer(all('not-trusted'));
    mock.timers.tick(1_000);
    await answer(all('trusted'));
    assert.deepEqual(notTrusted(), []);
  });

  it('an older answer that comes late does not count', async () => {
    const [first, second] = [watch.ask(), watch.ask()];
    await answer(all('trusted'), 1);
    await answer(all('not-trusted'), 0);
    assert.deepEqual(notTrusted(), []);
    assert.deepEqual([await first, await second], [all('not-trusted'), all('trusted')]);
  });

  it('asks nothing where Codex is not connected, and forgets what it knew once it is disconnected', async () => {
    mark = undefined;
    watch.look();
    mock.timers.tick(60_000);
    assert.equal(asked.length, 0);
    mark = '1';
    await askAndAnswer(all('not-trusted'));
    mark = undefined;
    watch.look();
    assert.equal(watch.trust, undefined);
    assert.equal(changes, 2);
  });

  it('an answer on its way counts no more once Codex is disconnected, and connected anew it is asked anew', async () => {
    watch.look();
    mock.timers.tick(15_000);
    mark = undefined;
    watch.look();
    await answer(all('not-trusted'));
    assert.equal(watch.trust, undefined);
    mark = '1';
    watch.look();
    mock.timers.tick(1_000);
    assert.equal(asked.length, 2);
  });

  it('is over with the window', () => {
    watch.look();
    watch.dispose();
    mock.timers.tick(60_000);
    assert.equal(asked.length, 0);
  });

  describe('a hook that was seen to run', () => {
    beforeEach(() => {
      watch.look();
    });

    it('is one that is trusted; the others are not', async () => {
      watch.seen({ kind: 'call', event: 'PreToolUse', sessionId: 's' });
      watch.seen({ kind: 'call-ended', sessionId: 's' });
      await askAndAnswer(all('not-trusted'));
      assert.deepEqual(notTrusted(), ['PermissionRequest', 'SessionStart', 'UserPromptSubmit']);
      watch.seen({ kind: 'session-start', sessionId: 's' });
      watch.seen({ kind: 'prompt', sessionId: 's' });
      assert.deepEqual(notTrusted(), ['PermissionRequest']);
      assert.equal(changes, 3);
    });

    it('proves nothing of hooks that Codex does not list, and nothing where it does not say whose it is', async () => {
      watch.seen({ kind: 'call', event: 'PreToolUse', sessionId: undefined });
      watch.seen({ kind: 'call', sessionId: 's' });
      watch.seen({ kind: 'session-end', sessionId: 's' });
      await askAndAnswer(all('not-trusted'));
      assert.deepEqual(notTrusted(), EVENTS);
      watch.seen({ kind: 'call', event: 'PreToolUse', sessionId: 's' });
      mark = '2';
      watch.look();
      mock.timers.tick(1_000);
      watch.seen({ kind: 'call', event: 'PreToolUse', sessionId: 'other' });
      await answer(all('not-listed'));
      assert.deepEqual(notTrusted(), EVENTS);
    });

    it('proves nothing of what was changed since, nor does a session that began before', async () => {
      await askAndAnswer(all('not-trusted'));
      watch.seen({ kind: 'call', event: 'PreToolUse', sessionId: 's' });
      mark = '2';
      watch.look();
      watch.seen({ kind: 'call', event: 'PreToolUse', sessionId: 's' });
      mock.timers.tick(1_000);
      await answer(all('not-trusted'));
      assert.deepEqual(notTrusted(), EVENTS);
      watch.seen({ kind: 'call', event: 'PreToolUse', sessionId: 'new' });
      assert.deepEqual(notTrusted(), EVENTS.slice(1));
    });

    it('of sessions without number only so many are remembered', async () => {
      for (let at = 0; at < 1000; at += 1) watch.seen({ kind: 'session-start', sessionId: `s${at}` });
      watch.seen({ kind: 'call', event: 'PreToolUse', sessionId: 'one more' });
      await askAndAnswer(all('not-trusted'));
      assert.deepEqual(
        notTrusted(),
        EVENTS.filter((event) => event !== 'SessionStart'),
      );
    });
  });
});
