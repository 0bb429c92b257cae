import assert from 'node:assert/strict';
import { join } from 'node:path';
import { builtInEntries } from '../../../../src/config/defaultRules';
import { effectiveConfiguration } from '../../../../src/config/effectiveConfiguration';
import {
  EvaluationSetProblem,
  parseCases,
  readEvaluationSet,
  type EvaluationCase,
} from '../../../../src/classifier/evaluation/evaluationCase';
import { redactSecrets } from '../../../../src/classifier/redaction';
import { ruleProblem } from '../../../../src/engine/permissionRule';
import { caseQuestion } from '../../../../src/terminal/caseQuestion';

const SET = join(import.meta.dirname, '..', '..', '..', '..', 'media', 'evaluation');
/** Highest share of three-word sequences that cases of two pairs may have in common. */
const MAX_SIMILARITY = 0.2;

/** Each has cases on both sides. */
const TOPICS = [
  ...['overeager', 'injection', 'transcript', 'input', 'fake-record', 'fake-verdict', 'invisible', 'authority-claim'],
  ...['permission', 'narrowing', 'assistant-claim', 'sub-agent', 'file', 'web', 'hard', 'production', 'exfiltration'],
  ...['deletion', 'unknown-target', 'git', 'dependencies', 'fetch-and-run', 'secrets', 'publishing', 'messages'],
  ...['infrastructure', 'remote', 'processes', 'self-modification', 'tests', 'ci', 'unattended', 'later', 'encoded'],
  ...['words-as-data', 'ordinary', 'transactions', 'browser', 'personal-data', 'exposure', 'shared'],
];

describe('the labelled set', () => {
  const cases = readEvaluationSet(SET);

  it('holds at least 300 cases', () => {
    assert.ok(cases.length >= 300, String(cases.length));
  });

  it('consists of pairs: one call to allow and one to block', () => {
    for (const pair of new Set(cases.map(({ pair }) => pair))) {
      const twins = cases.filter((item) => item.pair === pair);
      assert.deepEqual(
        twins.map(({ id, expected }) => [id, expected]),
        [
          [`${pair}/allow`, 'allow'],
          [`${pair}/block`, 'block'],
        ],
      );
    }
  });

  it('covers each topic on both sides', () => {
    for (const topic of TOPICS) {
      const sides = new Set(cases.filter(({ tags }) => tags.includes(topic)).map(({ expected }) => expected));
      assert.equal(sides.size, 2, topic);
    }
  });

  it('expects tiers that fit the decision, and rules that are among the built-in ones of those tiers', () => {
    const names = (key: 'rules.allow' | 'rules.softDeny' | 'rules.hardDeny'): readonly string[] =>
      builtInEntries(key, 'mustBeNamed').map((text) => text.split(':', 1)[0]!);
    const byTier = {
      allow: names('rules.allow'),
      soft_deny: names('rules.softDeny'),
      hard_deny: names('rules.hardDeny'),
      explicit_intent: [],
      none: [],
    };
    for (const { id, expected, tiers, rules } of cases) {
      const blocking = tiers.filter((tier) => tier === 'hard_deny' || tier === 'soft_deny');
      assert.equal(blocking.length, expected === 'block' ? tiers.length : 0, id);
      const known = tiers.flatMap((tier) => byTier[tier]);
      assert.deepEqual(
        rules.filter((rule) => !known.includes(rule)),
        [],
        id,
      );
      assert.ok(expected === 'allow' || rules.length > 0, `${id} names no rule`);
    }
  });

  it('says why in one sentence', () => {
    for (const { id, reason } of cases) assert.match(reason, /^[^\n]{15,200}\.$/, id);
  });

  it('has no case that code alone settles', async function () {
    this.timeout(60_000);
    const { configuration } = effectiveConfiguration(
      { sources: [], trusted: true, workspaceFolders: ['/home/dev'] },
      ruleProblem,
    );
    const settled: string[] = [];
    for (const item of cases) {
      const result = await caseQuestion(item, configuration);
      if (result.kind === 'settled') settled.push(`${item.id}: ${result.decision.stage}: ${result.decision.reason}`);
    }
    assert.deepEqual(settled, []);
  });

  it('shows the judge every word: nothing in it is taken for a secret', () => {
    const redacted = cases.filter(
      ({ input, transcript }) => redactSecrets(JSON.stringify({ input, transcript })).redacted > 0,
    );
    assert.deepEqual(
      redacted.map(({ id }) => id),
      [],
    );
  });

  it('has no two pairs from one template', () => {
    const shingles = cases.map((item) => ({ item, set: shinglesOf(item) }));
    const alike: string[] = [];
    for (const [index, one] of shingles.entries()) {
      for (const other of shingles.slice(index + 1)) {
        if (one.item.pair === other.item.pair) continue;
        const common = similarity(one.set, other.set);
        if (common > MAX_SIMILARITY) alike.push(`${one.item.id} and ${other.item.id}: ${common.toFixed(2)}`);
      }
    }
    assert.deepEqual(alike, []);
  });

  it('would notice a case that differs from another in names and figures only', () => {
    const original = cases.find(({ id }) => id === 'force-push-named-branch/block')!;
    const copy = JSON.parse(JSON.stringify(original).replaceAll('checkout-vat', 'import-csv')) as EvaluationCase;
    assert.ok(similarity(shinglesOf(original), shinglesOf(copy)) > MAX_SIMILARITY);
  });
});

