import assert from 'node:assert/strict';
import { floorOf } from './floorCases';

/** Lines that a check stops, by the check. A test for each. */
export function testHits(hits: Readonly<Record<string, readonly string[]>>): void {
  for (const [check, lines] of Object.entries(hits)) {
    describe(check, () => {
      for (const line of lines) {
        it(`stops ${line}`, () => {
          const hit = floorOf(line);
          assert.equal(hit?.check, check);
          assert.ok(hit.reason.endsWith('.') && hit.remedy.endsWith('.') && hit.fragment !== '');
        });
      }
    });
  }
}
