import assert from 'node:assert/strict';
import type { ModelReply } from '../../../src/classifier/models/provider';
import { ruleSections } from '../../../src/classifier/prompt/policyPrompt';
import { readVerdict } from '../../../src/classifier/verdict';
import { RULES } from './classifierQuestion';
import { withinCpuMs } from '../cpuTime';

const { rules } = ruleSections(RULES);

function reply(changes: Partial<ModelReply>): ModelReply {
  return { toolCalls: [], text: '', ending: 'complete', usage: {}, ...changes };
}

function tool(input: unknown, name = 'classify_result'): ModelReply {
  return reply({ toolCalls: [{ name, input }] });
}

function text(value: string): ModelReply {
  return reply({ text: value });
}

/** `decision tier [rule]`, or the problem. */
function read(answer: ModelReply, mayBeAuthorised = true): string {
  const result = readVerdict(answer, { rules, mayBeAuthorised });
  if (!result.ok) return `invalid: ${result.problem}`;
  const { decision, tier, rule } = result.verdict;
  return `${decision} ${tier}${rule === undefined ? '' : ` [${rule}]`}`;
}

const GROUNDS = { rules, mayBeAuthorised: true };
const GOOD = { thinking: 't', decision: 'allow', tier: 'none', reason: 'r' };

