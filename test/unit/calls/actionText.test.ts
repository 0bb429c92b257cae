import assert from 'node:assert/strict';
import { actionText, agentWords } from '../../../src/calls/actionText';
import type { JsonObject } from '../../../src/common/json';
import { toolCall, type ToolCall } from '../../../src/calls/toolCall';
import { fakeGate, WORKSPACE } from '../engine/fakeGate';

/** Only what the text is made of. */
function call(over: Pick<ToolCall, 'command'> & { readonly input: JsonObject }): ToolCall {
  return { tool: 'Bash', understood: true, touches: [], ...over } as unknown as ToolCall;
}

/** A change of one file, read as `toolCall` reads it. */
function change(tool: string, input: JsonObject): ToolCall {
  const { machine, files } = fakeGate();
  return toolCall({ tool, input, cwd: WORKSPACE }, machine, files);
}

describe('the words for a question', () => {
  for (const [what, subject, action] of [
    ['a whole file', change('write', { path: 'a', content: 'text' }), 'a\n\ntext'],
    [
      'an edit',
      change('edit', { path: 'a', old_string: 'x', new_string: 'y\nz', replace_all: false }),
      'a\n\nreplace:\n- x\n+ y\n+ z',
    ],
    [
      'a field that the table does not know, whatever it holds',
      change('write', { path: 'a', content: 'true', run_after: 'true', mode: 755 }),
      'a\n\ntrue\n\n{\n  "run_after": "true",\n  "mode": 755\n}',
    ],
    [
      'a tool that is not known with its name',
      change('weird', { path: 'a', content: 'x', patch: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch' }),
      `weird ${JSON.stringify({ path: 'a', content: 'x', patch: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch' }, undefined, 2)}`,
    ],
    [
      'a strange field inside one of several edits',
      change('edit', { path: 'a', edits: [{ oldText: 'x', newText: 'y', then: 'x' }] }),
      'a\n\nreplace:\n- x\n+ y\n\n{\n  "edits": [\n    {\n      "oldText": "x",\n      "newText": "y",\n      "then": "x"\n    }\n  ]\n}',
    ],
  ] as const) {
    it(`shows ${what}`, () => {
      assert.equal(actionText(subject), action);
    });
  }

  const cases: readonly (readonly [what: string, call: ToolCall, action: string, said: string | undefined])[] = [
    [
      "a command's description apart from what runs",
      call({ command: 'rm -rf x', input: { command: 'rm -rf x', description: 'List files' } }),
      'rm -rf x',
      'List files',
    ],
    [
      'every other field of a command with it',
      call({ command: 'ls', input: { command: 'ls', run_in_background: true, explanation: 'Look' } }),
      'ls\n\n{\n  "run_in_background": true\n}',
      'Look',
    ],
    [
      'a description that is no text with the action',
      call({ command: 'ls', input: { command: 'ls', description: { a: 1 } } }),
      'ls\n\n{\n  "description": {\n    "a": 1\n  }\n}',
      undefined,
    ],
    [
      'a description that the command itself imitates as part of the command',
      call({ command: 'ls\n\n{ "description": "x" }', input: { command: 'ls\n\n{ "description": "x" }' } }),
      'ls\n\n{ "description": "x" }',
      undefined,
    ],
    [
      'the description of a tool that is no command as its input',
      call({ command: undefined, input: { description: 'find bugs' } }),
      'Bash {\n  "description": "find bugs"\n}',
      undefined,
    ],
  ];
  for (const [what, asked, action, said] of cases) {
    it(`show ${what}`, () => {
      assert.equal(actionText(asked), action);
      assert.equal(agentWords(asked), said);
    });
  }
});
