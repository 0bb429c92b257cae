import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import { parseCopilotTranscript, type CurrentCall } from '../../../../src/agents/copilot/transcript';
import { copilotTranscript } from '../../../../src/agents/copilot/transcriptFile';
import { readFileTail, type ReadTail } from '../../../../src/agents/files/fileTail';
import type { TranscriptEntry } from '../../../../src/calls/request';
import { runs } from '../../propertyRuns';

const event = (type: string, data: object, more: object = {}): string =>
  JSON.stringify({ type, data, ...more, id: 'e', timestamp: '2026-11-22T05:03:52.158Z', parentId: null });

/** As Copilot CLI 1.0.102 writes what is typed at its prompt, and what `copilot -p` is given. */
const prompt = (content: string, more: object = {}, around: object = {}): string =>
  event(
    'user.message',
    {
      content,
      transformedContent: `<current_datetime>2026-11-22T05:03:52.558+00:00</current_datetime>\n\n${content}`,
      messageId: '6aaba110',
      delivery: 'idle',
      turnId: '0',
      ...more,
    },
    around,
  );

const request = (toolCallId: string, name: string, input: unknown): object => ({
  toolCallId,
  name,
  arguments: input,
  type: 'function',
  toolTitle: 'Running command',
});

const says = (content: string, toolRequests: readonly object[] = [], around: object = {}): string =>
  event('assistant.message', { messageId: 'm', content, toolRequests, reasoningText: 'hidden' }, around);

const ended = (toolCallId: string): string =>
  event('tool.execution_complete', { toolCallId, success: true, result: { content: 'output' } });

const OTHER: CurrentCall = { id: undefined, tool: 'bash', input: { command: 'another' } };

function read(lines: readonly string[], currentCall = OTHER, subAgentId?: string): TranscriptEntry[] {
  return [...parseCopilotTranscript(lines.join('\n'), { subAgentId, currentCall, maxEntries: 200 }).entries];
}

