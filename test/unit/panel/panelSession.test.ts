import assert from 'node:assert/strict';
import type { PanelFocus } from '../../../src/panel/features';
import type { PanelAction, PanelSnapshot, RefusalMessage, SnapshotMessage } from '../../../src/panel/messages';
import { PanelSession } from '../../../src/panel/panelSession';
import { settledWithinCpuMs } from '../cpuTime';
import { panelDenial, panelSnapshot } from './panelSnapshot';

const ALL_FEATURES = ['activity', 'story', 'ruleEditing', 'trial', 'modelChoice', 'questions', 'undo', 'insights'];

class Fake {
  readonly posted: SnapshotMessage[] = [];
  readonly refusals: RefusalMessage[] = [];
  readonly looked: PanelFocus[] = [];
  readonly executed: PanelAction[] = [];
  readonly logged: string[] = [];
  state: PanelSnapshot = panelSnapshot();
  failure: Error | undefined;
  lookFailure: Error | undefined;
  stateFailure: Error | undefined;
  waitsFor: Promise<void> = Promise.resolve();
  #nonces = 0;
  readonly session = new PanelSession({
    source: {
      snapshot: () => {
        if (this.stateFailure !== undefined) throw this.stateFailure;
        return this.state;
      },
      look: (focus) => {
        if (this.lookFailure !== undefined) throw this.lookFailure;
        this.looked.push(focus);
      },
      slices: () => ({}),
      destination: () => undefined,
      onDidChange: () => ({ dispose: () => undefined }),
      execute: (action) => {
        this.executed.push(action);
        return this.failure === undefined ? this.waitsFor : Promise.reject(this.failure);
      },
    },
    post: (message) => {
      if (message.kind === 'refusal') this.refusals.push(message);
      else this.posted.push(message);
    },
    newNonce: () => `nonce-${++this.#nonces}`,
    log: (message) => this.logged.push(message),
  });
}

