import assert from 'node:assert/strict';
import { decide } from '../../src/engine/decide';
import { fakeGate, WORKSPACE } from '../unit/engine/fakeGate';

describe('the cost of the facts', () => {
  const hostile: readonly (readonly [string, string])[] = [
    ['addresses', Array.from({ length: 20_000 }, (_, index) => `http://a${index}.b`).join(' ')],
    ['colons', `curl ${'://'.repeat(100_000)}`],
    ['one word', `curl https://${'a'.repeat(250_000)}`],
    ['brackets', `ssh -L ${':['.repeat(125_000)}`],
    ['at signs', `scp ${'@'.repeat(250_000)}:x y`],
    ['commands', 'curl a;'.repeat(2_500)],
    ['pushes', 'git push x;'.repeat(2_500)],
    ['blanks', `ssh -o 'HostName${' '.repeat(250_000)}x' y`],
  ];
  for (const [what, text] of hostile) {
    it(`is bounded for a long line of ${what}`, async () => {
      const gate = fakeGate();
      await decide(
        { tool: 'bash', input: { command: `make; ${text}` }, cwd: WORKSPACE },
        gate,
        new AbortController().signal,
      );
      const facts = gate.classified[0]?.facts ?? [];
      assert.ok(facts.length < 160, String(facts.length));
      assert.ok(facts.join('').length < 200_000);
    });
  }
});
