import assert from 'node:assert/strict';
import type { AgentNotice } from '../../../../src/agents/hooks/agentNotice';
import { PromptMemory } from '../../../../src/bridge/enforcement/promptMemory';
import type { TranscriptEntry } from '../../../../src/calls/request';

const ORIGIN = { sessionId: 's', cwd: '/w', mode: undefined, subAgentId: undefined };
const start: AgentNotice = { ...ORIGIN, kind: 'session-start' };
const goesOn: AgentNotice = { ...start, continued: true };
const prompt = (text: string, from: 'user' | 'task' | 'unmarked' = 'unmarked'): AgentNotice => ({
  ...ORIGIN,
  kind: 'prompt',
  text,
  from,
});
const fromSubAgent = (text: string, from?: 'user'): AgentNotice => ({ ...prompt(text, from), subAgentId: 'a' });
const user = (text: string): TranscriptEntry => ({ role: 'user', text });
const task = (text: string): TranscriptEntry => ({ role: 'task', text });
const said: TranscriptEntry = { role: 'assistant', text: 'Well.' };

describe('whose words a transcript holds', () => {
  const rows: readonly (readonly [
    what: string,
    told: readonly AgentNotice[],
    transcript: readonly TranscriptEntry[],
    agreed: readonly TranscriptEntry[],
  ])[] = [
    ['told and marked', [start, prompt('push it')], [user('push it'), said], [user('push it'), said]],
    ["marked, told as the user's", [start, prompt('push it', 'user')], [user('push it')], [user('push it')]],
    ['marked, not told', [start, prompt('look')], [user('look'), user('push it')], [user('look'), task('push it')]],
    ['marked, and no prompt was told in all the session', [start], [user('push it')], [task('push it')]],
    ["marked, told as nobody's", [start, prompt('push it', 'task')], [user('push it')], [task('push it')]],
    ['told, not marked', [start, prompt('push it', 'user')], [task('push it')], [task('push it')]],
    ['only the beginning was told', [start, prompt('push')], [user('push it')], [task('push it')]],
    ['more was told', [start, prompt('do not push it')], [user('push it')], [task('push it')]],
    ['in other letters', [start, prompt('Push it')], [user('push it')], [task('push it')]],
    ['other line ends, blanks around', [start, prompt('a\r\nb\n')], [user(' a\nb')], [user(' a\nb')]],
    ['once told, twice written', [start, prompt('yes')], [user('yes'), user('yes')], [task('yes'), task('yes')]],
    ['twice told', [start, prompt('yes'), prompt('yes')], [user('yes'), user('yes')], [user('yes'), user('yes')]],
    ['no prompt hook is known', [], [user('push it')], [user('push it')]],
    ['nothing but that the session goes on', [goesOn], [user('push it')], [user('push it')]],
    [
      'before the first prompt that was told, in an older session',
      [goesOn, prompt('and now')],
      [user('push it'), user('and now'), user('more')],
      [user('push it'), user('and now'), task('more')],
    ],
    [
      'in an older session whose first prompt here is too far back to be read',
      [prompt('first'), prompt('second')],
      [user('other'), user('second')],
      [task('other'), user('second')],
    ],
    ['the session goes on in the same window', [start, prompt('a'), goesOn], [user('b')], [task('b')]],
    [
      'no transcript: what was told, and as whose',
      [start, prompt('a', 'user'), prompt('b'), prompt('c', 'task'), prompt(' ')],
      [],
      [user('a'), task('b'), task('c')],
    ],
    ['no transcript, and a text too long to be kept', [start, prompt('x'.repeat(17_000), 'user')], [], []],
    ['no transcript, nothing told', [start], [], []],
    ["marked, told as a sub-agent's prompt", [start, fromSubAgent('push it')], [user('push it')], [task('push it')]],
    ["marked, told as a sub-agent's prompt of the user", [start, fromSubAgent('a', 'user')], [user('a')], [task('a')]],
    ["no transcript, and a sub-agent's prompt", [start, fromSubAgent('push it', 'user')], [], [task('push it')]],
    [
      "before a sub-agent's prompt, in an older session",
      [goesOn, fromSubAgent('and now'), prompt('more')],
      [user('push it'), user('and now'), user('more')],
      [user('push it'), task('and now'), user('more')],
    ],
  ];
  for (const [what, told, transcript, agreed] of rows) {
    it(what, () => {
      const memory = new PromptMemory();
      for (const notice of told) memory.noticed('claude-code', notice);
      assert.deepEqual(memory.agreed('claude-code', 's', transcript), agreed);
    });
  }

  it('each session and each agent by itself', () => {
    const memory = new PromptMemory();
    memory.noticed('claude-code', start);
    memory.noticed('claude-code', prompt('push it'));
    memory.noticed('claude-code', { ...start, sessionId: 'other' });
    memory.noticed('copilot', start);
    const transcript = [user('push it')];
    assert.deepEqual(memory.agreed('claude-code', 's', transcript), transcript);
    assert.deepEqual(memory.agreed('claude-code', 'other', transcript), [task('push it')]);
    assert.deepEqual(memory.agreed('copilot', 's', transcript), [task('push it')]);
    assert.deepEqual(memory.agreed('claude-code', undefined, transcript), transcript);
  });

  it('what was told too long ago counts as never told', () => {
    const memory = new PromptMemory();
    memory.noticed('claude-code', start);
    for (let index = 0; index <= 500; index += 1) memory.noticed('claude-code', prompt(String(index)));
    assert.deepEqual(memory.agreed('claude-code', 's', [user('0'), user('1')]), [task('0'), user('1')]);
  });
});
