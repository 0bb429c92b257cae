import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Decision } from '../../../../src/engine/model/decision';
import { ActivityFeed } from '../../../../src/features/activity/activityFeed';
import type { ActivityFocus, ActivityLine } from '../../../../src/panel/activity';
import { decision } from '../../engine/model/decisions';

/** `A:ls` is a call in session A, `A:ls!` a blocked one. */
function decisions(calls: readonly string[]): readonly Decision[] {
  return calls.map((call, at) => {
    const [session = '', text = ''] = call.split(':');
    return decision({
      id: `d${at}`,
      summary: `bash ${text.replace('!', '')}`,
      outcome: text.endsWith('!') ? 'block' : 'allow',
      ...(session === '' ? {} : { agent: 'codex', sessionId: session, cwd: `/projects/${session}` }),
    });
  });
}

function feedOf(calls: readonly string[], capacity?: number): ActivityFeed {
  const feed = new ActivityFeed(capacity);
  for (const one of decisions(calls)) feed.add(one);
  return feed;
}

function text(line: ActivityLine): string {
  if ('heading' in line) return `# ${line.heading}`;
  const { summary, outcome, fold } = line;
  const count = fold === undefined ? '' : fold.open ? ' open' : ` ×${fold.count}`;
  return `${summary}${outcome === 'block' ? '!' : ''}${count}`;
}

function lines(feed: ActivityFeed, focus: Partial<ActivityFocus> = {}): readonly string[] {
  return feed.slice({ first: 0, count: 200, ...focus }).lines.map(text);
}

describe('the lines of the list of decisions', () => {
  const LISTS: readonly (readonly [name: string, calls: string, shown: string])[] = [
    ['folds equal calls in a row', ':ls :ls :pwd :ls', 'ls|pwd|ls ×2'],
    ['folds no different outcomes', ':ls :ls! :ls!', 'ls! ×2|ls'],
    ['folds no calls of different sessions', 'A:ls B:ls', 'ls|ls'],
    ['heads the rows of a session', 'A:one A:two', '# Codex · A|two|one'],
    ['heads each run of rows', 'A:one A:two B:one B:two', '# Codex · B|two|one|# Codex · A|two|one'],
    ['heads no single row', 'A:one B:two A:three', 'three|two|one'],
    ['heads no row without a session', ':one :two A:three A:four', '# Codex · A|four|three|two|one'],
    ['counts a fold as one row', 'A:one A:one', 'one ×2'],
  ];
  for (const [name, calls, shown] of LISTS) {
    it(name, () => {
      assert.equal(lines(feedOf(calls.split(' '))).join('|'), shown);
    });
  }

  it('says which rows belong to the heading above them', () => {
    const shown = feedOf(['A:one', 'A:two', 'B:one', 'A:three', ':four', 'B:two', 'B:three'])
      .slice({ first: 0, count: 9 })
      .lines.map((line) => ('heading' in line ? '#' : `${line.summary} ${line.headed === true}`));
    assert.deepEqual(shown, [
      '#',
      'three true',
      'two true',
      'four false',
      'three false',
      'one false',
      '#',
      'two true',
      'one true',
    ]);
  });

  it('shows folded calls one by one where they are unfolded, and those that come later too', () => {
    const feed = feedOf([':ls', ':ls', ':pwd']);
    const [, fold] = feed.slice({ first: 0, count: 9 }).lines;
    const id = fold !== undefined && 'fold' in fold ? fold.fold.id : '';
    assert.deepEqual(lines(feed, { unfolded: [id] }), ['pwd', 'ls open', 'ls open']);
    assert.deepEqual(lines(feed, { unfolded: [] }), ['pwd', 'ls ×2']);
    const other = feedOf([':ls', ':ls']);
    assert.deepEqual(lines(other, { unfolded: ['d0'] }), ['ls open', 'ls open']);
    for (const one of decisions([':ls'])) other.add({ ...one, id: 'later' });
    assert.deepEqual(lines(other, { unfolded: ['d0'] }), ['ls open', 'ls open', 'ls open']);
  });

  it('opens the newest of folded calls', () => {
    const [row] = feedOf([':ls', ':ls', ':ls']).slice({ first: 0, count: 1 }).lines;
    assert.equal(row !== undefined && 'id' in row ? row.id : '', 'd2');
  });

  it('keeps a line and its key while more is folded into it, and counts no later ones into it', () => {
    const feed = feedOf([':ls', ':ls']);
    const before = feed.slice({ first: 0, count: 1 });
    for (const one of decisions([':ls'])) feed.add({ ...one, id: 'later' });
    const after = feed.slice({ first: 0, count: 1, newest: before.newest });
    assert.deepEqual(after.lines, before.lines);
    assert.deepEqual([after.found, after.newer], [2, 1]);
  });

  it('gives each row its place among the rows', () => {
    const { lines: shown, rows, total } = feedOf(['A:1', 'A:2', 'B:1', 'B:2']).slice({ first: 0, count: 9 });
    const places = shown.map((line) => ('place' in line ? line.place : undefined));
    assert.deepEqual([places, rows, total], [[undefined, 1, 2, undefined, 3, 4], 4, 6]);
  });

  const CALL = fc.constantFrom('A:a', 'A:b', 'A:a!', 'B:a', ':a', ':b');
  it('says the same at once and bit by bit, with what comes and goes', () => {
    fc.assert(
      fc.property(fc.array(CALL, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (calls, capacity) => {
        const grown = new ActivityFeed(capacity);
        for (const one of decisions(calls)) {
          grown.add(one);
          grown.slice({ first: 0, count: 1 });
        }
        const whole = lines(grown);
        const rows = whole.filter((line) => !line.startsWith('#'));
        const slice = grown.slice({ first: 0, count: 1 });
        assert.deepEqual([slice.found, slice.rows], [Math.min(calls.length, capacity), rows.length]);
        assert.equal(slice.total, whole.length);
        // Each place by itself.
        assert.deepEqual(
          whole.flatMap((_, first) => lines(grown, { first, count: 1 })),
          whole,
        );
        // What is folded differs from its neighbours.
        const fresh = lines(feedOf(calls.slice(-capacity)));
        assert.deepEqual(
          rows,
          fresh.filter((line) => !line.startsWith('#')),
        );
      }),
    );
  });

  it('shows what was there when the user began to look, also after later calls', () => {
    fc.assert(
      fc.property(fc.array(CALL, { minLength: 1, maxLength: 30 }), fc.array(CALL, { maxLength: 30 }), (calls, more) => {
        const feed = feedOf(calls);
        const before = feed.slice({ first: 0, count: 200 });
        for (const one of decisions(more)) feed.add({ ...one, id: `later-${one.id}` });
        const after = feed.slice({ first: 0, count: 200, newest: before.newest });
        assert.deepEqual(after.lines, before.lines);
        assert.deepEqual(
          [after.found, after.total, after.rows, after.newer],
          [before.found, before.total, before.rows, more.length],
        );
      }),
    );
  });
});
