import assert from 'node:assert/strict';
import { ruleProblem } from '../../../../src/rules/permissionRule';
import { triedCall, writtenCall, type Trial } from '../../../../src/features/trial/triedCall';
import type { TrialResult } from '../../../../src/panel/trial';
import { configuration, entries, fakeGate, permissions, WORKSPACE, type FakeGateOptions } from '../../engine/fakeGate';

function tried(trial: Partial<Trial> & { readonly text: string }, options: FakeGateOptions = {}): Promise<TrialResult> {
  return triedCall(
    { rule: '', section: 'deny', ...trial },
    {
      world: fakeGate(options),
      folder: WORKSPACE,
      explain: (command) => Promise.resolve(`about ${command}`),
      ruleProblem,
    },
  );
}

describe('what somebody wrote down', () => {
  const cases: readonly [string, unknown, boolean][] = [
    ['ls', { tool: 'bash', input: { command: 'ls' }, cwd: WORKSPACE }, false],
    ['{ ls; }', { tool: 'bash', input: { command: '{ ls; }' }, cwd: WORKSPACE }, true],
    ['{"tool":"read","input":{"path":"a"}}', { tool: 'read', input: { path: 'a' }, cwd: WORKSPACE }, false],
    ['{"tool":"read","input":{},"cwd":"/elsewhere"}', { tool: 'read', input: {}, cwd: '/elsewhere' }, false],
    [
      '{"hook_event_name":"PreToolUse","tool_use_id":"1","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"/p"}',
      { tool: 'Bash', input: { command: 'ls' }, cwd: '/p', agent: 'claude-code' },
      false,
    ],
    [
      '{"tool_name":"Bash","tool_input":{"command":"ls"}}',
      { tool: 'Bash', input: { command: 'ls' }, cwd: WORKSPACE, agent: 'generic' },
      false,
    ],
  ];
  for (const [text, request, brokenJson] of cases) {
    it(`is read: ${text}`, () => {
      const written = writtenCall(text, WORKSPACE);
      assert.deepEqual(written.request, request);
      assert.equal(written.brokenJson, brokenJson);
    });
  }
});

describe('a tried call', () => {
  const asking = { configuration: configuration({ permissions: permissions({ ask: entries(['bash(git push*)']) }) }) };

  it('says which check lets it run, and what was understood', async () => {
    const { verdict, explanation, folder, tool } = await tried({ text: 'ls' });
    assert.equal(verdict.outcome, 'allow');
    assert.equal(verdict.stage, 'read-only-command');
    assert.equal(explanation, 'about ls');
    assert.equal(folder, WORKSPACE);
    assert.equal(tool, 'bash');
  });

  it('goes to the judge in words, and asks none', async () => {
    const { verdict } = await tried({ text: 'git push origin main' });
    assert.deepEqual(verdict, { outcome: 'judge', stage: 'classifier' });
  });

  it('says what comes after a yes where a rule asks', async () => {
    const { verdict } = await tried({ text: 'git push' }, asking);
    assert.equal(verdict.outcome, 'ask');
    assert.equal(verdict.rule?.text, 'bash(git push*)');
    assert.equal(verdict.afterYes?.outcome, 'judge');
  });

  it('names what the floor objects to', async () => {
    const { verdict } = await tried({ text: 'rm -rf /' });
    assert.equal(verdict.outcome, 'block');
    assert.equal(verdict.stage, 'hard-deny');
    assert.ok(verdict.fragment !== undefined);
  });

  const rules: readonly [Trial['section'], string, string, string][] = [
    ['deny', 'bash(ls*)', 'block', 'permissions.deny'],
    ['ask', 'bash(ls*)', 'ask', 'permissions.ask'],
    ['allow', 'bash(git push)', 'allow', 'read-only-command'],
    ['deny', 'bash(rm*)', 'allow', 'read-only-command'],
  ];
  for (const [section, rule, outcome, stage] of rules) {
    it(`is decided again with the ${section} rule ${rule}`, async () => {
      const { verdict, withRule } = await tried({ text: 'ls', section, rule });
      assert.equal(verdict.stage, 'read-only-command');
      assert.deepEqual([withRule?.outcome, withRule?.stage], [outcome, stage]);
    });
  }

  const askedFirst: readonly [rule: string, section: 'ask' | 'allow', changes: boolean, afterYes: string][] = [
    ['bash(git push*)', 'allow', true, 'allow permissions.allow'],
    ['bash(git push*)', 'ask', false, 'judge classifier'],
    ['bash(git fetch*)', 'allow', false, 'judge classifier'],
  ];
  for (const [rule, section, changes, afterYes] of askedFirst) {
    it(`tells that the ${section} rule ${rule} ${changes ? 'changes' : 'does not change'} what comes after a yes`, async () => {
      const { verdict, withRule, ruleChanges } = await tried({ text: 'git push origin main', section, rule }, asking);
      assert.deepEqual([verdict.outcome, withRule?.outcome, ruleChanges], ['ask', 'ask', changes]);
      assert.equal(`${withRule?.afterYes?.outcome} ${withRule?.afterYes?.stage}`, afterYes);
    });
  }

  it('is not decided again with a rule that cannot be read', async () => {
    const { withRule, ruleProblem } = await tried({ text: 'ls', rule: 'bash(ls' });
    assert.equal(withRule, undefined);
    assert.match(ruleProblem ?? '', /closing parenthesis/);
  });

  it('blocks what is no call', async () => {
    const { verdict, tool } = await tried({ text: '{"tool": 3, "input": []}' });
    assert.equal(verdict.outcome, 'block');
    assert.equal(verdict.stage, 'invalid-request');
    assert.equal(tool, '?');
  });

  it('shows what nobody could see', async () => {
    const { verdict } = await tried({ text: 'rm -rf / \u202e#' });
    assert.doesNotMatch(JSON.stringify(verdict), /\u202e/);
  });
});
