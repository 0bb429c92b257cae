import assert from 'node:assert/strict';
import type { BlockedCalls } from '../../../../src/log/blockedCalls';
import type { CodeVerdict, ReplayedCall } from '../../../../src/engine/trial/replay';
import { HistoryFeature } from '../../../../src/features/history/history';
import type { ProposedRules } from '../../../../src/features/rules/proposedRules';
import type { HistoryDetail, HistoryFocus } from '../../../../src/panel/history';
import type { PanelDenial } from '../../../../src/panel/panelDenial';
import { panelDenial } from '../../panel/panelSnapshot';

const FOCUS: HistoryFocus = { filter: { search: '', agent: '', stage: '', unjudged: false }, count: 12, open: [] };

const AT = '2026-03-04T05:06:07.000Z';
const TIME = new Date(AT).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });
const CHANGED: readonly ReplayedCall[] = Array.from({ length: 7 }, (_, n) => ({
  call: {
    id: String(n),
    at: AT,
    request: { tool: 'bash\u202E', input: {}, agent: 'claude-code' },
    summary: `bash ${n}\n\u0000\u202E`,
    outcome: 'block',
    stage: 'classifier',
  },
  before: { outcome: 'ask', stage: 'permissions.ask', afterYes: 'judge' },
  after: { outcome: 'allow', stage: 'permissions.allow' },
}));

const JUDGED: CodeVerdict = { outcome: 'judge', stage: 'classifier' };

describe('the history in the panel', () => {
  let denials: readonly PanelDenial[];
  let changed: () => void;
  /** How long the log takes to be read. */
  let readingMs: number;

  function feature(): HistoryFeature {
    const find = async (): Promise<unknown> => {
      await new Promise((resolve) => setTimeout(resolve, readingMs));
      return { rows: denials.slice(0, 12), total: denials.length, agents: [], stages: [] };
    };
    const unused = (): never => {
      throw new Error('not asked for');
    };
    return new HistoryFeature({
      blocked: { find } as unknown as BlockedCalls,
      shown: () => denials,
      releasedFor: () => undefined,
      verdict: unused,
      allowOnce: unused,
      rules: { last: undefined } as unknown as ProposedRules,
      openWhole: unused,
      openDocument: unused,
      copy: unused,
      save: unused,
      onDidChange: (listener) => {
        changed = listener;
        return { dispose: () => undefined };
      },
      now: () => Date.now(),
      language: 'en',
    });
  }

  beforeEach(() => {
    denials = [];
    readingMs = 0;
  });

  for (const [what, milliseconds] of [
    ['at once', 0],
    ['slowly', 400],
  ] as const) {
    it(`shows new blocks although more decisions come all the time, and the log is read ${what}`, async () => {
      readingMs = milliseconds;
      const history = feature();
      await new Promise<void>((resolve) => {
        const first = history.onDidChange(() => {
          first.dispose();
          resolve();
        });
        history.look(FOCUS);
      });
      denials = [panelDenial({ id: 'new' })];
      const decisions = setInterval(() => {
        changed();
      }, 20);
      try {
        await new Promise<void>((resolve) => {
          history.onDidChange(() => {
            if (history.slice()?.rows.some(({ id }) => id === 'new') === true) resolve();
          });
        });
      } finally {
        clearInterval(decisions);
        history.look(undefined);
      }
      assert.equal(history.slice(), undefined);
    });
  }
});

