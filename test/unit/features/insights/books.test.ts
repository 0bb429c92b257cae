import assert from 'node:assert/strict';
import { localDay } from '../../../../src/common/localDay';
import type { Decision } from '../../../../src/engine/model/decision';
import { FigureBook, NO_FIGURES, sumOf } from '../../../../src/features/insights/figureBook';
import { LineBook } from '../../../../src/features/insights/lineBook';
import { decision } from '../../engine/model/decisions';

const AT = '2026-11-21T10:00:00.000Z';
const DAY = localDay(Date.parse(AT));
const CODE: Partial<Decision> = {
  outcome: 'allow',
  stage: 'read-only-command',
  tier: undefined,
  classifier: undefined,
};
const USAGE = { provider: 'fake', model: 'm', latencyMs: 200, costUsd: 0.01 };

function counted(all: readonly Partial<Decision>[], input: unknown = { command: 'x' }): FigureBook {
  const book = new FigureBook();
  for (const changes of all) book.add({ decision: decision({ at: AT, ...changes }), input });
  return book;
}

describe('figures of the log', () => {
  it('are of the day on which it was decided, in local time', () => {
    const midnight = new Date(2026, 10, 21).getTime();
    const at = (milliseconds: number): Partial<Decision> => ({ ...CODE, at: new Date(milliseconds).toISOString() });
    const book = counted([at(midnight - 1), at(midnight), at(midnight + 86_399_999)]);
    assert.deepEqual(
      ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => book.of(day, undefined).calls),
      [1, 2, 0],
    );
  });

  it('tell what no model was asked about, what it took, and outages apart from blocks', () => {
    const figures = counted([
      CODE,
      { outcome: 'allow', stage: 'cache', classifier: undefined },
      { outcome: 'allow', classifier: USAGE },
      { classifier: { ...USAGE, latencyMs: 300, costUsd: undefined } },
      { outage: 'timeout', classifier: undefined },
      { outcome: 'allow', stage: 'user', outage: 'network', classifier: undefined },
      { stage: 'permissions.deny', classifier: undefined },
    ]).of(DAY, undefined);
    assert.deepEqual(figures, {
      ...NO_FIGURES,
      calls: 7,
      byStage: { 'read-only-command': 1, cache: 1, classifier: 3, user: 1, 'permissions.deny': 1 },
      withoutModel: 2,
      judged: 2,
      judgeMs: 500,
      costUsd: 0.01,
      unpriced: 1,
      blocked: 2,
      unjudged: 1,
    });
  });

  it('leave out what was decided while off, and unreadable times', () => {
    const book = counted([{ outcome: 'defer', stage: 'disabled' }, { at: 'soon' }]);
    assert.deepEqual(book.of(DAY, undefined), sumOf([]));
  });

  it('are by agent, and those without a name are one', () => {
    const book = counted([{ agent: 'codex' }, { agent: 'codex' }, { agent: 'claude-code' }, {}]);
    assert.deepEqual(
      ['codex', 'claude-code', '', 'other', undefined].map((agent) => book.of(DAY, agent).calls),
      [2, 1, 1, 0, 4],
    );
    assert.deepEqual([...book.agentsOf([DAY])].sort(), ['', 'claude-code', 'codex']);
  });

  it('take no more than so many names, days and open blocks', () => {
    const names = Array.from({ length: 100 }, (_, index) => ({ agent: `agent-${index}` }));
    const days = Array.from({ length: 100 }, (_, index) => ({
      at: new Date(2026, 0, 1 + index, 12).toISOString(),
    }));
    const book = counted([...names, ...days]);
    assert.equal(book.agentsOf([DAY]).length, 31);
    assert.equal(book.of(DAY, undefined).calls, 100);
    assert.equal(book.of('2026-01-05', undefined).calls, 0);
  });

  it('count a block as released when its very call ran later', () => {
    const once: Partial<Decision> = { outcome: 'allow', stage: 'allow-once', classifier: undefined };
    const rule: Partial<Decision> = { outcome: 'allow', stage: 'permissions.allow', classifier: undefined };
    const block: Partial<Decision> = { stage: 'classifier' };
    const released = (all: readonly Partial<Decision>[]): readonly number[] => {
      const { blocked, releasedOnce, releasedByRule } = counted(all).of(DAY, undefined);
      return [blocked, releasedOnce, releasedByRule];
    };
    assert.deepEqual(released([block, once]), [1, 1, 0]);
    assert.deepEqual(released([block, block, rule]), [2, 0, 2]);
    assert.deepEqual(released([once, block]), [1, 0, 0]);
    assert.deepEqual(released([block, once, once, rule]), [1, 1, 0]);
    assert.deepEqual(released([block, { ...once, cwd: '/elsewhere' }]), [1, 0, 0]);
    assert.deepEqual(released([block, { outcome: 'allow' }]), [1, 0, 0]);
    assert.deepEqual(
      released([block, { outcome: 'allow', trace: [{ stage: 'allow-once', said: 'released' }] }]),
      [1, 1, 0],
    );
    assert.deepEqual(released([{ outage: 'timeout' }, once]), [0, 0, 0]);
  });

  it('count a release for the day of the block', () => {
    const book = counted([
      { at: '2026-11-20T12:00:00Z' },
      { at: '2026-11-21T12:00:00Z', outcome: 'allow', stage: 'allow-once' },
    ]);
    assert.deepEqual(
      ['2026-11-20', '2026-11-21'].map((day) => book.of(day, undefined).releasedOnce),
      [1, 0],
    );
  });

  it('do not trust what a server says it took', () => {
    const figures = counted([{ classifier: { ...USAGE, latencyMs: -5, costUsd: 1e300 } }]).of(DAY, undefined);
    assert.deepEqual([figures.judgeMs, figures.costUsd], [0, 1e9]);
  });
});

