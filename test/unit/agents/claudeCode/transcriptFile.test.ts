import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import { claudeCodeTranscript } from '../../../../src/agents/claudeCode/transcriptFile';
import type { ReadTail } from '../../../../src/agents/files/fileTail';
import { readFileTail } from '../../../../src/agents/files/fileTail';

const line = (text: string, more: object = { origin: { kind: 'human' }, promptSource: 'typed' }): string =>
  `${JSON.stringify({ type: 'user', message: { content: text }, ...more })}\n`;

describe('transcript file of Claude Code', () => {
  let folder: string;
  let projects: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'auto-mode-transcript-'));
    projects = join(folder, '.claude', 'projects');
    put(join(projects, '-w', 's1.jsonl'), line('push it'));
    put(
      join(projects, '-w', 's1', 'subagents', 'agent-a1.jsonl'),
      line('sub task', { isSidechain: true, agentId: 'a1' }),
    );
    put(join(folder, 'elsewhere.jsonl'), line('planted'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function put(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  async function texts(transcriptPath: string | undefined, subAgentId?: string): Promise<string[]> {
    const call: HookCall = {
      request: { tool: 'Bash', input: {}, cwd: '/w', sessionId: 's1' },
      mode: undefined,
      transcriptPath,
      subAgentId,
    };
    const entries = await claudeCodeTranscript(projects, readFileTail, { milliseconds: 0, betweenReads: 1 })(call);
    return entries.map((entry) => ('text' in entry ? `${entry.role}: ${entry.text}` : entry.tool));
  }

  it('reads the session', async () => {
    assert.deepEqual(await texts(join(projects, '-w', 's1.jsonl')), ['user: push it']);
  });

  it('reads the session and then the sub-agent', async () => {
    assert.deepEqual(await texts(join(projects, '-w', 's1.jsonl'), 'a1'), ['user: push it', 'task: sub task']);
    assert.deepEqual(await texts(join(projects, '-w', 's1.jsonl'), 'absent'), ['user: push it']);
  });

  it('reads nothing outside the agent’s own folder, however it is named', async () => {
    symlinkSync(join(folder, 'elsewhere.jsonl'), join(projects, '-w', 'link.jsonl'));
    put(join(projects, '-w', 'notes.txt'), line('planted'));
    const paths = [
      join(folder, 'elsewhere.jsonl'),
      `${projects}/-w/../../../elsewhere.jsonl`,
      join(projects, '-w', 'link.jsonl'),
      join(projects, '-w', 'notes.txt'),
      join(projects, '-w', 'absent.jsonl'),
      projects,
      '',
      undefined,
    ];
    for (const path of paths) assert.deepEqual(await texts(path), [], path);
  });

  it('takes no path from a sub-agent’s id', async () => {
    put(join(projects, 'agent-x.jsonl'), line('planted', { isSidechain: true, agentId: '../../../agent-x' }));
    assert.deepEqual(await texts(join(projects, '-w', 's1.jsonl'), '../../../agent-x'), ['user: push it']);
  });

  describe('that is not on disk yet', () => {
    const late = (reads: (string | undefined)[]): { readonly given: number; readonly readTail: ReadTail } => {
      const state = {
        given: 0,
        readTail: (): Promise<string | undefined> => Promise.resolve(reads[Math.min(state.given++, reads.length - 1)]),
      };
      return state;
    };
    const call: HookCall = {
      request: { tool: 'Bash', input: {}, cwd: '/w', sessionId: 's1', callId: 'toolu_1' },
      mode: undefined,
      transcriptPath: undefined,
      subAgentId: undefined,
    };
    const patient = { milliseconds: 60_000, betweenReads: 1 };

    it('is waited for until somebody said something', async () => {
      const { readTail } = late([undefined, '', `{"type":"mode"}\n`, line('push it')]);
      const read = claudeCodeTranscript(projects, readTail, patient);
      const entries = await read({ ...call, transcriptPath: join(projects, '-w', 's1.jsonl') });
      assert.deepEqual(entries, [{ role: 'user', text: 'push it' }]);
    });

    it('is not waited for once it holds the call itself', async () => {
      const state = late([
        `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"toolu_1","name":"Bash"}]}}\n`,
      ]);
      const read = claudeCodeTranscript(projects, state.readTail, patient);
      assert.deepEqual(await read({ ...call, transcriptPath: join(projects, '-w', 's1.jsonl') }), []);
      assert.equal(state.given, 1);
    });

    it('that never comes is waited for once', async () => {
      const state = late([undefined]);
      const read = claudeCodeTranscript(projects, state.readTail, { milliseconds: 500, betweenReads: 1 });
      const never = { ...call, transcriptPath: join(projects, '-w', 's1.jsonl') };
      assert.deepEqual(await read(never), []);
      const readsOfTheFirst = state.given;
      assert.ok(readsOfTheFirst > 1);
      assert.deepEqual(await read(never), []);
      assert.equal(state.given, readsOfTheFirst + 1);
    });
  });

  describe('the end of a file', () => {
    it('in bounded memory, from the first whole line', async () => {
      const path = join(folder, 'long');
      writeFileSync(path, `${'ä'.repeat(50)}\nsecond\nthird\n`);
      assert.equal(await readFileTail(path, 20), 'second\nthird\n');
      assert.equal(await readFileTail(path, 10_000), `${'ä'.repeat(50)}\nsecond\nthird\n`);
    });

    it('of a folder, a link or nothing: none', async () => {
      symlinkSync(join(folder, 'elsewhere.jsonl'), join(folder, 'link'));
      for (const name of ['', 'link', 'absent'])
        assert.equal(await readFileTail(join(folder, name), 100), undefined, name);
    });
  });
});