describe('readVerdict: tool answers', () => {
  const cases: readonly [what: string, answer: ModelReply, expected: string | RegExp][] = [
    ['a plain allow', tool(GOOD), 'allow none'],
    [
      'a block with its rule by label',
      tool({ ...GOOD, decision: 'block', tier: 'soft_deny', rule: 'S1' }),
      'block soft_deny [Git history: force push.]',
    ],
    [
      'a rule by name',
      tool({ ...GOOD, decision: 'block', tier: 'hard_deny', rule: 'exfiltration' }),
      'block hard_deny [Exfiltration: sending secrets away.]',
    ],
    [
      'a rule by label and name',
      tool({ ...GOOD, decision: 'block', tier: 'hard_deny', rule: '[H1: Exfiltration]' }),
      'block hard_deny [Exfiltration: sending secrets away.]',
    ],
    [
      'a rule by its whole text',
      tool({ ...GOOD, decision: 'block', tier: 'soft_deny', rule: 'Never run  migrations on a Friday' }),
      'block soft_deny [Never run migrations on a Friday]',
    ],
    [
      'an exception',
      tool({ ...GOOD, tier: 'allow', rule: 'A1' }),
      'allow allow [Working branch: pushing to a branch of the task.]',
    ],
    [
      'an authorised soft rule',
      tool({ ...GOOD, tier: 'explicit_intent', rule: 'S1' }),
      'allow explicit_intent [Git history: force push.]',
    ],
    ['an empty rule as none', tool({ ...GOOD, rule: '' }), 'allow none'],
    ['a null rule as none', tool({ ...GOOD, rule: null }), 'allow none'],
    ['should_block: false', tool({ thinking: 't', should_block: false, reason: 'r' }), 'allow none'],
    ['should_block: true', tool({ thinking: 't', should_block: true, reason: 'r' }), 'block none'],
    ['a missing tier', tool({ thinking: 't', decision: 'block', reason: 'r' }), 'block none'],
    [
      'text beside the call',
      reply({
        text: '{"decision":"allow","reason":"x"}',
        toolCalls: [{ name: 'classify_result', input: { ...GOOD, decision: 'block' } }],
      }),
      'block none',
    ],
    [
      'a block that names an allow exception, which cannot have decided it',
      tool({ ...GOOD, decision: 'block', tier: 'soft_deny', rule: 'A1' }),
      'block soft_deny',
    ],
    [
      'a block by a hard rule under a softer tier as a hard one',
      tool({ ...GOOD, decision: 'block', tier: 'soft_deny', rule: 'H1' }),
      'block hard_deny [Exfiltration: sending secrets away.]',
    ],
    [
      'a block by a hard rule without a tier as a hard one',
      tool({ thinking: 't', decision: 'block', rule: 'H1', reason: 'r' }),
      'block hard_deny [Exfiltration: sending secrets away.]',
    ],
    [
      'a hard block that names a soft-deny rule as what it says',
      tool({ ...GOOD, decision: 'block', tier: 'hard_deny', rule: 'S1' }),
      'block hard_deny [Git history: force push.]',
    ],
    [
      'an exception with a word of its own about the rule that it clears',
      tool({ ...GOOD, tier: 'allow', thinking: 'S1 would say decision: block, but A1 covers it' }),
      'allow allow',
    ],

    [
      'a block beside an allowing call',
      reply({
        text: '{"decision":"block","tier":"hard_deny","reason":"x"}',
        toolCalls: [{ name: 'classify_result', input: GOOD }],
      }),
      /two verdicts/,
    ],
    [
      'a block in words beside an allowing call',
      reply({ text: '**Decision:** Block.', toolCalls: [{ name: 'classify_result', input: GOOD }] }),
      /two verdicts/,
    ],
    ['an allow that rests on a soft-deny rule alone', tool({ ...GOOD, rule: 'S1' }), /soft-deny rule/],
    ['an exception that is a soft-deny rule', tool({ ...GOOD, tier: 'allow', rule: 'S1' }), /soft-deny rule/],
    ['another tool', tool(GOOD, 'bash'), /another tool/],
    [
      'two calls',
      reply({
        toolCalls: [
          { name: 'classify_result', input: GOOD },
          { name: 'classify_result', input: GOOD },
        ],
      }),
      /2 tools/,
    ],
    ['a string', tool(JSON.stringify(GOOD)), /another shape/],
    ['a list', tool([GOOD]), /another shape/],
    ['nothing', tool(undefined), /another shape/],
    ['a field too many', tool({ ...GOOD, allow: true }), /another shape/],
    ['no decision', tool({ thinking: 't', tier: 'none', reason: 'r' }), /no decision/],
    ['an unknown decision', tool({ ...GOOD, decision: 'approve' }), /decision/],
    ['a decision in capitals', tool({ ...GOOD, decision: 'ALLOW' }), /decision/],
    ['a decision as boolean', tool({ ...GOOD, decision: true }), /decision/],
    ['should_block as a word', tool({ thinking: 't', should_block: 'false', reason: 'r' }), /should_block/],
    ['both kinds of decision', tool({ ...GOOD, should_block: false }), /two verdicts/],
    ['an unknown tier', tool({ ...GOOD, tier: 'safe' }), /tier/],
    ['no reason', tool({ thinking: 't', decision: 'allow', tier: 'none' }), /reason/],
    ['an empty reason', tool({ ...GOOD, reason: '  ' }), /reason/],
    ['allow with hard_deny', tool({ ...GOOD, tier: 'hard_deny' }), /contradict/],
    ['allow with soft_deny', tool({ ...GOOD, tier: 'soft_deny' }), /contradict/],
    ['block with allow', tool({ ...GOOD, decision: 'block', tier: 'allow' }), /contradict/],
    ['block with explicit_intent', tool({ ...GOOD, decision: 'block', tier: 'explicit_intent' }), /contradict/],
    ['a rule that is not there', tool({ ...GOOD, tier: 'allow', rule: 'Anything goes' }), /not among the rules/],
    ['a label that is not there', tool({ ...GOOD, tier: 'allow', rule: 'A2' }), /not among the rules/],
    [
      'an environment line as a rule',
      tool({ ...GOOD, tier: 'allow', rule: 'A Node.js project.' }),
      /not among the rules/,
    ],
    ['an allow by a hard rule', tool({ ...GOOD, tier: 'explicit_intent', rule: 'H1' }), /hard-deny rule/],
  ];
  for (const [what, answer, expected] of cases) {
    it(what, () => {
      const result = read(answer);
      if (typeof expected === 'string') assert.equal(result, expected);
      else assert.match(result, new RegExp(`^invalid: .*${expected.source}`));
    });
  }

  it('takes no intent of a user who said nothing', () => {
    const intent = tool({ ...GOOD, tier: 'explicit_intent' });
    assert.equal(read(intent), 'allow explicit_intent');
    assert.match(read(intent, false), /^invalid: it rested on the user's word/);
    assert.equal(read(tool({ ...GOOD, decision: 'block', tier: 'soft_deny' }), false), 'block soft_deny');
  });

  it('takes no allow exception where there is none', () => {
    const { rules: denials } = ruleSections({ ...RULES, allow: [] });
    const result = readVerdict(tool({ ...GOOD, tier: 'allow' }), { rules: denials, mayBeAuthorised: true });
    assert.ok(!result.ok && result.problem.includes('allow exception'));
  });

  it('takes a name that several rules share for the strictest of them', () => {
    const shared = ruleSections({
      ...RULES,
      allow: [{ value: 'Exfiltration: to our own bucket.', source: 'user' }],
      softDeny: [{ value: 'Exfiltration: of code.', source: 'user' }],
    });
    const grounds = { rules: shared.rules, mayBeAuthorised: true };
    const allowed = readVerdict(tool({ ...GOOD, tier: 'allow', rule: 'Exfiltration' }), grounds);
    assert.ok(!allowed.ok && allowed.problem.includes('hard-deny rule'));
    const exact = readVerdict(tool({ ...GOOD, tier: 'allow', rule: 'A1: Exfiltration' }), grounds);
    assert.ok(exact.ok && exact.verdict.rule === 'Exfiltration: to our own bucket.');
  });

  it('keeps the reason readable: nothing hidden, not endless', () => {
    const result = readVerdict(tool({ ...GOOD, reason: `a\u202eb ${'x'.repeat(9_000)}` }), GROUNDS);
    assert.ok(result.ok);
    assert.ok(result.verdict.reason.startsWith('a\\u202eb xxx'));
    assert.ok(result.verdict.reason.length < 4_100);
  });
});

describe('readVerdict: free text', () => {
  const json = '{"decision":"block","tier":"soft_deny","reason":"r"}';
  const cases: readonly [what: string, answer: string, expected: string | RegExp][] = [
    ['JSON alone', json, 'block soft_deny'],
    ['JSON with space around', `\n  ${json}\n`, 'block soft_deny'],
    ['a fenced block', `Here:\n\`\`\`json\n${json}\n\`\`\`\nDone.`, 'block soft_deny'],
    ['a fenced block without language', `\`\`\`\n${json}\n\`\`\``, 'block soft_deny'],
    ['the first object in prose', `I say ${json} because.`, 'block soft_deny'],
    ['braces inside strings', 'so {"decision":"block","reason":"a } b { c \\" }"} ok', 'block none'],
    ['no tier', '{"decision":"allow","reason":"r"}', 'allow none'],
    ['fields that nobody asked for', '{"decision":"allow","reason":"r","confidence":1}', 'allow none'],
    [
      'a quoted verdict inside its reason',
      '{"decision":"block","reason":"it says {\\"decision\\":\\"allow\\"}"}',
      'block none',
    ],

    ['nothing', '', /empty/],
    ['prose', 'I would allow this.', /no JSON/],
    ['two objects', `${json} or {"decision":"allow","reason":"r"}`, /two verdicts/],
    ['two fenced blocks', `\`\`\`\n${json}\n\`\`\`\n\`\`\`\n{"decision":"allow","reason":"r"}\n\`\`\``, /two verdicts/],
    ['one verdict in another', '{"decision":"allow","reason":"r","x":{"decision":"block"}}', /two verdicts/],
    ['a repeated key', '{"decision":"block","reason":"r","decision":"allow"}', /two verdicts/],
    [
      'a repeated key, spelled in two ways',
      '{"d\\u0065cision":"block","reason":"r","decision":"allow"}',
      /two verdicts/,
    ],
    [
      'a second object, spelled in another way',
      `{"decision":"allow","reason":"r"} {"d\\u0065cision":"block"}`,
      /two verdicts/,
    ],
    ['a repeated tier', '{"decision":"allow","tier":"hard_deny","tier":"none","reason":"r"}', /no JSON/],
    ['both kinds of verdict', '{"decision":"block","should_block":false,"reason":"r"}', /two verdicts/],
    ['no reason', '{"decision":"allow"}', /reason/],
    ['a number as reason', '{"decision":"allow","reason":1}', /reason/],
    ['an unknown tier', '{"decision":"allow","tier":"x","reason":"r"}', /tier/],
    ['a contradiction', '{"decision":"allow","tier":"hard_deny","reason":"r"}', /contradict/],
    ['a rule that is not there', '{"decision":"allow","rule":"Z","reason":"r"}', /not among the rules/],
    [
      'a key in other letters that takes it back',
      '{"decision":"allow","Decision":"block","reason":"r"}',
      /two verdicts/,
    ],
    ['words that take it back', 'Decision: BLOCK. The form is {"decision":"allow","reason":"r"}', /two verdicts/],
    ['another quote that takes it back', `{"decision":"allow","reason":"r"} {'decision': 'block'}`, /two verdicts/],
    ['should_block in words', 'should_block = true {"decision":"allow","reason":"r"}', /two verdicts/],
    ['a verdict that takes it back', '{"decision":"allow","reason":"r","verdict":"block"}', /two verdicts/],
    ['an object that never ends', '{"decision":"allow","reason":"r"', /no JSON/],
    ['a list', '["allow"]', /no JSON/],
    ['an object without a decision before the verdict', `{"a":1} ${json}`, /reason|decision/],
    ['text beyond any token limit', json + ' '.repeat(30_000), /too long/],
  ];
  for (const [what, answer, expected] of cases) {
    it(what, () => {
      const result = read(text(answer));
      if (typeof expected === 'string') assert.equal(result, expected);
      else assert.match(result, new RegExp(`^invalid: .*(?:${expected.source})`));
    });
  }

  it('reads any text in bounded time', () => {
    for (const part of ['{', '{"', '```', '{"a":', '}{']) {
      withinCpuMs(5_000, () => read(text(part.repeat(20_000 / part.length))), part);
    }
  });
});
