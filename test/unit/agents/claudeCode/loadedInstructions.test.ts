import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import {
  claudeCodeInstructions,
  type LoadedInstructionsLimits,
} from '../../../../src/agents/claudeCode/loadedInstructions';
import { InstructionFiles, type InstructionFile } from '../../../../src/agents/files/instructionFiles';
import type { Patience } from '../../../../src/agents/files/patience';

const LIMITS: LoadedInstructionsLimits = {
  bytesPerCall: 4096,
  sessions: 3,
  filesPerSession: 3,
  charactersPerFile: 100,
};

const attachment = (value: object, more: object = {}): string =>
  `${JSON.stringify({ type: 'attachment', attachment: value, ...more })}\n`;
const loaded = (...files: readonly (readonly [path: string, content: string])[]): string =>
  attachment({ type: 'instructions', files: files.map(([path, content]) => ({ path, type: 'Project', content })) });
const later = (path: string, content: string): string =>
  attachment({ type: 'nested_memory', path, content: { path, type: 'Project', content } });

describe('instructions that Claude Code has loaded', () => {
  let root: string;
  let userDirectory: string;
  let transcript: string;
  let cwd: string;
  let read: (call: HookCall) => Promise<readonly InstructionFile[]>;

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-instructions-')));
    userDirectory = join(root, 'home', '.claude');
    transcript = join(userDirectory, 'projects', '-w', 's1.jsonl');
    cwd = join(root, 'w', 'app');
    mkdirSync(cwd, { recursive: true });
    read = reader({ milliseconds: 0, betweenReads: 1 });
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function reader(patience: Patience): typeof read {
    const places = { projectsDirectory: join(userDirectory, 'projects'), userDirectory };
    return claudeCodeInstructions(places, new InstructionFiles(), LIMITS, patience);
  }

  function put(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  async function found(transcriptPath: string | undefined = transcript): Promise<string[]> {
    const files = await read({
      request: { tool: 'Bash', input: {}, cwd, sessionId: 's1' },
      mode: undefined,
      transcriptPath,
      subAgentId: undefined,
    });
    return files.map(({ path, text }) => `${path.replace(root, '')}: ${text}`);
  }

  it('are the ones that the transcript names, those loaded later too, each as it was loaded last', async () => {
    put(join(cwd, 'CLAUDE.md'), 'on disk');
    put(transcript, `{"type":"user"}\n${loaded(['/w/CLAUDE.md', 'one'], ['/w/a.md', 'two'])}`);
    assert.deepEqual(await found(), ['/w/CLAUDE.md: one', '/w/a.md: two']);
    appendFileSync(transcript, `${later('/w/src/CLAUDE.md', 'three')}${later('/w/a.md', 'new')}`);
    assert.deepEqual(await found(), ['/w/CLAUDE.md: one', '/w/a.md: new', '/w/src/CLAUDE.md: three']);
    assert.deepEqual(await found(), ['/w/CLAUDE.md: one', '/w/a.md: new', '/w/src/CLAUDE.md: three']);
  });

  for (const [what, before] of [
    ['that is not there yet', undefined],
    ['that holds the prompt alone', '{"type":"user"}\n'],
  ] as const) {
    it(`a transcript ${what} is waited for, since an agent asks before it writes`, async () => {
      read = reader({ milliseconds: 60_000, betweenReads: 1 });
      put(join(cwd, 'CLAUDE.md'), 'on disk');
      if (before !== undefined) put(transcript, before);
      const pending = found();
      await new Promise((resolve) => setTimeout(resolve, 20));
      put(transcript, `${before ?? ''}${loaded(['/w/CLAUDE.md', 'one'], ['/w/a.md', 'two'])}{"type":"assistant"}\n`);
      assert.deepEqual(await pending, ['/w/CLAUDE.md: one', '/w/a.md: two']);
    });
  }

  it('one that names none is not waited for once the model has answered', async () => {
    read = reader({ milliseconds: 60_000, betweenReads: 1 });
    put(join(cwd, 'CLAUDE.md'), 'on disk');
    put(transcript, '{"type":"user"}\n{"type":"assistant"}\n');
    assert.deepEqual(await found(), ['/w/app/CLAUDE.md: on disk']);
    appendFileSync(transcript, '{"type":"user"}\n');
    assert.deepEqual(await found(), ['/w/app/CLAUDE.md: on disk']);
  });

  it('a line that is still being written is read once it is whole', async () => {
    const [start, end] = [loaded(['/w/a.md', 'é']).slice(0, 40), loaded(['/w/a.md', 'é']).slice(40)];
    put(transcript, `{"type":"user"}\n${start}`);
    assert.deepEqual(await found(), []);
    appendFileSync(transcript, end);
    assert.deepEqual(await found(), ['/w/a.md: é']);
  });

  it('of a long transcript the beginning and the end are read, then what is added', async () => {
    const filler = `{"type":"user","text":"${'x'.repeat(400)}"}\n`.repeat(40);
    put(
      transcript,
      `${loaded(['/w/a.md', 'first'])}${filler}${later('/w/hidden.md', 'x')}${filler}${later('/w/b.md', 'last')}`,
    );
    assert.deepEqual(await found(), ['/w/a.md: first', '/w/b.md: last']);
    appendFileSync(transcript, later('/w/c.md', 'added'));
    assert.deepEqual(await found(), ['/w/a.md: first', '/w/b.md: last', '/w/c.md: added']);
  });

  it('what is long is kept without its middle, and no more files than so many', async () => {
    put(transcript, loaded(...['a', 'b', 'c', 'd'].map((name) => [`/w/${name}.md`, name.repeat(500)] as const)));
    const files = await found();
    assert.deepEqual(
      files.map((file) => file.slice(0, 12)),
      ['/w/a.md: aaa', '/w/b.md: bbb', '/w/c.md: ccc'],
    );
    assert.ok(files.every((file) => file.length < 250 && file.includes('500 characters')));
  });

  it('a transcript that was replaced by a shorter one is read anew', async () => {
    put(transcript, loaded(['/w/a.md', 'a long text of the old one']));
    assert.deepEqual(await found(), ['/w/a.md: a long text of the old one']);
    put(transcript, loaded(['/w/b.md', 'b']));
    assert.deepEqual(await found(), ['/w/b.md: b']);
  });

  const lookalikes: readonly (readonly [what: string, line: string])[] = [
    [
      'a call whose input looks like it',
      `${JSON.stringify({ type: 'assistant', attachment: undefined, message: { content: [{ type: 'tool_use', name: 'X', input: { type: 'instructions', files: [{ path: '/w/a.md', content: 'x' }] } }] } })}\n`,
    ],
    ['a file without a text', attachment({ type: 'instructions', files: [{ path: '/w/a.md' }] })],
    ['an overlong path', loaded([`/${'a'.repeat(5000)}`, 'x'])],
    ['no JSON', loaded(['/w/a.md', 'x']).slice(1)],
    [
      'another attachment',
      attachment({ type: 'file', content: { type: 'instructions', files: [{ path: '/w/a.md', content: 'x' }] } }),
    ],
  ];
  for (const [what, line] of lookalikes) {
    it(`${what} is none`, async () => {
      put(transcript, line);
      assert.deepEqual(await found(), []);
    });
  }

  it('only a transcript in Claude Code’s own place is believed', async () => {
    const elsewhere = join(root, 'planted.jsonl');
    put(elsewhere, loaded(['/w/a.md', 'planted']));
    mkdirSync(dirname(transcript), { recursive: true });
    symlinkSync(elsewhere, transcript);
    for (const path of [elsewhere, transcript, join(dirname(transcript), '..', '..', '..', '..', 'planted.jsonl')]) {
      assert.deepEqual(await found(path), []);
    }
  });

  it('where the transcript names none, or is not there, the usual places are looked at', async () => {
    put(join(userDirectory, 'CLAUDE.md'), 'user');
    put(join(root, 'w', 'CLAUDE.md'), 'above');
    put(join(cwd, 'CLAUDE.md'), 'project');
    put(join(cwd, '.claude', 'CLAUDE.md'), 'hidden');
    put(join(cwd, 'CLAUDE.local.md'), 'local');
    put(join(cwd, 'src', 'CLAUDE.md'), 'below');
    const expected = [
      '/home/.claude/CLAUDE.md: user',
      '/w/CLAUDE.md: above',
      '/w/app/CLAUDE.md: project',
      '/w/app/.claude/CLAUDE.md: hidden',
      '/w/app/CLAUDE.local.md: local',
    ];
    assert.deepEqual(await found(), expected);
    assert.deepEqual(await found(undefined), expected);
    put(transcript, '{"type":"user"}\n');
    assert.deepEqual(await found(), expected);
  });
});