describe('what the panel does to a blocked call', () => {
  const KEY = 'its key';
  const whole = 'bash "short"';
  interface World {
    action?: string;
    secret?: boolean;
    /** Blocked in another window. */
    elsewhere?: boolean;
    verdict?: CodeVerdict;
    /** Keeps the preview from ending. */
    slow?: boolean;
  }

  function window({ action = whole, secret = false, elsewhere = false, verdict = JUDGED, slow = false }: World = {}): {
    readonly history: HistoryFeature;
    readonly done: string[];
    readonly detail: (
      focus: Partial<HistoryFocus>,
      until: (detail: HistoryDetail) => boolean,
    ) => Promise<HistoryDetail>;
  } {
    const done: string[] = [];
    const note = (text: string): Promise<undefined> => {
      done.push(text);
      return Promise.resolve(undefined);
    };
    const proposal = { key: 'p', rules: ['bash(\u202E)'], scope: 'user', shape: 'command', folder: undefined };
    const call = { request: {}, action, cwd: undefined, key: elsewhere ? undefined : KEY, secret };
    const history = new HistoryFeature({
      blocked: { call: (id: string) => Promise.resolve(id === 'x' ? call : undefined) } as unknown as BlockedCalls,
      shown: () => [panelDenial({ id: 'x' }), panelDenial({ id: 'gone' })],
      releasedFor: () => undefined,
      verdict: () => verdict,
      allowOnce: (id, confirmation) => note(`allowOnce ${id} ${confirmation}`),
      rules: {
        last: undefined,
        proposals: () => ({ proposals: [proposal] }),
        preview: () => (slow ? new Promise(() => undefined) : Promise.resolve({ looked: 30, changed: CHANGED })),
        add: (added: { key: string }, confirmation: string) => note(`add ${added.key} ${confirmation}`),
        undo: () => note('undo'),
      } as unknown as ProposedRules,
      openWhole: (text) => note(`open ${text.length}`),
      openDocument: (name, text) => note(`${name}\n${text}`),
      copy: (text) => note(`copy ${text.length > 0}`),
      save: (filter) => note(`save ${filter.search}`),
      onDidChange: () => ({ dispose: () => undefined }),
      now: () => 0,
      language: 'en',
    });
    const detail = (focus: Partial<HistoryFocus>, until: (detail: HistoryDetail) => boolean): Promise<HistoryDetail> =>
      new Promise((resolve) => {
        const look = (): void => {
          const [found] = (history.slice()?.rows ?? []).flatMap(({ detail: one }) => (one === undefined ? [] : [one]));
          if (found !== undefined && until(found)) resolve(found);
        };
        history.onDidChange(look);
        history.look({ ...FOCUS, count: 2, ...focus });
      });
    return { history, done, detail };
  }

  const releases: readonly (readonly [says: string, world: World, release: HistoryDetail['release']])[] = [
    ['a call that is shown whole', {}, 'offered'],
    ['one that an ask rule will ask about', { verdict: { outcome: 'ask', stage: 'permissions.ask' } }, 'offered'],
    ['one that a deny rule forbids by now', { verdict: { outcome: 'block', stage: 'permissions.deny' } }, 'none'],
    ['one that is allowed by now', { verdict: { outcome: 'allow', stage: 'permissions.allow' } }, 'none'],
    ['one of another window', { elsewhere: true }, 'none'],
    ['a longer one', { action: 'x'.repeat(6001) }, 'open-first'],
  ];
  for (const [says, world, release] of releases) {
    it(`releases ${says}: ${release}`, async () => {
      const { history, done, detail } = window(world);
      const shown = await detail({ open: ['x'] }, () => true);
      assert.equal(shown.release, release);
      const click = history.execute({ kind: 'allowOnce', id: 'x' });
      if (release === 'offered') await click;
      else await assert.rejects(click, /Open the whole action first/);
      assert.deepEqual(done, release === 'offered' ? ['allowOnce x given'] : []);
    });
  }

  it('releases a long one once it was opened whole', async () => {
    const { history, done, detail } = window({ action: 'x'.repeat(6001) });
    await detail({ open: ['x'] }, () => true);
    await history.execute({ kind: 'openAction', id: 'x' });
    await history.execute({ kind: 'allowOnce', id: 'x' });
    assert.deepEqual(done, ['open 6001', 'allowOnce x given']);
  });

  it('releases nothing that is folded up, or not shown', async () => {
    const { history, done } = window();
    for (const id of ['x', 'gone', 'other']) {
      await assert.rejects(history.execute({ kind: 'allowOnce', id }), /Open the whole action first/);
    }
    assert.deepEqual(done, []);
  });

  it('adds a rule that was shown with its preview, and no other', async () => {
    const { history, done, detail } = window();
    const shown = await detail({ open: ['x'], adding: 'x' }, ({ offer }) => offer?.working === false);
    assert.deepEqual(shown.offer?.proposals[0]?.rules, ['bash(\\u{202E})']);
    assert.deepEqual(shown.offer.proposals[0].preview, {
      summary: 'Of the last 30 calls it would have let 7 more run without a judge:',
      examples: Array.from({ length: 5 }, (_, n) => ({
        facts: `${TIME} · Claude Code · bash\\u{202E} · asks you, after your yes: asks the classifier → runs`,
        text: `bash ${n}\\n\\u{0}\\u{202E}`,
      })),
    });
    for (const [id, key] of [
      ['x', 'q'],
      ['gone', 'p'],
    ] as const) {
      await assert.rejects(history.execute({ kind: 'addRule', id, key }), /not offered any more/);
    }
    await history.execute({ kind: 'addRule', id: 'x', key: 'p' });
    await assert.rejects(history.execute({ kind: 'addRule', id: 'x', key: 'p' }), /not offered any more/);
    assert.deepEqual(done, ['add p given']);
  });

  it('shows every call that a proposal would have changed as a document, and none of another offer', async () => {
    const { history, done, detail } = window();
    await detail({ open: ['x'], adding: 'x' }, ({ offer }) => offer?.working === false);
    for (const [id, key] of [
      ['x', 'q'],
      ['gone', 'p'],
    ] as const) {
      await assert.rejects(history.execute({ kind: 'showChanged', id, key }), /not offered any more/);
    }
    await history.execute({ kind: 'showChanged', id: 'x', key: 'p' });
    const lines = (done[0] ?? '').split('\n');
    assert.deepEqual(lines.slice(0, 4), [
      'auto-mode-rule-preview.txt',
      'bash(\\u{202E})',
      'In all folders (user settings)',
      'Of the last 30 calls it would have let 7 more run without a judge:',
    ]);
    assert.deepEqual(
      lines.filter((line) => line.startsWith('  | ')),
      Array.from({ length: 7 }, (_, n) => `  | bash ${n}\\n\\u{0}\\u{202E}`),
    );
    assert.equal(lines.filter((line) => line.startsWith(TIME)).length, 7);
    assert.equal(done.length, 1);
  });

  it('adds no rule before its preview is there, nor one for a call that is no longer looked at', async () => {
    const early = window({ slow: true });
    await early.detail({ open: ['x'], adding: 'x' }, ({ offer }) => offer?.proposals.length === 1);
    await assert.rejects(early.history.execute({ kind: 'addRule', id: 'x', key: 'p' }), /not offered any more/);
    const late = window();
    await late.detail({ open: ['x'], adding: 'x' }, ({ offer }) => offer?.working === false);
    late.history.look({ ...FOCUS, count: 2, open: ['x'] });
    await assert.rejects(late.history.execute({ kind: 'addRule', id: 'x', key: 'p' }), /not offered any more/);
    assert.deepEqual([early.done, late.done], [[], []]);
  });

  for (const [says, world, id] of [
    ['a secret', { secret: true }, 'x'],
    ['an input that is not kept', {}, 'gone'],
  ] as const) {
    it(`proposes nothing for ${says}`, async () => {
      const { detail } = window(world);
      const { offer } = await detail({ open: [id], adding: id }, (one) => one.offer?.working === false);
      assert.deepEqual([offer?.proposals, offer?.why === undefined], [[], false]);
    });
  }
});
