/** Payloads of notices as Claude Code 2.1.329 sent them, with other paths and ids, and without what tools answered. */
const SESSION = {
  session_id: '063ecfbf-d119-46c8-a780-7a4db856d96b',
  transcript_path: '/home/u/.claude/projects/-w-app/063ecfbf-d119-46c8-a780-7a4db856d96b.jsonl',
  cwd: '/w/app',
};
const TURN = {
  ...SESSION,
  prompt_id: 'd09ea06f-0d0e-4ac1-9679-273c22f5f997',
  permission_mode: 'bypassPermissions',
};
const CALL = { ...TURN, effort: { level: 'high' } };

export const SESSION_START = { ...SESSION, hook_event_name: 'SessionStart', source: 'startup' };
/** In a terminal; without one there is no model. */
export const SESSION_START_IN_TERMINAL = { ...SESSION_START, model: 'claude-test' };
export const SESSION_END = {
  ...SESSION,
  prompt_id: TURN.prompt_id,
  hook_event_name: 'SessionEnd',
  reason: 'other',
};

/** Of `claude -p`, and of a prompt typed in a terminal: both alike. */
export const PROMPT = { ...TURN, hook_event_name: 'UserPromptSubmit', prompt: 'Please do what has to be done.' };
/** Nobody's words, and the payload does not tell. */
export const TASK_NOTIFICATION = {
  ...TURN,
  hook_event_name: 'UserPromptSubmit',
  prompt: '<task-notification>\n<task-id>ad99b9c57145417c2</task-id>\n<status>completed</status>\n</task-notification>',
};

export const RAN = {
  ...CALL,
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'touch a', description: 'd' },
  tool_response: { stdout: '', stderr: '', interrupted: false, isImage: false, noOutputExpected: true },
  tool_use_id: 'toolu_1',
  duration_ms: 669,
};
export const RAN_IN_SUB_AGENT = { ...RAN, agent_id: 'a9b446a72e74e2b18', agent_type: 'general-purpose' };
/** The model left `replace_all` out; the hook was asked with it as well. */
export const EDITED = {
  ...CALL,
  hook_event_name: 'PostToolUse',
  tool_name: 'Edit',
  tool_input: { file_path: '/w/app/x.txt', old_string: 'hi', new_string: 'ho', replace_all: false },
  tool_response: { filePath: '/w/app/x.txt', oldString: 'hi', newString: 'ho', originalFile: 'hi' },
  tool_use_id: 'toolu_4',
  duration_ms: 116,
};
export const FAILED = {
  ...CALL,
  hook_event_name: 'PostToolUseFailure',
  tool_name: 'Bash',
  tool_input: { command: 'false' },
  tool_use_id: 'toolu_2',
  error: 'Exit code 1',
  is_interrupt: false,
  duration_ms: 46,
};
/** By Claude Code's own classifier. Not seen: as its schema has it. */
export const REFUSED_BY_OWN_CLASSIFIER = {
  ...CALL,
  permission_mode: 'auto',
  hook_event_name: 'PermissionDenied',
  tool_name: 'Bash',
  tool_input: { command: 'touch /etc/a' },
  tool_use_id: 'toolu_5',
  reason: 'Writes outside the project.',
};
