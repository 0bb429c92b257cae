import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentNotice } from '../../../../src/agents/hooks/agentNotice';
import { claudeCodeDialect } from '../../../../src/agents/claudeCode/dialect';
import { parseTranscript } from '../../../../src/agents/claudeCode/transcript';
import { PromptMemory } from '../../../../src/bridge/enforcement/promptMemory';
import type { TranscriptEntry } from '../../../../src/calls/request';
import * as payloads from './notices';
import { runs } from '../../propertyRuns';

const dialect = claudeCodeDialect(() => Promise.resolve([]));

const ORIGIN = {
  sessionId: payloads.SESSION_START.session_id,
  cwd: '/w/app',
  mode: undefined,
  subAgentId: undefined,
};
const TURN = { ...ORIGIN, mode: 'bypassPermissions' };

describe('notices of Claude Code', () => {
  const ran = {
    ...TURN,
    kind: 'call-ended',
    tool: 'Bash',
    input: { command: 'touch a', description: 'd' },
    callId: 'toolu_1',
    end: 'ran',
  } as const;
  const cases: readonly (readonly [what: string, payload: object, notice: AgentNotice])[] = [
    ['a session starts', payloads.SESSION_START, { ...ORIGIN, kind: 'session-start' }],
    ['a session starts in a terminal', payloads.SESSION_START_IN_TERMINAL, { ...ORIGIN, kind: 'session-start' }],
    [
      'a session starts after /clear',
      { ...payloads.SESSION_START, source: 'clear' },
      { ...ORIGIN, kind: 'session-start' },
    ],
    ...['resume', 'compact', 'fork', 'unheard-of', undefined].map(
      (source) =>
        [
          `a session goes on: ${source ?? 'no word'}`,
          { ...payloads.SESSION_START, source },
          { ...ORIGIN, kind: 'session-start', continued: true },
        ] as const,
    ),
    ['a session ends', payloads.SESSION_END, { ...ORIGIN, kind: 'session-end' }],
    [
      'a prompt',
      payloads.PROMPT,
      { ...TURN, kind: 'prompt', text: 'Please do what has to be done.', from: 'unmarked' },
    ],
    [
      'a task is over',
      payloads.TASK_NOTIFICATION,
      { ...TURN, kind: 'prompt', text: payloads.TASK_NOTIFICATION.prompt, from: 'unmarked' },
    ],
    [
      'a prompt that is said to be typed',
      { ...payloads.PROMPT, source: 'user' },
      { ...TURN, kind: 'prompt', text: payloads.PROMPT.prompt, from: 'user' },
    ],
    ...['sdk', 'system', 'loop_wakeup', 'schedule_wakeup', 'poll_event', 'User', 'unheard-of'].map(
      (source) =>
        [
          `a prompt from ${source}`,
          { ...payloads.PROMPT, source },
          { ...TURN, kind: 'prompt', text: payloads.PROMPT.prompt, from: 'task' },
        ] as const,
    ),
    ['a call ran', payloads.RAN, ran],
    ['a call of a sub-agent ran', payloads.RAN_IN_SUB_AGENT, { ...ran, subAgentId: 'a9b446a72e74e2b18' }],
    ['an edit', payloads.EDITED, { ...ran, tool: 'Edit', input: payloads.EDITED.tool_input, callId: 'toolu_4' }],
    ['a call failed', payloads.FAILED, { ...ran, input: { command: 'false' }, callId: 'toolu_2' }],
    [
      'a call that Claude Code’s own auto mode refused',
      payloads.REFUSED_BY_OWN_CLASSIFIER,
      {
        ...ran,
        mode: 'auto',
        input: { command: 'touch /etc/a' },
        callId: 'toolu_5',
        end: 'refused-by-agent',
        reason: 'Writes outside the project.',
      },
    ],
  ];
  for (const [what, payload, notice] of cases) {
    it(what, () => {
      assert.deepEqual(dialect.parse(JSON.stringify(payload)), { kind: 'notice', notice });
    });
  }

  const useless: readonly (readonly [what: string, payload: object])[] = [
    ['another event', { ...payloads.SESSION_END, hook_event_name: 'Stop' }],
    ['an event in other letters', { ...payloads.SESSION_END, hook_event_name: 'sessionEnd' }],
    ['no session', { ...payloads.PROMPT, session_id: undefined }],
    ['a relative folder', { ...payloads.PROMPT, cwd: 'w' }],
    ['a prompt that is no text', { ...payloads.PROMPT, prompt: ['x'] }],
    ['an input that is no object', { ...payloads.RAN, tool_input: 'x' }],
  ];
  for (const [what, payload] of useless) {
    it(`${what}: nothing to learn, and no refusal, for that would keep a prompt from the model`, () => {
      assert.deepEqual(dialect.parse(JSON.stringify(payload)), { kind: 'not-a-tool-call' });
    });
  }

  it('a call stays a call, whatever else the payload says', () => {
    const payload = { ...payloads.RAN, hook_event_name: 'PreToolUse', prompt: 'x', source: 'user' };
    assert.equal(dialect.parse(JSON.stringify(payload)).kind, 'tool-call');
  });

  it('no event but a prompt that is said to be typed is the user’s (property)', () => {
    const events = Object.values(payloads).map(({ hook_event_name: event }) => event);
    fc.assert(
      fc.property(fc.constantFrom(...events), fc.option(fc.string(), { nil: undefined }), (event, source) => {
        const payload = { ...payloads.RAN, ...payloads.PROMPT, hook_event_name: event, source };
        const parsed = dialect.parse(JSON.stringify(payload));
        const isUsers = parsed.kind === 'notice' && parsed.notice.kind === 'prompt' && parsed.notice.from === 'user';
        assert.equal(isUsers, event === 'UserPromptSubmit' && source === 'user');
      }),
      runs(20261122, 200),
    );
  });

  it('guidance goes to the model of a session that starts', () => {
    const reply = dialect.giveGuidance?.('Be good.\n"Quoted".');
    assert.deepEqual([reply?.exitCode, reply?.stderr], [0, '']);
    assert.deepEqual(JSON.parse(reply?.stdout ?? ''), {
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'Be good.\n"Quoted".' },
    });
    assert.equal(reply?.stdout.includes('\n'), false);
  });
});

