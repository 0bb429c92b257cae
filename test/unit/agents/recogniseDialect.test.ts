import assert from 'node:assert/strict';
import { CURSOR } from '../../../src/agents/cursor/payload';
import { recogniseDialect } from '../../../src/agents/recogniseDialect';

/** As Claude Code 2.1.329 sends it. */
const CLAUDE_CODE = {
  session_id: '597d1b0f',
  transcript_path: '/home/u/.claude/projects/-w-app/597d1b0f.jsonl',
  cwd: '/w/app',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm test' },
  tool_use_id: 'toolu_01',
};
/** As Codex 0.169 sends it. */
const CODEX = { ...CLAUDE_CODE, turn_id: '01a20233', model: 'gpt-5.5' };
/** As Copilot CLI 1.0.102 sends it. */
const COPILOT = { sessionId: 'a9f09abc', timestamp: 1, cwd: '/w/app', toolName: 'bash', toolArgs: { command: 'ls' } };
/** As VS Code documents it for its local agent loop. */
const LOCAL_LOOP = {
  timestamp: '2026-11-21T08:00:00.000Z',
  hook_event_name: 'PreToolUse',
  session_id: '5eecfb82',
  cwd: '/w/app',
  tool_name: 'run_in_terminal',
  tool_input: { command: 'npm test' },
  tool_use_id: 'call_1',
};
/** As Cursor documents it. */
const CURSORS = {
  ...{ conversation_id: 'c', generation_id: 'g', hook_event_name: 'preToolUse', cursor_version: '3.1' },
  ...{ tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: 't', cwd: '/w/app' },
};

describe('whose payload it is', () => {
  const rows: readonly (readonly [what: string, argument: string, payload: unknown, dialect: string])[] = [
    ['of Claude Code, by its own hook', 'claude-code', CLAUDE_CODE, 'claude-code'],
    ["of Claude Code, by another's hook", 'copilot', CLAUDE_CODE, 'claude-code'],
    ['of Codex, by its own hook', 'codex', CODEX, 'codex'],
    ["of Codex, by another's hook", 'claude-code', CODEX, 'codex'],
    ['of Copilot, by its own hook', 'copilot', COPILOT, 'copilot'],
    ["of Copilot, by another's hook", 'claude-code', COPILOT, 'copilot'],
    ["of VS Code's local agent loop: it has no mark of its own", 'copilot', LOCAL_LOOP, 'copilot'],
    ['the same where the loop reads the settings of Claude Code', 'claude-code', LOCAL_LOOP, 'claude-code'],
    ['of Cursor', 'claude-code', CURSORS, CURSOR],
    ['of Cursor, with all that Claude Code sends', 'claude-code', { ...CLAUDE_CODE, cursor_version: '3.1' }, CURSOR],
    ['of Cursor, with all that Codex sends', 'codex', { ...CODEX, cursor_version: '3.1' }, CURSOR],
    ['of Claude Code, where the user set up the generic one', 'generic', CLAUDE_CODE, 'generic'],
    ['of Cursor, where the user set up the generic one', 'generic', CURSORS, 'generic'],
    ['in two forms at once', 'copilot', { ...CLAUDE_CODE, ...COPILOT }, 'copilot'],
    ['with a mark of the wrong type', 'claude-code', { ...CLAUDE_CODE, turn_id: 7 }, 'claude-code'],
    ['with marks inside the input alone', 'copilot', { ...COPILOT, toolArgs: { ...CODEX, ...CURSORS } }, 'copilot'],
    ['without any mark', 'codex', { cwd: '/w/app' }, 'codex'],
    ['that is no object', 'codex', [CLAUDE_CODE], 'codex'],
  ];
  for (const [what, argument, payload, dialect] of rows) {
    it(what, () => {
      assert.equal(recogniseDialect(argument, JSON.stringify(payload)), dialect);
    });
  }

  it('that is no JSON', () => {
    assert.equal(recogniseDialect('copilot', '{"cursor_version":'), 'copilot');
  });
});
