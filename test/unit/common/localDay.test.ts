import assert from 'node:assert/strict';
import { lastDays, localDay } from '../../../src/common/localDay';

describe('days of the user', () => {
  const before = process.env['TZ'];
  const at = (zone: string): void => {
    process.env['TZ'] = zone;
  };
  afterEach(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  it('begin at local midnight', () => {
    at('America/New_York');
    assert.equal(localDay(Date.parse('2026-11-21T04:59:59Z')), '2026-11-20');
    assert.equal(localDay(Date.parse('2026-11-21T05:00:00Z')), '2026-11-21');
  });

  it('are each there once, also where clocks are put back or forward', () => {
    at('Europe/Berlin');
    assert.deepEqual(lastDays(Date.parse('2026-10-26T22:30:00Z'), 4), [
      '2026-10-23',
      '2026-10-24',
      '2026-10-25',
      '2026-10-26',
    ]);
    assert.deepEqual(lastDays(Date.parse('2026-03-29T22:30:00Z'), 3), ['2026-03-28', '2026-03-29', '2026-03-30']);
  });

  it('go over the border of a year', () => {
    at('UTC');
    assert.deepEqual(lastDays(Date.parse('2027-01-01T00:00:00Z'), 2), ['2026-12-31', '2027-01-01']);
    assert.deepEqual(lastDays(0, 0), []);
  });
});
