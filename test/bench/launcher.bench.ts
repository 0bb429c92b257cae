/**
 * How long an agent waits for a call that is decided on this machine: start of the launcher, the way to the window and back, the transcript
 * read. `npx tsx test/bench/launcher.bench.ts [runs]`
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { agentDialects } from '../../src/agents/agentDialects';
import { startBridge } from '../../src/bridge/bridge';
import { gateHome } from '../../src/bridge/gateHome';
import { findPrograms } from '../../src/bridge/launcher/installLauncher';
import { launcherScript, type LauncherPrograms } from '../../src/bridge/launcher/launcherScript';

const TARGET_MS = 15;
const RUNS = Number(process.argv[2] ?? 100);

const home = mkdtempSync(join(tmpdir(), 'auto-mode-bench-'));
const workspace = join(home, 'workspace');
const projects = join(home, '.claude', 'projects', '-workspace');
mkdirSync(workspace);
mkdirSync(projects, { recursive: true });

/** A transcript of so many bytes: in turn a prompt, a call, its result and what Claude Code notes for itself. */
function writeTranscript(name: string, bytes: number): string {
  const turn = [
    { type: 'user', message: { content: 'Please go on.' }, origin: { kind: 'human' }, promptSource: 'typed' },
    {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 'x', name: 'Bash', input: { command: 'npm test' } }] },
    },
    {
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 'x', content: 'line of output\n'.repeat(300) }] },
    },
    { type: 'attachment', attachment: { type: 'prompt_snapshot', systemPrompt: ['text '.repeat(2_000)] } },
  ];
  const text = turn.map((line) => `${JSON.stringify(line)}\n`).join('');
  const path = join(projects, name);
  writeFileSync(path, text.repeat(Math.ceil(bytes / text.length)));
  return path;
}

const payload = (transcript: string | undefined, command: string): string =>
  JSON.stringify({
    session_id: 's1',
    ...(transcript === undefined ? {} : { transcript_path: transcript }),
    cwd: workspace,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 't1',
  });

function run(shell: string, text: string): Promise<number> {
  const started = performance.now();
  const child = spawn(shell, [gateHome(home).launcher, 'claude-code'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(text);
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => (stdout += data));
  return new Promise((resolve, reject) => {
    child.on('close', () => {
      const took = performance.now() - started;
      if (stdout.includes('"allow"')) resolve(took);
      else reject(new Error(`no allow: ${stdout}`));
    });
  });
}

async function main(): Promise<void> {
  const bridge = await startBridge({
    home,
    folders: () => [workspace],
    decide: (request) =>
      Promise.resolve({
        id: 'd',
        at: new Date().toISOString(),
        durationMs: 0,
        outcome: 'allow',
        stage: 'safe-tool',
        reason: 'Decided at once.',
        tool: request.tool,
        summary: '',
      }),
    log: console.error,
  });

  const programs = findPrograms(['/usr/bin', '/bin']);
  const small = writeTranscript('small.jsonl', 50_000);
  const large = writeTranscript('large.jsonl', 5_000_000);
  const cases: readonly (readonly [what: string, shell: string, programs: LauncherPrograms, text: string])[] = [
    ...['/bin/dash', '/bin/bash']
      .filter((shell) => existsSync(shell))
      .map((shell) => [`${shell}, 50 kB of transcript`, shell, programs, payload(small, 'ls')] as const),
    ['/bin/sh, no transcript', '/bin/sh', programs, payload(undefined, 'ls')],
    ['/bin/sh, 5 MB of transcript', '/bin/sh', programs, payload(large, 'ls')],
    ['/bin/sh, a call of 1 MB', '/bin/sh', programs, payload(small, 'x'.repeat(1_000_000))],
    ['/bin/sh, no curl on the machine', '/bin/sh', { ...programs, curl: undefined }, payload(small, 'ls')],
  ];

  console.log(`Round trip of a call that is decided at once, ${RUNS} runs each, in ms (target: median ${TARGET_MS})`);
  console.log(`${''.padEnd(36)}${['median', 'p95', 'max'].map((title) => title.padStart(8)).join('')}`);
  try {
    for (const [what, shell, chosen, text] of cases) {
      writeFileSync(gateHome(home).launcher, launcherScript(gateHome(home), chosen, agentDialects(home, {})));
      for (let warm = 0; warm < 5; warm += 1) await run(shell, text);
      const times: number[] = [];
      for (let index = 0; index < RUNS; index += 1) times.push(await run(shell, text));
      times.sort((a, b) => a - b);
      const at = (share: number): string =>
        (times[Math.min(RUNS - 1, Math.floor(RUNS * share))] ?? 0).toFixed(1).padStart(8);
      console.log(`${what.padEnd(36)}${at(0.5)}${at(0.95)}${at(1)}`);
    }
  } finally {
    await bridge.dispose();
    rmSync(home, { recursive: true });
  }
}

void main();
