import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PanelFocus } from '../../../src/panel/features';
import type { HostMessage, PanelAction } from '../../../src/panel/messages';
import { PanelSession } from '../../../src/panel/panelSession';
import { panelSnapshot } from './panelSnapshot';
import { codePoint } from '../codePoint';
import { runs } from '../propertyRuns';

/** What may come without a one-time number: it asks the user itself, tightens, or only shows something. */
const FREE = [
  'turnOn',
  'confirmEnvironment',
  'openSettings',
  'openSetting',
  'openFolder',
  'seeExample',
  'setKey',
  'connectAgent',
  'runDoctor',
  'showLog',
  'manageTrust',
];
const CANARY = 'canary-9f3b1c7e5a';

class Host {
  readonly executed: PanelAction[] = [];
  readonly looked: PanelFocus[] = [];
  readonly logged: string[] = [];
  readonly posted: HostMessage[] = [];
  #nonces = 0;
  readonly session = new PanelSession({
    source: {
      snapshot: () => panelSnapshot(),
      look: (focus) => this.looked.push(focus),
      slices: () => ({}),
      destination: () => undefined,
      onDidChange: () => ({ dispose: () => undefined }),
      execute: (action) => {
        this.executed.push(action);
        return Promise.resolve();
      },
    },
    post: (message) => this.posted.push(message),
    newNonce: () => `nonce-${++this.#nonces}`,
    log: (line) => this.logged.push(line),
  });

  lastNonce(): string {
    const last = this.posted.findLast(({ kind }) => kind === 'snapshot');
    return last?.kind === 'snapshot' ? last.nonce : assert.fail('no snapshot');
  }
}

const hostileText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 300 }),
  fc.constantFrom(CANARY, '__proto__', 'constructor', '', '\0', '\ud800', '\u202e', '<script>', 'x'.repeat(70_000)),
);
const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
  maxDepth: 4,
  values: [hostileText, fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined)],
});
const nonce = fc.oneof(
  hostileText,
  anything,
  fc.constantFrom('nonce-0', 'nonce-2', 'NONCE-1', ' nonce-1', 'nonce-1\0'),
);
const featureAct = fc.record(
  {
    feature: fc.oneof(
      fc.constantFrom('activity', 'story', 'ruleEditing', 'trial', 'modelChoice', 'questions', 'undo', 'insights'),
      hostileText,
    ),
    action: fc.oneof(
      anything,
      fc.record(
        {
          kind: fc.constantFrom(
            'clear',
            'copy',
            'openSetting',
            'allowOnce',
            'addRule',
            'undo',
            'use',
            'enterKey',
            'answer',
            'showRequest',
          ),
          id: fc.oneof(hostileText, anything),
          key: fc.oneof(hostileText, anything),
          place: fc.oneof(fc.integer(), anything),
        },
        { requiredKeys: ['kind'] },
      ),
    ),
  },
  { requiredKeys: [] },
);
const message = fc.oneof(
  { weight: 1, arbitrary: anything },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        kind: fc.oneof(
          fc.constantFrom(...FREE, 'look', 'act', 'resume', 'dropRules', 'disconnectAgent', 'dismissAlarm'),
          hostileText,
        ),
        nonce,
        id: fc.oneof(hostileText, anything),
        focus: fc.oneof(anything, fc.dictionary(fc.constantFrom('activity', 'story', 'trial', CANARY), anything)),
        act: featureAct,
        [CANARY]: anything,
      },
      { requiredKeys: ['kind'] },
    ),
  },
);
const OPTIONS = runs(71, 600);

describe('whatever the panel is made to send', () => {
  it('throws nothing, and without a valid one-time number changes nothing', async () => {
    const host = new Host();
    host.session.send();
    await fc.assert(
      fc.asyncProperty(message, async (sent) => {
        const before = host.executed.length;
        await host.session.receive(sent);
        for (const { kind } of host.executed.slice(before)) assert.ok(FREE.includes(kind), kind);
        for (const focus of host.looked.splice(0)) assert.ok(JSON.stringify(focus).length < 2_000_000);
      }),
      OPTIONS,
    );
    assert.ok(host.logged.length > 3);
    assert.ok(host.logged.length < 20, `${host.logged.length} lines`);
    const told = host.logged.join('\n');
    assert.ok(!told.includes(CANARY) && told.length < 4_000, told);
    await host.session.receive({ kind: 'resume', nonce: host.lastNonce() });
    assert.equal(host.executed.at(-1)?.kind, 'resume', 'it is not dead afterwards');
  });

  it('uses each one-time number once, in whatever order they come back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 30 }), async (order) => {
        const host = new Host();
        for (let count = 0; count < 8; count += 1) host.session.send();
        for (const number of order) {
          await host.session.receive({
            kind: 'act',
            nonce: `nonce-${number}`,
            act: { feature: 'activity', action: { kind: 'clear' } },
          });
        }
        const used = host.executed.map((action) => ('nonce' in action ? action.nonce : assert.fail()));
        assert.equal(new Set(used).size, used.length, used.join());
      }),
      runs(72, 80),
    );
  });
});
