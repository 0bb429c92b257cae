import assert from 'node:assert/strict';
import { unfitShape } from '../../../../src/agents/hooks/jsonShape';
import { toolInput } from '../../../../src/agents/copilot/toolInput';
import { readPayload } from '../../../../src/agents/hooks/hookPayload';
import { withinCpuMs } from '../../cpuTime';

const MB = 1024 * 1024;
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const wide = (piece: string, length: number): string => `{"a":[${`${piece},`.repeat(length)}${piece}]}`;

const TWICE = /has a key twice/;
const DEEP = /nested deeper/;
const MANY = /more than 500000 values/;

describe('the shape of a JSON text', () => {
  const rows: readonly (readonly [what: string, text: string, says: RegExp | undefined])[] = [
    ['an ordinary one', '{"a":{"b":[1,{"b":2}],"c":"d"},"b":{"a":1}}', undefined],
    ['the same text as key and as value', '{"a":"a","b":["a","a"]}', undefined],
    ['the same key in several objects', '[{"a":1},{"a":1},{"a":{"a":1}}]', undefined],
    ['a key twice', '{"tool":"Read","input":{},"tool":"Bash"}', TWICE],
    ['a key twice, deep inside', '{"a":[0,{"command":"ls", "command" : "rm"}]}', TWICE],
    ['a key twice, escaped', String.raw`{"command":"ls","\u0063ommand":"rm"}`, TWICE],
    ['a key twice, behind escaped quotes', String.raw`{"a\\":1,"b":"\"","a\\":2}`, TWICE],
    ['keys that are told apart by their ends', String.raw`{"a":1,"a\"":2,"a\\":3,"a ":4}`, undefined],
    ['what looks like keys in a text', String.raw`{"a":"{\"b\":1,\"b\":2}"}`, undefined],
    ['500 levels', nested(500), undefined],
    ['501 levels', nested(501), DEEP],
    ['many levels', '['.repeat(20 * MB), DEEP],
    ['many numbers', wide('0', 600_000), MANY],
    ['many empty objects', wide('{}', 10 * MB), MANY],
    ['a long text', JSON.stringify({ a: '{[,'.repeat(10 * MB) }), undefined],
    ['a long text of backslashes and quotes', JSON.stringify({ a: '\\"'.repeat(5 * MB) }), undefined],
    ['a text without an end', `{"a":"${'\\"'.repeat(5 * MB)}`, undefined],
    ['no JSON', '}}]],{"a', undefined],
    ['a key that nothing reads', String.raw`{"\x":1,"\x":2}`, undefined],
    ['nothing', '', undefined],
  ];
  for (const [what, text, says] of rows) {
    it(what, () => {
      const said = withinCpuMs(20_000, () => unfitShape(text), what);
      if (says === undefined) assert.equal(said, undefined);
      else assert.match(said ?? '', says);
    });
  }

  for (const [what, text] of [
    ['of many values', wide('{}', 10 * MB)],
    ['with a key twice', '{"tool_name":"Read","tool_name":"Bash"}'],
    ['that is deep', nested(3000)],
  ] as const) {
    it(`a payload ${what} is not parsed`, () => {
      const read = withinCpuMs(20_000, () => readPayload(text), what);
      assert.equal(read.kind, 'error');
    });

    it(`nor is an input that is a text ${what}`, () => {
      assert.equal(
        withinCpuMs(20_000, () => toolInput(text), what),
        undefined,
      );
    });
  }

  it('an input that is a text and no object is as long as it likes', () => {
    const patch = `*** Begin Patch\n${'+[],{},\n'.repeat(200_000)}*** End Patch\n`;
    assert.deepEqual(toolInput(patch), { input: patch });
  });
});
