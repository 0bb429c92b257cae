import assert from 'node:assert/strict';
import { toolCall, type ToolCall } from '../../src/calls/toolCall';
import { visibleLine } from '../../src/common/visibleText';
import { matchesBroadly } from '../../src/rules/broadMatch';
import { compileRule } from '../../src/rules/compiledRule';
import { parsePermissionRule } from '../../src/rules/permissionRule';
import { fakeGate, WORKSPACE } from '../unit/engine/fakeGate';
import { withinCpuMs } from '../unit/cpuTime';

const { machine, files } = fakeGate();

function bash(command: string): ToolCall {
  return toolCall({ tool: 'bash', input: { command }, cwd: WORKSPACE }, machine, files);
}

function matches(text: string, call: ToolCall): boolean {
  const parsed = parsePermissionRule({ text, source: 'user' });
  assert.ok(parsed.ok, text);
  return matchesBroadly(compileRule(parsed.rule, [WORKSPACE], machine, true), call, files, machine) !== undefined;
}

describe('a long text', () => {
  it('is held against a rule of many stars in bounded time', () => {
    const subject = bash('a'.repeat(1_000_000));
    for (const pattern of [
      `${'*a'.repeat(400)}b`,
      `${'a*'.repeat(400)}b`,
      `${'[a-z]*'.repeat(150)}b`,
      '?'.repeat(1000),
    ]) {
      withinCpuMs(20_000, () => matches(`bash(${pattern})`, subject), pattern.slice(0, 30));
    }
    const large = bash('git push origin '.repeat(60_000));
    // Runaway matching takes minutes.
    withinCpuMs(5_000, () => {
      for (let rule = 0; rule < 5; rule += 1) matches(`bash(*git*push ${rule}*--force*)`, large);
    });
  });

  it('is made visible in time in proportion to its length', () => {
    for (const character of [' ', '\u0301', '\u202E', 'a']) {
      withinCpuMs(20_000, () => visibleLine(character.repeat(1_000_000)), JSON.stringify(character));
    }
  });
});
