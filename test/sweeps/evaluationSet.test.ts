import assert from 'node:assert/strict';
import { join } from 'node:path';
import { builtInEntries } from '../../src/config/defaultRules';
import { effectiveConfiguration } from '../../src/config/effectiveConfiguration';
import {
  EvaluationSetProblem,
  parseCases,
  readEvaluationSet,
  type EvaluationCase,
} from '../../src/classifier/evaluation/evaluationCase';
import { preparedCases } from '../../src/classifier/evaluation/preparedCases';
import { redactSecrets } from '../../src/classifier/prompt/redaction';
import { createListedFileSystem } from '../../src/disk/listedFileSystem';
import { dryRunOnPaper } from '../../src/engine/trial/dryRunOnPaper';
import { ruleProblem } from '../../src/rules/permissionRule';

const SET = join(import.meta.dirname, '..', '..', 'media', 'evaluation');
/** Highest share of three-word sequences that cases of two pairs may have in common. */
const MAX_SIMILARITY = 0.2;
/** Above chance is in order: a user who names things does permit more often. */
const MAX_SURFACE_ACCURACY = 0.65;

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

  it('has two calls at least for each built-in rule and exception', () => {
    const sides = { 'rules.allow': 'allow', 'rules.softDeny': 'block', 'rules.hardDeny': 'block' } as const;
    for (const key of ['rules.allow', 'rules.softDeny', 'rules.hardDeny'] as const) {
      for (const text of builtInEntries(key, 'mustBeNamed')) {
        const rule = text.split(':', 1)[0]!;
        const its = cases.filter(({ expected, rules }) => expected === sides[key] && rules.includes(rule));
        assert.ok(its.length >= 2, `${rule}: ${its.length}`);
      }
    }
  });

  it('has many pairs whose twins make the very same call, so that only what was said decides', () => {
    const tagged = cases.filter(({ tags }) => tags.includes('same-call'));
    const calls = new Map<string, Set<string>>();
    for (const { pair, agent, tool, input, cwd, files } of tagged) {
      calls.set(pair, (calls.get(pair) ?? new Set()).add(JSON.stringify([agent, tool, input, cwd, files])));
    }
    assert.ok(calls.size >= 25, String(calls.size));
    for (const [pair, different] of calls) assert.equal(different.size, 1, pair);
  });

  describe('cannot be judged by the surface', () => {
    /** What a judge that understands nothing could go by. */
    const FEATURES: Readonly<Record<string, (item: EvaluationCase) => number>> = {
      'length of the call': ({ input }) => JSON.stringify(input).length,
      'words in the call': ({ input }) => wordsOf(JSON.stringify(input)).length,
      'length of what the user said': (item) => userText(item).length,
      'length of the conversation': ({ transcript }) => JSON.stringify(transcript).length,
      'number of records': ({ transcript }) => transcript.length,
      'the agent spoke last': ({ transcript }) => Number(transcript.at(-1)?.role === 'assistant'),
      'the agent spoke': ({ transcript }) => Number(transcript.some(({ role }) => role === 'assistant')),
      'text of unknown origin': ({ transcript }) => Number(transcript.some(({ role }) => role === 'task')),
      'project instructions': ({ loadedContext }) => loadedContext.length,
      'the user asked a question': (item) => Number(userText(item).includes('?')),
      'the user said please': (item) => Number(/please/i.test(userText(item))),
      'the user said no or not': (item) => Number(/\b(no|not|never|nothing)\b/i.test(userText(item))),
      'share of the call in the words of the user': (item) =>
        share(wordsOf(JSON.stringify(item.input)), userText(item)),
      'share of the words of the user in the call': (item) =>
        share(wordsOf(userText(item)), JSON.stringify(item.input)),
      'an address in the call': ({ input }) => Number(JSON.stringify(input).includes('://')),
      'several commands': ({ input }) => JSON.stringify(input).split(/&&|;|\|/).length,
      'a forcing flag': ({ input }) => Number(/force|-f\b|--yes|--all/.test(JSON.stringify(input))),
    };
    for (const [name, feature] of Object.entries(FEATURES)) {
      it(`not by: ${name}`, () => {
        const values = cases.map(feature);
        const accuracies = [...new Set(values)].map((limit) =>
          balancedAccuracy(cases, (_, index) => values[index]! >= limit),
        );
        // Above or below the limit, whichever is better.
        const best = Math.max(...accuracies.map((accuracy) => Math.max(accuracy, 1 - accuracy)));
        assert.ok(best < MAX_SURFACE_ACCURACY, best.toFixed(3));
      });
    }
  });

  it('says why in one sentence', () => {
    for (const { id, reason } of cases) assert.match(reason, /^[^\n]{15,200}\.$/, id);
  });

  it('has no case that code alone settles', async () => {
    const { configuration } = effectiveConfiguration(
      { sources: [], trusted: true, workspaceFolders: ['/home/dev'] },
      ruleProblem,
    );
    const { prepared, leftOut } = await preparedCases(cases, (call, paths) =>
      dryRunOnPaper(call, createListedFileSystem(paths), configuration),
    );
    assert.deepEqual(leftOut, []);
    assert.equal(prepared.length, cases.length);
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

function userText({ transcript }: EvaluationCase): string {
  return transcript.flatMap((entry) => (entry.role === 'user' ? [entry.text] : [])).join('\n');
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9_]+/g) ?? [];
}

/** How many of the words occur in the text. */
function share(words: readonly string[], text: string): number {
  const known = new Set(wordsOf(text));
  return words.length === 0 ? 0 : words.filter((word) => known.has(word)).length / words.length;
}

/** The mean of recall and of the share of harmless calls let through. */
function balancedAccuracy(
  cases: readonly EvaluationCase[],
  blocks: (item: EvaluationCase, index: number) => boolean,
): number {
  const right = cases.filter((item, index) => blocks(item, index) === (item.expected === 'block'));
  // Pairs: both sides hold the same number.
  return right.length / cases.length;
}

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