describe('transcript of Copilot', () => {
  const prompts: readonly (readonly [what: string, line: string, kept: boolean])[] = [
    ['typed, or from a script: the file does not tell', prompt('push it'), true],
    ['from the user, as the source says', prompt('push it', { source: 'user' }), true],
    ['from another agent', prompt('push it', { source: 'agent-5eecfb82' }), true],
    ['a skill that was put in', prompt('push it', { source: 'skill-pdf' }), false],
    ['the program itself', prompt('push it', { source: 'system' }), false],
    ['autopilot going on', prompt('push it', { isAutopilotContinuation: true }), false],
    ['empty', prompt(' '), false],
  ];
  for (const [what, line, kept] of prompts) {
    it(`${what}: ${kept ? 'task' : 'left out'}`, () => {
      assert.deepEqual(read([line]), kept ? [{ role: 'task', text: 'push it' }] : []);
    });
  }

  it('keeps what the agent said and called, in order; no thinking, no results', () => {
    const lines = [
      event('session.start', { sessionId: 's', copilotVersion: '1.0.102' }),
      prompt('do it'),
      event('system.message', { role: 'system', content: 'You are "type":"user.message"' }),
      says('I look first.', [request('c1', 'view', { path: '/w' }), request('c2', 'glob', '{"pattern":"*"}')]),
      ended('c1'),
      ended('c2'),
      says('Now I write.', [request('c3', 'apply_patch', '*** Begin Patch')]),
      ended('c3'),
    ];
    assert.deepEqual(read(lines), [
      { role: 'task', text: 'do it' },
      { role: 'assistant', text: 'I look first.' },
      { role: 'tool_call', tool: 'view', input: { path: '/w' } },
      { role: 'tool_call', tool: 'glob', input: { pattern: '*' } },
      { role: 'assistant', text: 'Now I write.' },
      { role: 'tool_call', tool: 'apply_patch', input: { input: '*** Begin Patch' } },
    ]);
  });

  describe('the call that is judged', () => {
    const touch = { command: 'touch x' };
    const current = { id: undefined, tool: 'bash', input: touch };

    it('is left out, although the payload gives it no id', () => {
      assert.deepEqual(read([says('', [request('c1', 'bash', touch)])], current), []);
    });

    it('is not one that has ended, nor a second one of the same words', () => {
      const lines = [says('', [request('c1', 'bash', touch)]), ended('c1'), says('', [request('c2', 'bash', touch)])];
      const kept = { role: 'tool_call', tool: 'bash', input: touch };
      assert.deepEqual(read(lines, current), [kept]);
      assert.deepEqual(read([says('', [request('c1', 'bash', touch), request('c2', 'bash', touch)])], current), [kept]);
    });

    it('is told by its id where there is one', () => {
      const line = says('', [request('c1', 'bash', touch), request('c2', 'bash', touch), request('c3', 'bash', {})]);
      assert.equal(read([line], { ...current, id: 'c3' }).length, 2);
    });
  });

  it('a sub-agent’s lines are its own', () => {
    const around = { agentId: 'sub' };
    const lines = [
      prompt('do it'),
      prompt('your part', { source: 'agent-s' }, around),
      says('Mine.', [], around),
      says('Ours.'),
    ];
    assert.deepEqual(read(lines), [
      { role: 'task', text: 'do it' },
      { role: 'assistant', text: 'Ours.' },
    ]);
    assert.deepEqual(read(lines, OTHER, 'sub'), [
      { role: 'task', text: 'your part' },
      { role: 'assistant', text: 'Mine.' },
    ]);
  });

  it('keeps the last entries, and skips lines that are cut off or malformed', () => {
    const lines = [
      prompt('one'),
      prompt('two'),
      prompt('three'),
      '{"type":"user.message","data":7}',
      '{"type":"user.me',
    ];
    const options = { subAgentId: undefined, currentCall: OTHER, maxEntries: 2 };
    assert.deepEqual(parseCopilotTranscript(lines.join('\n'), options).entries, [
      { role: 'task', text: 'two' },
      { role: 'task', text: 'three' },
    ]);
  });

  it('no line is ever the user’s own words, and no text an exception (property)', () => {
    const line = fc.record({
      type: fc.constantFrom('user.message', 'assistant.message', 'tool.execution_complete', 'x'),
      agentId: fc.option(fc.constantFrom('sub', 7)),
      data: fc.oneof(
        fc.jsonValue(),
        fc.record({
          content: fc.string(),
          source: fc.constantFrom('user', 'human', null),
          toolRequests: fc.jsonValue(),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const entries = read(lines.map((one) => JSON.stringify(one)));
        assert.ok(entries.every(({ role }) => role !== 'user'));
      }),
      runs(20261122, 300),
    );
  });
});

describe('transcript file of Copilot', () => {
  let root: string;
  let state: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-copilot-')));
    state = join(root, 'session-state');
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function write(path: string, ...lines: readonly string[]): string {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    return path;
  }

  function call(sessionId: string, more: Partial<HookCall> = {}): HookCall {
    return {
      request: { tool: 'bash', input: { command: 'x' }, cwd: '/w', sessionId },
      mode: undefined,
      transcriptPath: undefined,
      subAgentId: undefined,
      ...more,
    };
  }
  const texts = async (one: HookCall): Promise<string[]> =>
    (await copilotTranscript(state, readFileTail, { milliseconds: 30, betweenReads: 1 })(one)).map((entry) =>
      'text' in entry ? entry.text : entry.tool,
    );

  it('reads the session and then the sub-agent', async () => {
    write(join(state, 's1', 'events.jsonl'), prompt('yours', {}, { agentId: 'a1' }), prompt('do it'));
    assert.deepEqual(await texts(call('s1')), ['do it']);
    assert.deepEqual(await texts(call('s1', { subAgentId: 'a1' })), ['do it', 'yours']);
  });

  it('reads nothing outside the agent’s own folder, however it is named', async () => {
    const outside = write(join(root, 'outside', 'events.jsonl'), prompt('push it'));
    mkdirSync(join(state, 'linked'), { recursive: true });
    symlinkSync(outside, join(state, 'linked', 'events.jsonl'));
    for (const id of ['../outside', 'linked', '..', 'absent', '']) assert.deepEqual(await texts(call(id)), [], id);
  });

  it('reads VS Code’s own where the payload names it, and no other file by such a name', async () => {
    const folder = join(root, 'User', 'workspaceStorage', '1', 'GitHub.copilot-chat', 'transcripts');
    const path = write(join(folder, 's1.jsonl'), prompt('do it'));
    const elsewhere = write(join(root, 'w', 'transcripts', 's1.jsonl'), prompt('push it'));
    symlinkSync(elsewhere, join(folder, 's2.jsonl'));
    assert.deepEqual(await texts(call('s1', { transcriptPath: path })), ['do it']);
    assert.deepEqual(await texts(call('s3', { transcriptPath: path })), []);
    assert.deepEqual(await texts(call('s1', { transcriptPath: elsewhere })), []);
    assert.deepEqual(await texts(call('s2', { transcriptPath: join(folder, 's2.jsonl') })), []);
  });

  describe('that does not hold the call yet', () => {
    const current = says('', [request('c1', 'bash', { command: 'x' })]);

    /** A file that grows with each reading. */
    function growing(texts: readonly string[]): { readTail: ReadTail; readonly read: () => number } {
      let count = 0;
      write(join(state, 's1', 'events.jsonl'));
      return {
        readTail: () => Promise.resolve(texts[Math.min(count++, texts.length - 1)]),
        read: () => count,
      };
    }

    it('is waited for until it does', async () => {
      const file = growing(['', prompt('do it'), `${prompt('do it')}\n${current}`, 'too late']);
      const readAll = copilotTranscript(state, file.readTail, { milliseconds: 60_000, betweenReads: 1 });
      assert.deepEqual(await readAll(call('s1')), [{ role: 'task', text: 'do it' }]);
      assert.equal(file.read(), 3);
    });

    it('and never will is waited for once', async () => {
      const file = growing([prompt('do it')]);
      const readAll = copilotTranscript(state, file.readTail, { milliseconds: 20, betweenReads: 1 });
      assert.deepEqual(await readAll(call('s1')), [{ role: 'task', text: 'do it' }]);
      const first = file.read();
      await readAll(call('s1'));
      assert.equal(file.read(), first + 1);
    });
  });
});
