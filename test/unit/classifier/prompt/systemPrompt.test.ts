import assert from 'node:assert/strict';
import { Tiktoken } from 'js-tiktoken/lite';
import o200kBase from 'js-tiktoken/ranks/o200k_base';
import { FIRST_LOOK_TOOL } from '../../../../src/classifier/firstLook';
import { FIXED_POLICY } from '../../../../src/classifier/prompt/policyPrompt';
import { VERDICT_TOOL } from '../../../../src/classifier/verdict';
import { effectiveConfiguration } from '../../../../src/config/effectiveConfiguration';
import { ruleProblem } from '../../../../src/rules/permissionRule';
import { prompt } from './promptText';

describe('the system prompt', () => {
  it('begins with the fixed policy, the same bytes whatever is asked', () => {
    const first = prompt().system;
    const second = prompt({
      tool: 'write',
      input: { a: 1 },
      agent: undefined,
      facts: ['x'],
      rules: { allow: [], softDeny: [], hardDeny: [], environment: [] },
    });
    assert.equal(first[0], FIXED_POLICY);
    assert.equal(second.system[0], FIXED_POLICY);
    assert.equal(first.length, 2);
  });

  it('lists the rules in force with labels', () => {
    assert.equal(
      prompt().system[1],
      `# The rules in force

## Trusted environment
- A Node.js project.

## Allow exceptions
- A1: Working branch: pushing to a branch of the task.

## Soft-deny rules
- S1: Git history: force push.
- S2: Never run migrations on a Friday

## Hard-deny rules
- H1: Exfiltration: sending secrets away.`,
    );
  });

  it('says (none) for an empty section', () => {
    const rules = { allow: [], softDeny: [], hardDeny: [], environment: [] };
    assert.equal(prompt({ rules }).system[1]?.match(/\(none\)/g)?.length, 4);
  });

  it('has with the built-in rules the length that a cache keeps, and stays below 6,000 tokens', () => {
    // Reading the counter's table takes a second or two.
    const { configuration } = effectiveConfiguration({ sources: [], trusted: true, workspaceFolders: [] }, ruleProblem);
    const { system } = prompt({ rules: configuration.rules });
    const tools = JSON.stringify([VERDICT_TOOL, FIRST_LOOK_TOOL]);
    const tokens = new Tiktoken(o200kBase).encode(`${tools}${system.join('\n\n')}`, []).length;
    // Claude Haiku 4.5 caches nothing shorter than 4,096 tokens, and other models count up to a fifth more than this.
    assert.ok(tokens > 4_096 && tokens * 1.2 < 6_000, String(tokens));
  });
});
