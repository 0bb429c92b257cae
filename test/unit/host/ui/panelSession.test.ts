import assert from 'node:assert/strict';
import type { HostMessage, PanelAction, PanelSnapshot } from '../../../../src/panel/messages';
import { PanelSession } from '../../../../src/host/ui/panelSession';
import { panelStrings } from '../../../../src/host/ui/panelStrings';
import { inEnglish } from '../../../../src/host/ui/translate';
import { panelDenial, panelSnapshot } from './panelSnapshot';

class Fake {
  readonly posted: HostMessage[] = [];
  readonly executed: PanelAction[] = [];
  readonly logged: string[] = [];
  state: PanelSnapshot = panelSnapshot();
  failure: Error | undefined;
  #nonces = 0;
  readonly session = new PanelSession({
    source: {
      snapshot: () => this.state,
      onDidChange: () => ({ dispose: () => undefined }),
      execute: (action) => {
        this.executed.push(action);
        return this.failure === undefined ? Promise.resolve() : Promise.reject(this.failure);
      },
    },
    strings: panelStrings('en', inEnglish),
    post: (message) => this.posted.push(message),
    newNonce: () => `nonce-${++this.#nonces}`,
    log: (message) => this.logged.push(message),
  });
}

describe('the conversation with the panel', () => {
  it('answers ready with the whole state', async () => {
    const fake = new Fake();
    await fake.session.receive({ kind: 'ready' });
    assert.equal(fake.posted.length, 1);
    assert.deepEqual(fake.posted[0]?.snapshot.counters, panelSnapshot().counters);
    assert.equal(fake.posted.at(0)?.nonce, 'nonce-1');
    assert.deepEqual(fake.executed, []);
  });

  const harmless: readonly PanelAction[] = [
    { kind: 'turnOn' },
    { kind: 'openSettings' },
    { kind: 'setKey' },
    { kind: 'connectClaudeCode' },
    { kind: 'showLog' },
    { kind: 'manageTrust' },
    { kind: 'copyDenial', id: 'd1' },
  ];
  for (const action of harmless) {
    it(`carries out '${action.kind}'`, async () => {
      const fake = new Fake();
      await fake.session.receive(action);
      assert.deepEqual(fake.executed, [action]);
      assert.deepEqual(fake.logged, []);
    });
  }

  for (const kind of ['turnOff', 'resume', 'reset', 'chooseModel'] as const) {
    it(`carries out '${kind}' once for one nonce`, async () => {
      const fake = new Fake();
      fake.session.send();
      await fake.session.receive({ kind, nonce: 'nonce-1' });
      await fake.session.receive({ kind, nonce: 'nonce-1' });
      assert.deepEqual(fake.executed, [{ kind, nonce: 'nonce-1' }]);
      assert.equal(fake.logged.length, 1);
    });

    it(`refuses '${kind}' with a nonce that was never sent`, async () => {
      const fake = new Fake();
      fake.session.send();
      await fake.session.receive({ kind, nonce: 'guess' });
      assert.deepEqual(fake.executed, []);
      assert.match(fake.logged[0] ?? '', new RegExp(kind));
    });
  }

  it('takes a click that crossed a newer snapshot, but nothing older than one that was used', async () => {
    const fake = new Fake();
    for (let count = 0; count < 3; count++) fake.session.send();
    await fake.session.receive({ kind: 'turnOff', nonce: 'nonce-2' });
    await fake.session.receive({ kind: 'turnOff', nonce: 'nonce-1' });
    assert.deepEqual(fake.executed, [{ kind: 'turnOff', nonce: 'nonce-2' }]);
  });

  it('forgets the nonces of snapshots long gone', async () => {
    const fake = new Fake();
    for (let count = 0; count < 9; count++) fake.session.send();
    await fake.session.receive({ kind: 'turnOff', nonce: 'nonce-1' });
    assert.deepEqual(fake.executed, []);
    await fake.session.receive({ kind: 'turnOff', nonce: 'nonce-2' });
    assert.equal(fake.executed.length, 1);
  });

  it('sends a new nonce after one was used', async () => {
    const fake = new Fake();
    fake.session.send();
    await fake.session.receive({ kind: 'resume', nonce: 'nonce-1' });
    assert.equal(fake.posted.at(-1)?.nonce, 'nonce-2');
  });

  const cyclic: Record<string, unknown> = { kind: 'turnOn' };
  cyclic['self'] = cyclic;
  const forged: readonly (readonly [what: string, message: unknown])[] = [
    ['nothing', undefined],
    ['null', null],
    ['a text', 'turnOff'],
    ['a list', [{ kind: 'turnOn' }]],
    ['no kind', {}],
    ['an unknown kind', { kind: 'eval', code: '1' }],
    ['a kind of Object.prototype', { kind: 'constructor' }],
    ['a field too many', { kind: 'turnOn', nonce: 'nonce-1', __proto__: null }],
    ['a cycle', cyclic],
    ['a loosening command without its nonce', { kind: 'turnOff' }],
    ['a nonce of another type', { kind: 'turnOff', nonce: ['nonce-1'] }],
    ['an empty nonce', { kind: 'turnOff', nonce: '' }],
    ['a huge nonce', { kind: 'turnOff', nonce: 'x'.repeat(1_000_000) }],
    ['an id of another type', { kind: 'copyDenial', id: 7 }],
    ['a huge id', { kind: 'copyDenial', id: 'x'.repeat(1_000_000) }],
    ['a snapshot of ours', { kind: 'snapshot', nonce: 'nonce-1' }],
  ];
  for (const [what, message] of forged) {
    it(`does nothing with ${what}, and logs it`, async () => {
      const fake = new Fake();
      fake.session.send();
      await fake.session.receive(message);
      assert.deepEqual(fake.executed, []);
      assert.equal(fake.posted.length, 1);
      assert.equal(fake.logged.length, 1);
      assert.ok((fake.logged[0]?.length ?? 0) < 400);
      await fake.session.receive({ kind: 'turnOff', nonce: 'nonce-1' });
      assert.equal(fake.executed.length, 1, 'the nonce is still good');
    });
  }

  it('survives a command that fails', async () => {
    const fake = new Fake();
    fake.failure = new Error('disk full');
    await fake.session.receive({ kind: 'showLog' });
    assert.match(fake.logged[0] ?? '', /showLog.*disk full/);
    fake.failure = undefined;
    await fake.session.receive({ kind: 'showLog' });
    assert.equal(fake.executed.length, 2);
  });

  it('makes hidden characters of every foreign text visible, and keeps lines', () => {
    const fake = new Fake();
    const bad = 'a\u202Eb\nc';
    fake.state = panelSnapshot({
      modeDetail: bad,
      classifier: { state: 'outage', model: bad, detail: bad },
      agents: [{ name: bad, connected: true }],
      problems: [{ entry: bad, message: bad }],
      denials: [
        panelDenial({
          tool: bad,
          reason: bad,
          summary: bad,
          remedy: bad,
          agent: bad,
          rule: { text: bad, source: 'user' },
        }),
      ],
    });
    fake.session.send();
    const sent = fake.posted[0]?.snapshot;
    const line = 'a\\u{202E}b\\nc';
    const lines = 'a\\u{202E}b\nc';
    assert.equal(sent?.modeDetail, line);
    assert.deepEqual(sent.classifier, { state: 'outage', model: line, detail: line });
    assert.equal(sent.agents[0]?.name, line);
    assert.deepEqual(sent.problems[0], { entry: line, message: line });
    assert.deepEqual(sent.denials[0], {
      ...panelDenial(),
      tool: line,
      reason: lines,
      summary: lines,
      remedy: lines,
      agent: line,
      rule: { text: line, source: 'user' },
    });
  });
});
