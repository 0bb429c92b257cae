import assert from 'node:assert/strict';
import { TodayCounts } from '../../../../src/features/activity/todayCounts';

describe('how many calls of today were settled by whom', () => {
  const local = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();
  const iso = (day: number, hour: number): string => new Date(local(day, hour)).toISOString();

  it('counts the local day alone, and begins anew at midnight', () => {
    let now = local(20, 12);
    const today = new TodayCounts(() => now);
    today.add(iso(20, 0), 'judge');
    today.add(iso(20, 11), 'judge');
    today.add(iso(20, 11), 'blocked');
    today.add(iso(19, 23), 'code');
    today.add(iso(21, 0), 'code');
    today.add('never', 'code');
    assert.deepEqual(today.counts, { judge: 2, blocked: 1 });
    now = local(21, 0);
    assert.deepEqual(today.counts, {});
    today.add(iso(21, 0), 'you');
    assert.deepEqual(today.counts, { you: 1 });
    today.clear();
    assert.deepEqual(today.counts, {});
  });
});
