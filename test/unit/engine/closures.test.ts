import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decide } from '../../../src/engine/decide';
import type { Decision } from '../../../src/engine/model/decision';
import { fakeGate, verdict, WORKSPACE, type FakeGate } from './fakeGate';

/** One line of test/corpus/closures.jsonl; test/corpus/README.md describes the fields. */
interface Pair {
  readonly name: string;
  readonly depth: number;
  readonly line: string;
  readonly by: 'floor' | 'judge';
  readonly harm: string;
  readonly files: Record<string, string>;
  readonly harmful: Record<string, string>;
}

const FILE = join(import.meta.dirname, '../../corpus/closures.jsonl');
const PAIRS = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Pair);

async function decided(line: string, files: Record<string, string>): Promise<{ decision: Decision; gate: FakeGate }> {
  const tree = Object.fromEntries(Object.entries(files).map(([path, text]) => [`${WORKSPACE}/${path}`, text]));
  const gate = fakeGate({ tree, classifier: () => verdict('allow') });
  const request = { tool: 'bash', input: { command: line }, cwd: WORKSPACE, sessionId: 's' };
  return { decision: await decide(request, gate, new AbortController().signal), gate };
}

describe('the same line with a harmless and a harmful closure', () => {
  it('has 150 pairs in all depths', () => {
    assert.ok(PAIRS.length >= 150, String(PAIRS.length));
    assert.deepEqual([...new Set(PAIRS.map(({ depth }) => depth))].sort(), [1, 2, 3, 4]);
  });

  for (const { name, depth, line, by, harm, files, harmful } of PAIRS) {
    it(`${line}, ${name}`, async () => {
      const good = await decided(line, files);
      assert.equal(good.decision.outcome, 'allow', good.decision.reason);
      const bad = await decided(line, harmful);
      if (by === 'floor') {
        assert.equal(bad.decision.stage, 'hard-deny', JSON.stringify(bad.decision.runs));
        assert.match(bad.decision.reason, /It is in ".+" \(.+, line \d+\), which this call runs\.$/);
      } else {
        const facts = bad.gate.classified[0]?.facts.join('\n') ?? '';
        assert.ok(facts.includes(JSON.stringify(harm).slice(1, -1)), facts);
      }
      const deepest = Math.max(...(bad.decision.runs?.files ?? []).map((file) => file.depth));
      assert.ok(deepest + 1 >= depth, `${deepest + 1} of ${depth}`);
    });
  }
});
