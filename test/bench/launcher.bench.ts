/**
 * How long an agent waits for a call that is decided on this machine: start of the launcher, the way to the window and back, the transcript
 * read; and of another gate's hook client beside it. `npx tsx test/bench/launcher.bench.ts [runs]`
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { agentDialects } from '../../src/agents/agentDialects';
import { startBridge } from '../../src/bridge/bridge';
import { gateHome } from '../../src/disk/gateHome';
import { findEnvironment, findPrograms } from '../../src/bridge/launcher/installLauncher';
import { launcherScript, type LauncherPrograms } from '../../src/bridge/launcher/launcherScript';
import { ensureOtherGate, OTHER_GATES } from './otherGates';
import { printRow, quantile, sorted } from './times';

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

interface Client {
  readonly what: string;
  readonly command: readonly [program: string, ...words: string[]];
  readonly input: string;
  /** What its output must have in it for the run to count. */
  readonly shows: string;
}

function run({ command: [program, ...words], input, shows, what }: Client): Promise<number> {
  const started = performance.now();
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'], cwd: workspace });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => (stdout += data));
  return new Promise((resolve, reject) => {
    child.on('close', () => {
      const took = performance.now() - started;
      if (stdout.includes(shows)) resolve(took);
      else reject(new Error(`${what}: ${stdout}`));
    });
  });
}

/** The hook client of another gate, started as its own instructions have it, for a call that it blocks: it is silent about others. */
async function otherClient(): Promise<Client | undefined> {
  const gate = OTHER_GATES.find(({ name }) => name === 'cc-safety-net');
  if (gate === undefined) return undefined;
  const script = join(dirname(await ensureOtherGate(gate)), 'bin', 'cc-safety-net.js');
  return {
    what: `${gate.name} ${gate.version}, its own hook`,
    command: [process.execPath, script, 'hook', '--claude-code'],
    input: payload(undefined, ['git', 'reset', '--hard'].join(' ')),
    shows: '"deny"',
  };
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
  const ours = (what: string, shell: string, chosen: LauncherPrograms, input: string): Client => {
    const file = join(home, `launcher-${what.replace(/\W/g, '-')}`);
    writeFileSync(file, launcherScript(gateHome(home), chosen, agentDialects(home, {})));
    return { what, command: [shell, file, 'claude-code'], input, shows: '"allow"' };
  };
  const withEnv = { ...programs, environment: findEnvironment('/nowhere', ['/usr/bin', '/bin']) };
  const other = await otherClient();
  const clients: readonly Client[] = [
    { what: 'sh -c true', command: ['/bin/sh', '-c', 'printf x'], input: '', shows: 'x' },
    ...['/bin/dash', '/bin/bash']
      .filter((shell) => existsSync(shell))
      .map((shell) => ours(`${shell} and curl, 50 kB of transcript`, shell, programs, payload(small, 'ls'))),
    ours('sh and curl, no transcript', '/bin/sh', programs, payload(undefined, 'ls')),
    ours('sh and curl, 5 MB of transcript', '/bin/sh', programs, payload(large, 'ls')),
    ours('sh and curl, a call of 1 MB', '/bin/sh', programs, payload(small, 'x'.repeat(1_000_000))),
    ours('sh, curl and env -0', '/bin/sh', withEnv, payload(small, 'ls')),
    ours('sh and the editor’s runtime', '/bin/sh', { ...programs, curl: undefined }, payload(small, 'ls')),
    ...(other === undefined ? [] : [other]),
  ];

  console.log(`Round trip of a call that is decided at once, ${RUNS} runs each, in ms (target: median ${TARGET_MS})`);
  printRow('', ['least', 'p50', 'p99']);
  try {
    // One after the other in turn, so that what else the machine does slows all of them down alike.
    const measured = new Map<Client, number[]>(clients.map((client) => [client, []]));
    for (let round = -3; round < RUNS; round += 1) {
      for (const [client, all] of measured) {
        const took = await run(client);
        if (round >= 0) all.push(took);
      }
    }
    for (const [{ what }, all] of measured) {
      const inOrder = sorted(all);
      printRow(
        what,
        [0, 0.5, 0.99].map((share) => quantile(inOrder, share).toFixed(1)),
      );
    }
  } finally {
    await bridge.dispose();
    rmSync(home, { recursive: true });
  }
}

void main();
