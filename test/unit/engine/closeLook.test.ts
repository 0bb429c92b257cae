/** Which calls the classifier may not clear by a quick first look. */
import assert from 'node:assert/strict';
import { callKey } from '../../../src/engine/model/callKey';
import { decide } from '../../../src/engine/decide';
import { configuration, entries, fakeGate, permissions, verdict, WORKSPACE } from './fakeGate';

const NEVER = new AbortController().signal;

describe('calls that need a close look', () => {
  const bash = (command: string): object => ({ tool: 'bash', input: { command }, cwd: WORKSPACE });
  const cases: readonly [what: string, request: object, expected: boolean][] = [
    ['an ordinary command', bash('make'), false],
    ['a tool that is not known', { tool: 'mcp__a__b', input: { x: 1 }, cwd: WORKSPACE }, false],
    ['a protected path', { tool: 'write', input: { path: '.git/config', content: 'x' }, cwd: WORKSPACE }, true],
    ['an agent whose hooks may be off', bash('claude -p "go on" --settings settings.json'), true],
    ['an extension that is installed', bash('code --install-extension a.b'), true],
    [
      'more than the floor looks at',
      { tool: 'mcp__a__b', input: { x: Array.from({ length: 25_000 }, () => 'x') }, cwd: WORKSPACE },
      true,
    ],
  ];
  for (const [what, request, expected] of cases) {
    it(`${expected ? 'are' : 'are not'}: ${what}`, async () => {
      const gate = fakeGate({ classifier: () => verdict('block') });
      await decide(request, gate, NEVER);
      assert.equal(gate.classified[0]?.closeLook, expected);
    });
  }

  it('are those that the user approved or released', async () => {
    const approved = fakeGate({
      configuration: configuration({ permissions: permissions({ ask: entries(['bash(make*)']) }) }),
      user: () => ({ kind: 'approved' }),
      classifier: () => verdict('block'),
    });
    await decide(bash('make'), approved, NEVER);
    assert.equal(approved.classified[0]?.closeLook, true);
    const released = fakeGate({
      allowOnce: new Set([callKey({ tool: 'bash', input: { command: 'make' }, cwd: WORKSPACE })]),
      classifier: () => verdict('block'),
    });
    await decide(bash('make'), released, NEVER);
    assert.equal(released.classified[0]?.closeLook, true);
  });
});
