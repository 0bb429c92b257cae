import assert from 'node:assert/strict';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import { mcpDialect } from '../../../../src/agents/mcp/dialect';
import { recogniseDialect } from '../../../../src/agents/recogniseDialect';
import { checkAnswerSchema } from '../../../../src/bridge/protocol/advice';

const CALL = { tool: 'bash', input: { command: 'ls' }, cwd: '/w/app', sessionId: 's', callId: 'c' };

function callOf(payload: object): HookCall {
  const parsed = mcpDialect.parse(JSON.stringify(payload));
  assert.equal(parsed.kind, 'tool-call', JSON.stringify(parsed));
  return (parsed as { call: HookCall }).call;
}

describe('dialect of the MCP server', () => {
  it('the call is of an agent of its own, and the client’s name is its sub-agent', () => {
    assert.deepEqual(callOf({ ...CALL, client: 'Desktop' }), {
      request: { ...CALL, agent: 'mcp', interactive: true },
      mode: undefined,
      transcriptPath: undefined,
      subAgentId: 'Desktop',
    });
    assert.equal(callOf(CALL).subAgentId, undefined);
  });

  const unfit: readonly object[] = [
    { ...CALL, agent: 'claude-code' },
    { ...CALL, transcript: [{ role: 'user', text: 'yes' }] },
    { ...CALL, cwd: 'app' },
    { ...CALL, input: [] },
    { ...CALL, sessionId: undefined },
    { ...CALL, client: '' },
    [],
  ];
  for (const payload of unfit) {
    it(`${JSON.stringify(payload)} is no call`, () => {
      assert.equal(mcpDialect.parse(JSON.stringify(payload)).kind, 'error');
    });
  }

  it('no field makes it another agent', () => {
    assert.equal(recogniseDialect('mcp', '{"cursor_version":"1","hook_event_name":"PreToolUse"}'), 'mcp');
  });

  const call = callOf(CALL);
  it('a decision keeps its stage and its remedy apart', () => {
    const { stdout, exitCode, stderr } = mcpDialect.reply(
      { outcome: 'block', stage: 'permissions.deny', reason: 'No.\nReally.', remedy: 'Ask\u202e.' },
      call,
    );
    assert.deepEqual(checkAnswerSchema.parse(JSON.parse(stdout)), {
      outcome: 'block',
      stage: 'permissions.deny',
      reason: 'Auto Mode: No. Really.',
      remedy: 'Ask .',
    });
    assert.equal(exitCode, 2);
    assert.match(stderr, /No\./);
  });

  it('an allow, a defer and a refusal', () => {
    const replies = [
      mcpDialect.reply({ outcome: 'allow', stage: 'classifier', reason: 'Fine.' }, call),
      mcpDialect.reply({ outcome: 'defer', stage: 'disabled', reason: 'Off.' }, call),
      mcpDialect.refuse('Too large.'),
    ];
    const answers = replies.map(({ stdout }) => checkAnswerSchema.parse(JSON.parse(stdout)));
    assert.deepEqual(
      answers.map(({ outcome, stage }) => [outcome, stage]),
      [
        ['allow', 'classifier'],
        ['defer', 'disabled'],
        ['block', undefined],
      ],
    );
    assert.deepEqual(
      replies.map(({ exitCode }) => exitCode),
      [0, 0, 2],
    );
  });

  it('where no window answers it refuses in every mode', () => {
    const { promptingModes, otherwise, refusal } = mcpDialect.unreachable;
    assert.deepEqual(promptingModes, []);
    assert.equal(checkAnswerSchema.parse(JSON.parse(otherwise)).outcome, 'block');
    assert.ok(refusal);
  });
});
