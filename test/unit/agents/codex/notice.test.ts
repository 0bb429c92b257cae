import assert from 'node:assert/strict';
import type { AgentNotice } from '../../../../src/agents/hooks/agentNotice';
import { codexDialect } from '../../../../src/agents/codex/dialect';

const dialect = codexDialect({ transcript: () => Promise.resolve([]), withOptions: (call) => Promise.resolve(call) });

/** As Codex 0.169 sends them; the paths are shortened. */
const SESSION = {
  session_id: '01a20233-0d02-75f3-af70-aa1bd6923a56',
  transcript_path: '/home/u/.codex/sessions/2026/11/22/rollout-2026-11-22T07-40-29-01a20233.jsonl',
  cwd: '/w/app',
  model: 'gpt-5.5',
  permission_mode: 'bypassPermissions',
};
const SESSION_START = { ...SESSION, hook_event_name: 'SessionStart', source: 'startup' };
const TURN = { ...SESSION, turn_id: '01a20233-0d1b-7252-868f-4b9758820872' };
const USER_PROMPT_SUBMIT = {
  ...TURN,
  hook_event_name: 'UserPromptSubmit',
  prompt: 'Please do what has to be done.',
};
const POST_TOOL_USE = {
  ...TURN,
  hook_event_name: 'PostToolUse',
  tool_name: 'apply_patch',
  tool_input: { command: '*** Begin Patch\n*** Add File: made-it\n+x\n*** End Patch\n' },
  tool_response: 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nA made-it\n',
  tool_use_id: 'exec-b66b60df-7293-425e-8f6f-2a344d0d8dbd',
};

const ORIGIN = {
  sessionId: SESSION.session_id,
  cwd: '/w/app',
  mode: 'bypassPermissions',
  subAgentId: undefined,
};

describe('notices of Codex', () => {
  const rows: readonly (readonly [what: string, payload: object, notice: AgentNotice])[] = [
    ['a session that starts', SESSION_START, { ...ORIGIN, kind: 'session-start', continued: false }],
    [
      'a session that goes on',
      { ...SESSION_START, source: 'resume' },
      { ...ORIGIN, kind: 'session-start', continued: true },
    ],
    [
      'a session whose history was shortened',
      { ...SESSION_START, source: 'compact' },
      { ...ORIGIN, kind: 'session-start', continued: true },
    ],
    [
      'a session that starts in a way that nobody knows',
      { ...SESSION_START, source: 'other' },
      { ...ORIGIN, kind: 'session-start', continued: false },
    ],
    [
      'a prompt, of which nobody knows who typed it',
      USER_PROMPT_SUBMIT,
      { ...ORIGIN, kind: 'prompt', text: 'Please do what has to be done.', from: 'unmarked' },
    ],
    [
      'a call that ran',
      POST_TOOL_USE,
      {
        ...ORIGIN,
        kind: 'call-ended',
        tool: 'apply_patch',
        input: POST_TOOL_USE.tool_input,
        callId: POST_TOOL_USE.tool_use_id,
        end: 'ran',
      },
    ],
    [
      'a call of a sub-agent',
      { ...POST_TOOL_USE, agent_id: 'a1' },
      {
        ...ORIGIN,
        subAgentId: 'a1',
        kind: 'call-ended',
        tool: 'apply_patch',
        input: POST_TOOL_USE.tool_input,
        callId: POST_TOOL_USE.tool_use_id,
        end: 'ran',
      },
    ],
  ];
  for (const [what, payload, notice] of rows) {
    it(what, () => {
      assert.deepEqual(dialect.parse(JSON.stringify(payload)), { kind: 'notice', notice });
    });
  }

  const unreadable: readonly (readonly [what: string, payload: object])[] = [
    ['no session', { ...SESSION_START, session_id: undefined }],
    ['a relative folder', { ...USER_PROMPT_SUBMIT, cwd: 'app' }],
    ['a prompt that is no text', { ...USER_PROMPT_SUBMIT, prompt: ['x'] }],
    ['input that is no object', { ...POST_TOOL_USE, tool_input: 'ls' }],
    ['a tool without a name', { ...POST_TOOL_USE, tool_name: '' }],
  ];
  for (const [what, payload] of unreadable) {
    it(`passed over, for a refusal would stop the prompt or hide a result: ${what}`, () => {
      assert.deepEqual(dialect.parse(JSON.stringify(payload)), { kind: 'not-a-tool-call' });
    });
  }

  it('guidance is a text for the model, in the form that Codex takes at the start of a session', () => {
    assert.deepEqual(dialect.giveGuidance?.('Say "no".\nNever.'), {
      stdout: '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"Say \\"no\\".\\nNever."}}',
      stderr: '',
      exitCode: 0,
    });
  });
});