describe('the conversation with the panel', () => {
  it('passes on what the panel looks at, and answers with the whole state once', async () => {
    const fake = new Fake();
    await fake.session.receive({ kind: 'look', focus: { activity: { first: 0, count: 20 } } });
    assert.deepEqual(fake.looked, [{ activity: { first: 0, count: 20 } }]);
    assert.equal(fake.posted.length, 1);
    assert.deepEqual(fake.posted[0]?.snapshot.counters, panelSnapshot().counters);
    assert.equal(fake.posted.at(0)?.nonce, 'nonce-1');
    assert.deepEqual(fake.executed, []);
  });

  const harmless: readonly PanelAction[] = [
    { kind: 'turnOn' },
    { kind: 'openSettings' },
    { kind: 'openSetting', setting: { key: 'autoMode.permissions.deny', where: 'workspace' } },
    { kind: 'openFolder' },
    { kind: 'seeExample' },
    { kind: 'setKey' },
    { kind: 'connectAgent', id: 'claude-code' },
    { kind: 'runDoctor' },
    { kind: 'showLog' },
    { kind: 'manageTrust' },
  ];
  for (const action of harmless) {
    it(`carries out '${action.kind}'`, async () => {
      const fake = new Fake();
      await fake.session.receive(action);
      assert.deepEqual(fake.executed, [action]);
      assert.deepEqual(fake.logged, []);
    });
  }

  for (const kind of ['resume', 'reloadWindow'] as const) {
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

  for (const kind of ['disconnectAgent', 'dismissAlarm', 'dropRules'] as const) {
    it(`carries out '${kind}' once for one nonce, and not without one`, async () => {
      const fake = new Fake();
      fake.session.send();
      await fake.session.receive({ kind, id: 'x' });
      assert.deepEqual(fake.executed, []);
      await fake.session.receive({ kind, id: 'x', nonce: 'nonce-1' });
      await fake.session.receive({ kind, id: 'x', nonce: 'nonce-1' });
      assert.deepEqual(fake.executed, [{ kind, id: 'x', nonce: 'nonce-1' }]);
    });
  }

  it('takes a click that crossed a newer snapshot, but nothing older than one that was used', async () => {
    const fake = new Fake();
    for (let count = 0; count < 3; count++) fake.session.send();
    await fake.session.receive({ kind: 'resume', nonce: 'nonce-2' });
    await fake.session.receive({ kind: 'resume', nonce: 'nonce-1' });
    assert.deepEqual(fake.executed, [{ kind: 'resume', nonce: 'nonce-2' }]);
  });

  it('forgets the nonces of snapshots long gone', async () => {
    const fake = new Fake();
    for (let count = 0; count < 33; count++) fake.session.send();
    await fake.session.receive({ kind: 'resume', nonce: 'nonce-1' });
    assert.deepEqual(fake.executed, []);
    await fake.session.receive({ kind: 'resume', nonce: 'nonce-2' });
    assert.equal(fake.executed.length, 1);
  });

  it('sends a new nonce after one was used', async () => {
    const fake = new Fake();
    fake.session.send();
    await fake.session.receive({ kind: 'resume', nonce: 'nonce-1' });
    assert.equal(fake.posted.at(1)?.nonce, 'nonce-2');
  });

  it('takes the next command while the last one waits', async () => {
    const fake = new Fake();
    let end = (): void => undefined;
    fake.waitsFor = new Promise((resolve) => {
      end = resolve;
    });
    fake.session.send();
    const first = fake.session.receive({ kind: 'disconnectAgent', id: 'x', nonce: 'nonce-1' });
    await Promise.resolve();
    const nonce = fake.posted.at(-1)?.nonce ?? '';
    void fake.session.receive({ kind: 'resume', nonce });
    await new Promise(setImmediate);
    assert.deepEqual(
      fake.executed.map(({ kind }) => kind),
      ['disconnectAgent', 'resume'],
    );
    end();
    await first;
    assert.deepEqual(fake.logged, []);
  });

  it('begins a command before the message that came after it', async () => {
    const fake = new Fake();
    fake.session.send();
    const command = fake.session.receive({ kind: 'resume', nonce: 'nonce-1' });
    const look = fake.session.receive({ kind: 'look', focus: {} });
    assert.deepEqual([fake.executed.length, fake.looked.length], [1, 1]);
    await Promise.all([command, look]);
  });

  it('carries a command out although the state cannot be shown', async () => {
    const fake = new Fake();
    fake.session.send();
    fake.stateFailure = new Error('no state');
    await fake.session.receive({ kind: 'resume', nonce: 'nonce-1' });
    assert.equal(fake.executed.length, 1);
  });

  const cyclic: Record<string, unknown> = { kind: 'turnOn' };
  cyclic['self'] = cyclic;
  const forged: readonly (readonly [what: string, message: unknown])[] = [
    ['nothing', undefined],
    ['null', null],
    ['a text', 'resume'],
    ['a list', [{ kind: 'turnOn' }]],
    ['no kind', {}],
    ['an unknown kind', { kind: 'eval', code: '1' }],
    ['a kind of Object.prototype', { kind: 'constructor' }],
    ['a field too many', { kind: 'turnOn', nonce: 'nonce-1', __proto__: null }],
    ['a cycle', cyclic],
    ['a loosening command without its nonce', { kind: 'resume' }],
    ['a nonce of another type', { kind: 'resume', nonce: ['nonce-1'] }],
    ['an empty nonce', { kind: 'resume', nonce: '' }],
    ['a huge nonce', { kind: 'resume', nonce: 'x'.repeat(1_000_000) }],
    ['an id of another type', { kind: 'dismissAlarm', nonce: 'nonce-1', id: 7 }],
    ['a huge id', { kind: 'dismissAlarm', nonce: 'nonce-1', id: 'x'.repeat(1_000_000) }],
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
      await fake.session.receive({ kind: 'resume', nonce: 'nonce-1' });
      assert.equal(fake.executed.length, 1, 'the nonce is still good');
    });
  }

  it('logs nothing of what a message held', async () => {
    const fake = new Fake();
    await fake.session.receive({ kind: 'turnOn', 'sk-secret': 1 });
    await fake.session.receive({ kind: 'sk-secret' });
    await fake.session.receive({ kind: 'look', focus: { 'sk-secret': {} } });
    assert.equal(fake.logged.length, 3);
    assert.ok(!fake.logged.join('').includes('sk-secret'), fake.logged.join('\n'));
  });

  const refusedLooks: readonly (readonly [what: string, focus: unknown, features: readonly string[]])[] = [
    ['one part', { activity: { first: 0, count: 20 }, undo: { search: 'of another version' } }, ['undo']],
    ['two parts', { trial: 7, undo: null }, ['trial', 'undo']],
    ['a part that does not exist', { decisions: {} }, ALL_FEATURES],
    ['something else', 'overview', ALL_FEATURES],
    ['more than there can be', { trial: { text: 'x'.repeat(3_000_000) } }, ALL_FEATURES],
  ];
  for (const [what, focus, features] of refusedLooks) {
    it(`tells the panel to begin anew where what it remembers is ${what}`, async () => {
      const fake = new Fake();
      await fake.session.receive({ kind: 'look', focus });
      assert.deepEqual(fake.looked, []);
      assert.deepEqual(
        fake.refusals.map((message) => [...message.features].sort()),
        [[...features].sort()],
      );
    });
  }

  it('logs a flood of messages by its beginning and its size', async () => {
    const fake = new Fake();
    for (let count = 0; count < 1000; count++) await fake.session.receive({ kind: 'resume', nonce: `guess ${count}` });
    assert.equal(fake.logged.length, 12);
    assert.match(fake.logged.at(-1) ?? '', /1000th/);
    fake.failure = new Error('disk full');
    await fake.session.receive({ kind: 'showLog' });
    assert.match(fake.logged.at(-1) ?? '', /showLog.*disk full/);
  });

  const huge: readonly (readonly [what: string, message: () => unknown])[] = [
    [
      'a list of ten million',
      () => ({ kind: 'look', focus: { story: { id: 'x', more: new Array(10_000_000).fill({}) } } }),
    ],
    ['a text of 100 MB', () => ({ kind: 'showLog', more: 'x'.repeat(100_000_000) })],
    [
      'a deep nest',
      () => Array.from({ length: 100_000 }).reduce<unknown>((inner) => ({ kind: 'look', focus: inner }), {}),
    ],
    ['bytes', () => new Uint8Array(10_000_000)],
  ];
  for (const [what, message] of huge) {
    it(`refuses ${what} without going through it`, async () => {
      const fake = new Fake();
      const sent = message();
      await settledWithinCpuMs(20_000, () => fake.session.receive(sent));
      assert.match(fake.logged[0] ?? '', /too-large/);
      assert.deepEqual([fake.executed, fake.looked], [[], []]);
    });
  }

  const manyParts: readonly (readonly [what: string, part: object])[] = [
    ['fields', Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`f${at}`, at]))],
    ['entries', Array.from({ length: 100_000 }, (_, at) => at)],
  ];
  for (const [what, part] of manyParts) {
    it(`refuses a hundred thousand ${what}, of which it reads the first thousands at most`, async () => {
      const fake = new Fake();
      let reads = 0;
      const counting = new Proxy(part, {
        get: (target, key) => {
          reads += 1;
          return Reflect.get(target, key) as unknown;
        },
      });
      await fake.session.receive({ kind: 'look', focus: { story: counting } });
      assert.match(fake.logged[0] ?? '', /too-large/);
      assert.deepEqual([fake.executed, fake.looked], [[], []]);
      assert.ok(reads < 6_000, `${reads} reads`);
    });
  }

  it('survives a state that cannot be told', async () => {
    const fake = new Fake();
    fake.lookFailure = new Error('no such place');
    await fake.session.receive({ kind: 'look', focus: {} });
    assert.match(fake.logged[0] ?? '', /look.*no such place/);
  });

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
      agents: [
        {
          id: bad,
          name: bad,
          connectable: false,
          state: 'alarm',
          sentence: bad,
          mode: bad.repeat(99),
          alarms: [
            {
              id: 'a1',
              kind: 'blocked-call-ran',
              tool: bad.repeat(99),
              at: 'T',
              sessionId: 's',
              detail: bad,
              count: 1,
            },
          ],
        },
      ],
      problems: [{ entry: bad, message: bad }],
      denials: [
        panelDenial({
          tool: bad,
          reason: bad,
          summary: bad,
          remedy: bad,
          agent: bad,
          subAgent: bad,
          mode: bad.repeat(99),
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
    const cut = `${line.repeat(99).slice(0, 59)}…`;
    assert.deepEqual(sent.agents[0], {
      id: line,
      name: line,
      connectable: false,
      state: 'alarm',
      sentence: line,
      mode: cut,
      alarms: [{ id: 'a1', kind: 'blocked-call-ran', tool: cut, at: 'T', detail: line, count: 1 }],
    });
    assert.deepEqual(sent.problems[0], { entry: line, message: line });
    assert.deepEqual(sent.denials[0], {
      ...panelDenial(),
      tool: line,
      reason: lines,
      summary: lines,
      remedy: lines,
      agent: line,
      subAgent: line,
      mode: `${line.repeat(99).slice(0, 59)}…`,
      rule: { text: line, source: 'user' },
    });
  });
});