/** What was typed into 2.1.329 in a terminal: as the hook was told, and as the transcript has it. */
describe('prompts of Claude Code, told and written down', () => {
  const typed = { origin: { kind: 'human' }, promptSource: 'typed', turnOrigin: 'human' };
  const userLine = (content: unknown, marks: object = typed): string =>
    JSON.stringify({ type: 'user', message: { role: 'user', content }, ...marks });
  const pasted = '\n\n<pasted_content id="8b09">\nline one\nline two\n\nline four\n</pasted_content id="8b09">\n';
  const cases: readonly (readonly [what: string, told: string, written: string, text: string])[] = [
    ['plain words', '  please touch the file', userLine('  please touch the file'), 'please touch the file'],
    [
      'words with a picture',
      'see',
      userLine([
        { type: 'text', text: 'see' },
        { type: 'image', source: {} },
      ]),
      'see',
    ],
    ['several lines, pasted', pasted, userLine(pasted), pasted.trim()],
    [
      'a slash command',
      '/deploy to  prod',
      userLine(
        '<command-message>deploy</command-message>\n<command-name>/deploy</command-name>\n<command-args>to  prod</command-args>',
        { origin: { kind: 'human' }, turnOrigin: 'human' },
      ),
      '/deploy to  prod',
    ],
    [
      'words typed while the agent works',
      'queued words',
      JSON.stringify({
        type: 'attachment',
        isSidechain: false,
        attachment: {
          type: 'queued_command',
          prompt: 'queued words',
          commandMode: 'prompt',
          origin: { kind: 'human' },
        },
      }),
      'queued words',
    ],
  ];

  function agreed(told: readonly string[], written: string): readonly TranscriptEntry[] {
    const memory = new PromptMemory();
    for (const payload of [payloads.SESSION_START, ...told.map((prompt) => ({ ...payloads.PROMPT, prompt }))]) {
      const parsed = dialect.parse(JSON.stringify(payload));
      assert.ok(parsed.kind === 'notice');
      memory.noticed('claude-code', parsed.notice);
    }
    const transcript = parseTranscript(written, { subAgentId: undefined, currentCallId: undefined, maxEntries: 10 });
    return memory.agreed('claude-code', payloads.SESSION_START.session_id, transcript);
  }

  for (const [what, told, written, text] of cases) {
    it(`${what}: the user’s where both agree, nobody’s where the hook was told of other words`, () => {
      assert.deepEqual(agreed([told], written), [{ role: 'user', text }]);
      assert.deepEqual(agreed([`${told} not`], written), [{ role: 'task', text }]);
    });
  }

  it('pasted words are nobody’s, where both agree on the whole prompt', () => {
    const prompt = `look at this${pasted}and push`;
    const [entry] = agreed([prompt], userLine(prompt));
    assert.ok(entry?.role === 'user');
    assert.deepEqual(dialect.typedWords?.(entry.text), [
      { role: 'user', text: 'look at this' },
      { role: 'task', text: pasted.trim() },
      { role: 'user', text: 'and push' },
    ]);
  });

  it('a prompt of a script, and the end of a task, are told like typed ones, and are nobody’s by the transcript', () => {
    const script = userLine('do it', { promptSource: 'sdk', turnOrigin: 'sdk' });
    assert.deepEqual(agreed(['do it'], script), [{ role: 'task', text: 'do it' }]);
    const over = userLine(payloads.TASK_NOTIFICATION.prompt, { origin: { kind: 'task-notification' } });
    const words = agreed([payloads.TASK_NOTIFICATION.prompt], over);
    assert.deepEqual(words, [{ role: 'task', text: payloads.TASK_NOTIFICATION.prompt }]);
  });
});
