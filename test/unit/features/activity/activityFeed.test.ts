import assert from 'node:assert/strict';
import type { Decision } from '../../../../src/engine/model/decision';
import { ActivityFeed } from '../../../../src/features/activity/activityFeed';
import type { ActivityFocus } from '../../../../src/panel/activity';

/** Every third is a block, every fourth comes from Codex. */
function decision(number: number, changes: Partial<Decision> = {}): Decision {
  return {
    id: `d${number}`,
    at: '2026-03-04T05:06:07.000Z',
    durationMs: 1,
    outcome: number % 3 === 0 ? 'block' : 'allow',
    stage: number % 3 === 0 ? 'permissions.deny' : 'read-only-command',
    reason: 'Because.',
    tool: 'Bash',
    summary: `Bash step ${number}`,
    agent: number % 4 === 0 ? 'codex' : 'claude-code',
    ...changes,
  };
}

function feedOf(count: number, capacity?: number): ActivityFeed {
  const feed = new ActivityFeed(capacity);
  for (let number = 1; number <= count; number++) feed.add(decision(number));
  return feed;
}

function ids(feed: ActivityFeed, focus: Partial<ActivityFocus>): readonly string[] {
  return feed.slice({ first: 0, count: 200, ...focus }).lines.map((line) => ('id' in line ? line.id : line.heading));
}

describe('the feed of decisions', () => {
  const SLICES: readonly (readonly [name: string, focus: Partial<ActivityFocus>, ids: readonly string[]])[] = [
    ['the newest first', { count: 3 }, ['d12', 'd11', 'd10']],
    ['from where it is asked', { first: 9, count: 200 }, ['d3', 'd2', 'd1']],
    ['nothing behind the end', { first: 12 }, []],
    ['blocks', { part: 'blocked' }, ['d12', 'd9', 'd6', 'd3']],
    ['an agent as it is named', { agent: 'Codex' }, ['d12', 'd8', 'd4']],
    ['both', { agent: 'Codex', part: 'blocked' }, ['d12']],
    ['a text in capitals', { search: 'STEP 1' }, ['d12', 'd11', 'd10', 'd1']],
    ['a text that would be a pattern', { search: 'step .' }, []],
    ['the rows up to one', { newest: 4 }, ['d5', 'd4', 'd3', 'd2', 'd1']],
    ['what is found up to one', { newest: 7, part: 'blocked' }, ['d6', 'd3']],
    ['nothing up to one that is gone', { newest: -5 }, []],
    ['everything up to one that is to come', { newest: 99, count: 1 }, ['d12']],
  ];
  for (const [name, focus, expected] of SLICES) {
    it(`gives ${name}`, () => {
      assert.deepEqual(ids(feedOf(12), focus), expected);
    });
    it(`gives ${name}, when it was looked at from the start`, () => {
      const feed = new ActivityFeed(20);
      for (let number = -30; number <= 12; number++) {
        feed.add(decision(number));
        ids(feed, focus);
      }
      feed.clear();
      for (let number = 1; number <= 12; number++) feed.add(decision(number));
      const first = feed.slice({ first: 11, count: 1 }).lines[0]?.number ?? 0;
      const shifted = focus.newest === undefined ? {} : { newest: focus.newest + first };
      assert.deepEqual(ids(feed, { ...focus, ...shifted }), expected);
    });
  }

  it('keeps what is found in step with what comes and goes', () => {
    const feed = new ActivityFeed(10);
    for (let number = 1; number <= 500; number++) {
      feed.add(decision(number));
      const wanted = Array.from({ length: Math.min(10, number) }, (_, index) => number - index);
      const blocks = wanted.filter((one) => one % 3 === 0).map((one) => `d${one}`);
      assert.deepEqual(ids(feed, { part: 'blocked' }), blocks);
    }
  });

  it('tells how many are newer than those that stay', () => {
    const slice = feedOf(12).slice({ first: 0, count: 1, newest: 4, part: 'blocked' });
    assert.deepEqual([slice.kept, slice.found, slice.newer, slice.upTo], [12, 1, 3, 4]);
  });

  it('takes in earlier ones behind the others until it is full', () => {
    const feed = feedOf(2, 4);
    for (const number of [0, -1, -2, -3]) feed.addEarlier(decision(number));
    assert.deepEqual(ids(feed, {}), ['d2', 'd1', 'd0', 'd-1']);
    assert.ok(feed.has('d0') && !feed.has('d-2'));
    feed.add(decision(3));
    assert.deepEqual(ids(feed, {}), ['d3', 'd2', 'd1', 'd0']);
    assert.deepEqual(ids(feed, { part: 'blocked' }), ['d3', 'd0']);
  });

  it('keeps 10,000 of 50,000 decisions, and the agents of these', () => {
    const feed = new ActivityFeed();
    for (let number = 1; number <= 50_000; number++) {
      feed.add(decision(number, number <= 40_000 ? { agent: `agent-${number}` } : {}));
    }
    const { kept, total, agents } = feed.slice({ first: 9_999, count: 200 });
    assert.deepEqual([kept, total, ids(feed, { first: 9_999 })], [10_000, 10_000, ['d40001']]);
    assert.deepEqual([...agents].sort(), ['Claude Code', 'Codex']);
  });

  it('names fifty agents at most', () => {
    const feed = new ActivityFeed();
    for (let number = 1; number <= 200; number++) feed.add(decision(number, { agent: `agent-${number}` }));
    assert.equal(feed.slice({ first: 0, count: 1 }).agents.length, 50);
  });

  it('shows foreign texts as text of bounded length', () => {
    const feed = new ActivityFeed();
    const hostile = '\u202E\u0000\u001B[31m<b>'.repeat(100_000);
    feed.add(decision(1, { tool: hostile, summary: hostile, agent: hostile }));
    const [row] = feed.slice({ first: 0, count: 1 }).lines;
    const json = JSON.stringify(row);
    assert.ok(json.length < 2000, String(json.length));
    assert.doesNotMatch(json, /\u202E|\\u0000|\\u001b/);
    assert.ok(row !== undefined && 'tool' in row && row.tool.startsWith('\\u{202E}\\u{0}\\u{1B}[31m<b>'));
  });

  it('marks what nobody has judged', () => {
    const feed = new ActivityFeed();
    feed.add(decision(1, { outcome: 'block', stage: 'classifier', outage: 'timeout' }));
    feed.add(decision(2));
    assert.deepEqual(
      feed.slice({ first: 0, count: 2 }).lines.map((line) => 'unjudged' in line),
      [false, true],
    );
    assert.deepEqual(ids(feed, { search: 'not be JUDGED' }), ['d1']);
  });

  it('finds by who settled it, and by the name of the check', () => {
    const feed = feedOf(3);
    feed.add(decision(4, { stage: 'classifier', outcome: 'block' }));
    feed.add(decision(5, { stage: 'cache', outcome: 'allow' }));
    assert.deepEqual(ids(feed, { part: 'judge' }), ['d5']);
    assert.deepEqual(ids(feed, { part: 'blocked' }), ['d4', 'd3']);
    assert.deepEqual(ids(feed, { part: 'code' }), ['d2', 'd1']);
    assert.deepEqual(ids(feed, { search: 'deny rule' }), ['d3']);
  });
});
