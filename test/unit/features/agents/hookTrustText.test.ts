import assert from 'node:assert/strict';
import type { HookTrust, HookTrustEntry } from '../../../../src/agents/codex/hookTrust';
import { hookTrustText } from '../../../../src/features/agents/hookTrustText';

const listed = (...states: readonly HookTrustEntry['state'][]): HookTrust => ({
  kind: 'listed',
  entries: states.map((state, index) => ({ event: `Event${index}`, state })),
});

describe('what is told of trust in Codex', () => {
  const rows: readonly (readonly [what: string, trust: HookTrust, missing: RegExp | undefined, message: RegExp])[] = [
    ['all is trusted', listed('trusted', 'trusted'), undefined, /^You trust all hooks/],
    ['one is not', listed('trusted', 'not-trusted'), /passes over 1 of the 2 .*\/hooks/, /passes over 1 of the 2/],
    ['one is not listed', listed('not-trusted', 'not-listed'), /does not see 1 of the 2/, /Connect Codex again/],
    ['Codex is not found', { kind: 'codex-not-found' }, undefined, /not on the PATH of VS Code.*\/hooks/],
    ['no answer', { kind: 'no-answer' }, undefined, /did not say.*\/hooks/],
  ];
  for (const [what, trust, missing, message] of rows) {
    it(what, () => {
      const text = hookTrustText(trust);
      assert.match(text.message, message);
      if (missing === undefined) assert.equal(text.missing, undefined);
      else assert.match(text.missing ?? '', missing);
    });
  }
});