describe('the lines that were most often judged or asked', () => {
  const lines = (all: readonly (Partial<Decision> & { readonly input?: unknown })[]): LineBook => {
    const book = new LineBook();
    all.forEach(({ input = { command: 'npm test' }, ...changes }, index) => {
      book.add({ decision: decision({ id: `d${index}`, ...changes }), input }, DAY, changes.agent ?? '');
    });
    return book;
  };
  const said = (book: LineBook, agent?: string): readonly unknown[] =>
    book.top(10, [DAY], agent).map(({ text, judged, asked, id }) => [text, judged, asked, id]);
  const other = { input: { command: 'npm run lint' } };

  it('come in order of their count, with the newest decision', () => {
    assert.deepEqual(said(lines([other, {}, {}])), [
      ['npm test', 2, 0, 'd2'],
      ['npm run lint', 1, 0, 'd0'],
    ]);
  });

  it('are the same by any tool and with any words of the agent about them', () => {
    const book = lines([
      {},
      { tool: 'Bash', agent: 'claude-code', input: { command: 'npm test', description: 'Runs the tests' } },
    ]);
    assert.deepEqual(said(book), [['npm test', 2, 0, 'd1']]);
    assert.deepEqual(said(book, 'claude-code'), [['npm test', 1, 0, 'd1']]);
  });

  it('are those that came to a model or to the user, not those that code settled', () => {
    const book = lines([
      CODE,
      { outcome: 'allow', stage: 'cache', classifier: undefined },
      { stage: 'permissions.ask', classifier: undefined, trace: [{ stage: 'permissions.ask', said: 'declined' }] },
      { outcome: 'allow', trace: [{ stage: 'permissions.ask', said: 'approved' }] },
      { stage: 'permissions.ask', classifier: undefined, trace: [] },
      { ...CODE, trace: [{ stage: 'permissions.ask', said: 'exempted' }] },
    ]);
    assert.deepEqual(said(book), [['npm test', 1, 2, 'd3']]);
  });

  it('are of the days that are looked at', () => {
    assert.deepEqual(lines([{}]).top(10, ['2026-11-01'], undefined), []);
  });

  it('are at most so many, and what is frequent is not forgotten', () => {
    const rare = Array.from({ length: 9000 }, (_, index) => ({ input: { command: `echo ${index}` } }));
    const book = lines([{}, {}, ...rare, {}]);
    assert.deepEqual(said(book)[0], ['npm test', 3, 0, 'd9002']);
    assert.ok(book.top(10_000, [DAY], undefined).length <= 4000);
  });
});