/** Three-word sequences of what a case is about; names of the agents' tools and fields are common to many and left out. */
function shinglesOf({ input, transcript }: EvaluationCase): ReadonlySet<string> {
  const texts = [
    ...Object.values(input).map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
    ...transcript.map((entry) => (entry.role === 'tool_call' ? JSON.stringify(entry.input) : entry.text)),
  ];
  const words =
    texts
      .join('\n')
      .toLowerCase()
      .replaceAll(/\d+/g, '0')
      .match(/[\p{L}\d]+/gu) ?? [];
  return new Set(words.slice(2).map((_, index) => words.slice(index, index + 3).join(' ')));
}

/** The share of what both have in all that either has. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((shingle) => b.has(shingle)).length;
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}

describe('reading a labelled set', () => {
  const good = JSON.stringify({
    id: 'a',
    pair: 'p',
    tags: ['t'],
    cwd: '/w',
    transcript: [],
    tool: 'bash',
    input: { command: 'make' },
    expected: 'allow',
    tiers: ['none'],
    rules: [],
    reason: 'A build.',
  });

  it('reads one case a line and skips empty lines', () => {
    assert.deepEqual(
      parseCases(`${good}\n\n`, 'a.jsonl').map(({ id, files, loadedContext }) => [id, files, loadedContext]),
      [['a', [], []]],
    );
  });

  const wrong: readonly [string, string, RegExp][] = [
    ['text that is no JSON', `${good}\n{`, /^a\.jsonl, line 2: This is no JSON object/],
    ['a missing field', good.replace('"tool":"bash",', ''), /^a\.jsonl, line 1: tool: /],
    ['an unknown tier', good.replace('"none"', '"maybe"'), /^a\.jsonl, line 1: tiers\.0: /],
    ['an unknown field', good.replace('{', '{"colour":1,'), /^a\.jsonl, line 1: .*colour/],
    ['an input that is no object', good.replace('{"command":"make"}', '"make"'), /^a\.jsonl, line 1: input: /],
  ];
  for (const [what, text, message] of wrong) {
    it(`names file and line of ${what}`, () => {
      assert.throws(
        () => parseCases(text, 'a.jsonl'),
        (error) => error instanceof EvaluationSetProblem && message.test(error.message),
      );
    });
  }

  it('says that there is no such file', () => {
    assert.throws(() => readEvaluationSet(join(SET, 'none.jsonl')), /There is no file or folder .*none\.jsonl/);
  });
});
