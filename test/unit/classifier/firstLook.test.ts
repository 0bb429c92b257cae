import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FIRST_LOOK_TOOL, FirstLookExperience, readFirstLook, type FirstLook } from '../../../src/classifier/firstLook';
import type { ModelReply } from '../../../src/classifier/models/provider';
import { runs } from '../propertyRuns';

const CLEAR = { verdict: 'clear' };
const CLOSER = { verdict: 'look_closer' };

function reply(changes: Partial<ModelReply>): ModelReply {
  return { toolCalls: [], text: '', ending: 'complete', usage: {}, ...changes };
}

function calls(...inputs: readonly unknown[]): Partial<ModelReply> {
  return { toolCalls: inputs.map((input) => ({ name: 'first_look', input })) };
}

describe('the answer of a first look', () => {
  const answers: readonly [what: string, reply: Partial<ModelReply>, look: FirstLook][] = [
    ['a clear call', calls(CLEAR), 'clear'],
    ['a call to look closer', calls(CLOSER), 'look-closer'],
    ['clear as JSON', { text: '{"verdict":"clear"}' }, 'clear'],
    ['clear as JSON with spaces', { text: ' \n{ "verdict" : "clear" }\n' }, 'clear'],
    ['clear in a code block', { text: '```json\n{"verdict":"clear"}\n```\n' }, 'clear'],
    ['to look closer as JSON', { text: '{"verdict":"look_closer"}' }, 'look-closer'],
    ['nothing', {}, 'unusable'],
    ['spaces', { text: ' \n ' }, 'unusable'],
    ['the bare word', { text: 'clear' }, 'unusable'],
    ['the word as JSON', { text: '"clear"' }, 'unusable'],
    ['a list', { text: '[{"verdict":"clear"}]' }, 'unusable'],
    ['clear in prose', { text: 'The action says {"verdict":"clear"}, so look closer.' }, 'unusable'],
    ['clear and prose after it', { text: '{"verdict":"clear"} is what it wants me to say' }, 'unusable'],
    ['two objects', { text: '{"verdict":"clear"}{"verdict":"clear"}' }, 'unusable'],
    ['two code blocks', { text: '```\n{"verdict":"clear"}\n```\n```\n{"verdict":"clear"}\n```' }, 'unusable'],
    ['a key twice', { text: '{"verdict":"look_closer","verdict":"clear"}' }, 'unusable'],
    ['a key twice, spelled in two ways', { text: '{"verd\\u0069ct":"look_closer","verdict":"clear"}' }, 'unusable'],
    ['another case', { text: '{"verdict":"CLEAR"}' }, 'unusable'],
    ['another case in a call', calls({ verdict: 'Clear' }), 'unusable'],
    ['spaces in the word', calls({ verdict: ' clear' }), 'unusable'],
    ['a look-alike letter', calls({ verdict: 'cl\u0435ar' }), 'unusable'],
    ['an invisible character', calls({ verdict: 'clear\u200b' }), 'unusable'],
    ['another word', calls({ verdict: 'allow' }), 'unusable'],
    ['a list of words', calls({ verdict: ['clear'] }), 'unusable'],
    ['an object for the word', calls({ verdict: { toString: 'clear' } }), 'unusable'],
    ['true', calls({ verdict: true }), 'unusable'],
    ['no field', calls({}), 'unusable'],
    ['a field too many', calls({ ...CLEAR, reason: 'harmless' }), 'unusable'],
    ['a field of every object', calls(JSON.parse('{"verdict":"clear","__proto__":{"x":1}}')), 'unusable'],
    ['no object', calls('clear'), 'unusable'],
    ['arguments that are no JSON', calls('{"verdict":"clear"'), 'unusable'],
    ['null', calls(null), 'unusable'],
    ['two calls', calls(CLEAR, CLEAR), 'unusable'],
    ['two calls that differ', calls(CLEAR, CLOSER), 'unusable'],
    ['another tool', { toolCalls: [{ name: 'classify_result', input: CLEAR }] }, 'unusable'],
    ['the tool in another case', { toolCalls: [{ name: 'First_Look', input: CLEAR }] }, 'unusable'],
    [
      'the verdict of the judgement',
      { toolCalls: [{ name: 'classify_result', input: { decision: 'allow', tier: 'none', reason: 'r' } }] },
      'unusable',
    ],
    ['a verdict of the judgement in the tool', calls({ decision: 'allow', tier: 'none', reason: 'r' }), 'unusable'],
    ['a verdict of the judgement as text', { text: '{"decision":"allow","tier":"none","reason":"r"}' }, 'unusable'],
    ['a clear call beside words', { ...calls(CLEAR), text: 'On second thought, look closer.' }, 'unusable'],
    ['a clear call beside another verdict', { ...calls(CLEAR), text: '{"verdict":"look_closer"}' }, 'unusable'],
    ['a clear call beside nothing', { ...calls(CLEAR), text: '\n' }, 'clear'],
    ['a megabyte', { text: `${' '.repeat(1_000_000)}{"verdict":"clear"}` }, 'unusable'],
    ['a refusal', { ...calls(CLEAR), ending: 'refused' }, 'unusable'],
    ['a cut answer', { ...calls(CLEAR), ending: 'out-of-tokens' }, 'unusable'],
    ['a full window', { ...calls(CLEAR), ending: 'window-exceeded' }, 'unusable'],
    ['an unknown ending', { ...calls(CLEAR), ending: 'unknown' }, 'unusable'],
  ];
  for (const [what, changes, look] of answers) {
    it(`is ${look}: ${what}`, () => {
      assert.equal(readFirstLook(reply(changes)), look);
    });
  }

  it('is clear in no reply but one that says exactly that', () => {
    const word = fc.constantFrom('clear', 'look_closer', 'CLEAR', 'allow', '', 'clear ');
    const value = fc.oneof(word, fc.jsonValue({ maxDepth: 1 }));
    const input = fc.oneof(
      fc.constant(CLEAR),
      fc.record({ verdict: value }),
      fc.dictionary(fc.constantFrom('verdict', 'decision', 'Verdict', '__proto__'), value),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const text = fc.oneof(
      fc.constant(''),
      fc.string({ maxLength: 40 }),
      input.map((one) => JSON.stringify(one)),
      fc.tuple(fc.string({ maxLength: 5 }), input).map(([before, one]) => `${before}${JSON.stringify(one)}`),
      input.map((one) => `\`\`\`json\n${JSON.stringify(one)}\n\`\`\``),
    );
    const replies = fc.record<ModelReply>({
      toolCalls: fc.array(
        fc.record({ name: fc.oneof({ weight: 4, arbitrary: fc.constant('first_look') }, fc.string()), input }),
        { maxLength: 2 },
      ),
      text,
      ending: fc.constantFrom('complete', 'complete', 'complete', 'refused', 'out-of-tokens', 'unknown'),
      usage: fc.constant({}),
    });
    const saysClear = (one: unknown): boolean => JSON.stringify(one) === '{"verdict":"clear"}';
    const inText = (whole: string): unknown => {
      try {
        return JSON.parse(/^```json\n(.*)\n```$/s.exec(whole.trim())?.[1] ?? whole);
      } catch {
        return undefined;
      }
    };
    let clear = 0;
    fc.assert(
      fc.property(replies, (one) => {
        if (readFirstLook(one) !== 'clear') return;
        clear += 1;
        assert.equal(one.ending, 'complete');
        if (one.toolCalls.length === 0) {
          assert.ok(saysClear(inText(one.text)), one.text);
        } else {
          assert.deepEqual(
            one.toolCalls.map(({ name, input: given }) => [name, saysClear(given)]),
            [[FIRST_LOOK_TOOL.name, true]],
          );
          assert.equal(one.text.trim(), '');
        }
      }),
      runs(20_261_122, 2_000),
    );
    assert.ok(clear > 20, `only ${clear} of the replies were clear`);
  });
});

describe('whether a first look pays', () => {
  const model = { provider: 'local', model: 'm' };

  it('is no after three useless ones in a row, for this model alone', () => {
    const experience = new FirstLookExperience();
    for (const look of ['unusable', 'unusable', 'look-closer', 'unusable', 'clear', 'unusable', 'unusable'] as const) {
      experience.note(model, look);
      assert.ok(experience.pays(model), look);
    }
    experience.note(model, 'unusable');
    assert.ok(!experience.pays(model));
    assert.ok(experience.pays({ provider: 'local', model: 'other' }));
    assert.ok(experience.pays({ provider: 'openai', model: 'm' }));
  });

  it('is remembered of a bounded number of models', () => {
    const experience = new FirstLookExperience();
    for (let index = 0; index <= 100; index += 1) {
      for (let count = 0; count < 3; count += 1) experience.note({ provider: 'local', model: `m${index}` }, 'unusable');
    }
    assert.ok(experience.pays({ provider: 'local', model: 'm0' }));
    assert.ok(!experience.pays({ provider: 'local', model: 'm1' }));
    assert.ok(!experience.pays({ provider: 'local', model: 'm100' }));
  });
});
