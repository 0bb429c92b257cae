import assert from 'node:assert/strict';
import type { CodeVerdict, ReplayedCall } from '../../../../src/engine/trial/replay';
import type { ProposedRules } from '../../../../src/features/rules/proposedRules';
import { BlockedStory } from '../../../../src/features/story/blockedStory';
import type { StoryBlock } from '../../../../src/panel/story';

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

describe('what the panel does to a blocked call', () => {
  const KEY = 'its key';
  interface World {
    secret?: boolean;
    /** Blocked in another window. */
    elsewhere?: boolean;
    verdict?: CodeVerdict;
    /** Keeps the preview from ending. */
    slow?: boolean;
  }
  interface Looked {
    readonly id?: string;
    readonly whole?: boolean;
    readonly adding?: boolean;
  }

  function window({ secret = false, elsewhere = false, verdict = JUDGED, slow = false }: World = {}): {
    readonly story: BlockedStory;
    readonly done: string[];
    readonly shown: (looked: Looked, until?: (block: StoryBlock) => boolean) => Promise<StoryBlock>;
  } {
    const done: string[] = [];
    const note = (text: string): Promise<undefined> => {
      done.push(text);
      return Promise.resolve(undefined);
    };
    const proposal = { key: 'p', rules: ['bash(\u202E)'], scope: 'user', shape: 'command', folder: undefined };
    const call = { request: {}, action: 'bash "short"', cwd: undefined, key: elsewhere ? undefined : KEY, secret };
    let changed = (): void => undefined;
    let last: typeof proposal | undefined;
    const story = new BlockedStory(
      {
        blocked: { call: (id: string) => Promise.resolve(id === 'x' ? call : undefined) },
        releasedFor: () => undefined,
        verdict: () => verdict,
        allowOnce: (id, confirmation) => note(`allowOnce ${id} ${confirmation}`),
        rules: {
          get last() {
            return last;
          },
          proposals: () => ({ proposals: [proposal] }),
          preview: () => (slow ? new Promise(() => undefined) : Promise.resolve({ looked: 30, changed: CHANGED })),
          add: (added: { key: string }, confirmation: string) => {
            last = proposal;
            return note(`add ${added.key} ${confirmation}`);
          },
          undo: () => {
            const undone = last !== undefined;
            last = undefined;
            return Promise.resolve(undone);
          },
        } as unknown as ProposedRules,
        openWhole: (text) => note(`open ${text.length}`),
        openDocument: (name, text) => note(`${name}\n${text}`),
        onDidChange: () => ({ dispose: () => undefined }),
        now: () => 0,
        language: 'en',
      },
      () => {
        changed();
      },
    );
    const shown = (
      { id = 'x', whole = true, adding = false }: Looked,
      until: (block: StoryBlock) => boolean = () => true,
    ): Promise<StoryBlock> =>
      new Promise((resolve) => {
        changed = () => {
          const block = story.slice();
          if (block !== undefined && until(block)) resolve(block);
        };
        story.look({ id, whole, adding });
      });
    return { story, done, shown };
  }

  const releases: readonly (readonly [says: string, world: World, release: StoryBlock['release']])[] = [
    ['a call that is shown whole', {}, 'offered'],
    ['one that an ask rule will ask about', { verdict: { outcome: 'ask', stage: 'permissions.ask' } }, 'offered'],
    ['one that a deny rule forbids by now', { verdict: { outcome: 'block', stage: 'permissions.deny' } }, 'none'],
    ['one that is allowed by now', { verdict: { outcome: 'allow', stage: 'permissions.allow' } }, 'none'],
    ['one of another window', { elsewhere: true }, 'none'],
  ];
  for (const [says, world, release] of releases) {
    it(`releases ${says}: ${release}`, async () => {
      const { story, done, shown } = window(world);
      assert.equal((await shown({})).release, release);
      const click = story.allowOnce('x');
      if (release === 'offered') await click;
      else await assert.rejects(click, /Open the whole action first/);
      assert.deepEqual(done, release === 'offered' ? ['allowOnce x given'] : []);
    });
  }

  it('releases a long one once it was opened whole', async () => {
    const { story, done, shown } = window();
    assert.equal((await shown({ whole: false })).release, 'open-first');
    await assert.rejects(story.allowOnce('x'), /Open the whole action first/);
    await story.openAction('x');
    await story.allowOnce('x');
    assert.deepEqual(done, ['open 12', 'allowOnce x given']);
  });

  it('releases nothing that is not shown', async () => {
    const { story, done, shown } = window();
    await assert.rejects(story.allowOnce('x'), /Open the whole action first/);
    await shown({});
    await assert.rejects(story.allowOnce('gone'), /Open the whole action first/);
    story.look(undefined);
    await assert.rejects(story.allowOnce('x'), /Open the whole action first/);
    assert.deepEqual(done, []);
  });

  it('adds a rule that was shown with its preview, and no other', async () => {
    const { story, done, shown } = window();
    const { offer } = await shown({ adding: true }, (block) => block.offer?.working === false);
    assert.deepEqual(offer?.proposals[0]?.rules, ['bash(\\u{202E})']);
    assert.deepEqual(offer.proposals[0].preview, {
      summary: 'Of the last 30 calls it would have let 7 more run without a judge:',
      examples: Array.from({ length: 5 }, (_, n) => ({
        facts: `${TIME} · Claude Code · bash\\u{202E} · asks you, after your yes: asks the judge → runs`,
        text: `bash ${n}\\n\\u{0}\\u{202E}`,
      })),
    });
    for (const [id, key] of [
      ['x', 'q'],
      ['gone', 'p'],
    ] as const) {
      await assert.rejects(story.addRule(id, key), /not offered any more/);
    }
    await story.addRule('x', 'p');
    await assert.rejects(story.addRule('x', 'p'), /not offered any more/);
    assert.deepEqual(done, ['add p given']);
  });

  it('says which rule was added, and which was removed by Undo', async () => {
    const { story, shown } = window();
    await shown({ adding: true }, ({ offer }) => offer?.working === false);
    await story.undoRule();
    assert.equal(story.slice()?.removed, undefined);
    await story.addRule('x', 'p');
    assert.match(story.slice()?.added ?? '', /bash\(\\u\{202E\}\)/);
    await story.undoRule();
    assert.equal(story.slice()?.added, undefined);
    assert.match(story.slice()?.removed ?? '', /bash\(\\u\{202E\}\)/);
    await shown({ adding: true }, ({ offer }) => offer?.working === false);
    await story.addRule('x', 'p');
    assert.equal(story.slice()?.removed, undefined);
  });

  it('shows every call that a proposal would have changed as a document, and none of another offer', async () => {
    const { story, done, shown } = window();
    await shown({ adding: true }, ({ offer }) => offer?.working === false);
    for (const [id, key] of [
      ['x', 'q'],
      ['gone', 'p'],
    ] as const) {
      await assert.rejects(story.showChanged(id, key), /not offered any more/);
    }
    await story.showChanged('x', 'p');
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
    await early.shown({ adding: true }, ({ offer }) => offer?.proposals.length === 1);
    await assert.rejects(early.story.addRule('x', 'p'), /not offered any more/);
    const late = window();
    await late.shown({ adding: true }, ({ offer }) => offer?.working === false);
    late.story.look({ id: 'x', whole: true, adding: false });
    await assert.rejects(late.story.addRule('x', 'p'), /not offered any more/);
    assert.deepEqual([early.done, late.done], [[], []]);
  });

  for (const [says, world, id] of [
    ['a secret', { secret: true }, 'x'],
    ['an input that is not kept', {}, 'gone'],
  ] as const) {
    it(`proposes nothing for ${says}`, async () => {
      const { shown } = window(world);
      const { offer } = await shown({ id, adding: true }, (block) => block.offer?.working === false);
      assert.deepEqual([offer?.proposals, offer?.why === undefined], [[], false]);
    });
  }
});
