/** Tables of command lines that are proven to only read, or not. */
import assert from 'node:assert/strict';
import { analyse } from '../../../../src/shell/analyse';
import { proveReadOnly } from '../../../../src/shell/proof/readOnlyProof';

/** One test for each line: it is proven. */
export function proven(...lines: readonly string[]): void {
  for (const line of lines) {
    it(`proves ${line}`, () => {
      const proof = proveReadOnly(analyse(line, 'bash', { cwd: '/w', home: '/home/u' }));
      assert.equal(proof.proven ? undefined : proof.objection, undefined);
    });
  }
}

/** One test for each line: it is not proven, for a reason that the pattern meets. */
export function notProven(cases: readonly (readonly [line: string, why: RegExp])[]): void {
  for (const [line, why] of cases) {
    it(`does not prove ${line}`, () => {
      const proof = proveReadOnly(analyse(line, 'bash', { cwd: '/w', home: '/home/u' }));
      assert.match(proof.proven ? 'proven' : proof.objection, why);
    });
  }
}
