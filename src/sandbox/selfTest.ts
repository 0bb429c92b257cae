/** Whether it holds on this machine: each escape is tried, by the program that agents get. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shellQuote } from '../common/shellQuote';
import { bubblewrapArguments } from './bubblewrap';
import type { ContainedHome } from './containedHome';
import { protectedNames } from './protectedNames';
import { workspaceGuards } from './workspaceGuards';

export type Escape =
  | ('network' | 'write-outside' | 'write-protected' | 'read-private' | 'signal' | 'outlive' | 'new-protected')
  | ('shared-memory' | 'namespace');

export type SelfTest =
  | { readonly kind: 'holds' }
  | { readonly kind: 'escapes'; readonly escapes: readonly Escape[] }
  /** The programs' words. */
  | { readonly kind: 'fails'; readonly said: string };

/** To find what hangs: a machine that just starts is busy. */
const SECONDS = 60;
/** Ends only where the run ends it. */
const BYSTANDER_SECONDS = 4 * SECONDS;
const MARK = randomBytes(8).toString('hex');
const SECRET = `private-${MARK}`;
/** Seconds that identify this test's process. */
const OUTLIVES = `6${Date.now() % 1_000_000}.5`;

/** @param userHome hidden by the sandbox */
export async function selfTest(home: ContainedHome, userHome: string): Promise<SelfTest> {
  const room = join(home.directory, `test-${MARK}`);
  const workspace = join(room, 'workspace');
  const outside = join(room, 'outside');
  rmSync(room, { recursive: true, force: true });
  for (const folder of [join(workspace, '.git', 'hooks'), join(workspace, 'nested'), outside]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  writeFileSync(join(outside, 'private'), SECRET, { mode: 0o600 });
  writeFileSync(join(workspace, '.env'), SECRET);
  const server = createServer((socket) => socket.end('reached'));
  const bystander = spawn('/bin/sleep', [String(BYSTANDER_SECONDS)], { stdio: 'ignore' });
  try {
    const port = await listening(server);
    const folder = realpathSync(workspace);
    const guards = await workspaceGuards([folder], kindOf, AbortSignal.timeout(SECONDS * 1000));
    if ('problem' in guards) return { kind: 'fails', said: guards.problem };
    const ticket = home.issue({
      kind: 'contained',
      decisionId: '',
      folder,
      shell: '/bin/bash',
      line: escapes(port, outside, bystander.pid ?? 1),
      masksFailure: false,
      bubblewrap: bubblewrapArguments({
        home: userHome,
        workspaceFolders: [folder],
        guards,
        repository: [],
        cwd: folder,
        cache: home.cacheOf(['self-test']),
        empty: home.empty,
        environment: { PATH: '/usr/bin:/bin', HOME: userHome },
      }),
      hashes: new Map(),
      sweep: {
        folders: [folder],
        names: protectedNames(['.vscode', '.npmrc'], [folder]),
        known: [...guards.readOnly, ...guards.hidden.map(({ path }) => path)],
        keptMissing: guards.keptMissing,
      },
      cache: home.cacheOf(['self-test']),
    });
    const run = await finished(home.program, ticket, workspace);
    const state = home.stateOf(ticket);
    home.remove(ticket);
    // Otherwise the run proves nothing.
    if (run.code !== 7 || !run.said.includes(`begin ${MARK}`) || state?.state !== 'ended') {
      return { kind: 'fails', said: run.said.slice(0, 2_000) };
    }
    if (!existsSync(join(workspace, 'made')))
      return { kind: 'fails', said: 'nothing could be written in the workspace' };
    const found: readonly (readonly [Escape, boolean])[] = [
      ['network', run.said.includes('network reached')],
      [
        'write-outside',
        existsSync(join(outside, 'written')) ||
          existsSync(join(userHome, `.contained-${MARK}`)) ||
          run.said.includes('kernel settings reached'),
      ],
      [
        'write-protected',
        existsSync(join(workspace, '.git', 'hooks', 'pre-commit')) ||
          existsSync(join(workspace, '.vscode', 'settings.json')),
      ],
      ['read-private', run.said.includes(SECRET)],
      ['signal', run.said.includes('signal reached') || bystander.exitCode !== null || bystander.signalCode !== null],
      ['outlive', outliving(OUTLIVES).length > 0],
      ['shared-memory', run.said.includes(`ipc ${readlinkSync('/proc/self/ns/ipc')}`)],
      ['namespace', run.said.includes('namespace reached')],
      ['new-protected', existsSync(join(workspace, 'nested', '.npmrc'))],
    ];
    const broken = found.flatMap(([escape, happened]) => (happened ? [escape] : []));
    return broken.length === 0 ? { kind: 'holds' } : { kind: 'escapes', escapes: broken };
  } catch (error) {
    return { kind: 'fails', said: error instanceof Error ? error.message : 'unknown error' };
  } finally {
    bystander.kill('SIGKILL');
    server.close();
    for (const processId of outliving(OUTLIVES)) process.kill(processId, 'SIGKILL');
    rmSync(join(userHome, `.contained-${MARK}`), { force: true });
    rmSync(room, { recursive: true, force: true });
  }
}

function kindOf(path: string): 'hidden' | 'read-only' | 'ordinary' {
  if (path.endsWith('/.env')) return 'hidden';
  return path.endsWith('/.git') ? 'read-only' : 'ordinary';
}

/** @returns a script that prints what it reached, and ends with 7 */
function escapes(port: number, outside: string, processId: number): string {
  return [
    `echo begin ${MARK}; echo made >made`,
    `(exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3 | grep -q reached && echo network reached)`,
    `echo x >${shellQuote(join(outside, 'written'))}; echo x >~/.contained-${MARK}`,
    'echo x >.git/hooks/pre-commit; mkdir -p .vscode; echo x >.vscode/settings.json; echo x >nested/.npmrc',
    `cat ${shellQuote(join(outside, 'private'))} .env; cat /proc/1/root${shellQuote(join(outside, 'private'))}`,
    `kill -0 ${processId} && test -e /proc/${processId}/cmdline && grep -q sleep /proc/${processId}/cmdline && echo signal reached`,
    // Only asked: they are the machine's.
    'test -w /proc/sys/kernel/core_pattern && echo kernel settings reached',
    'echo "ipc $(readlink /proc/self/ns/ipc)"; unshare -U true && echo namespace reached',
    `(setsid sleep ${OUTLIVES} >/dev/null 2>&1 &)`,
    'exit 7',
  ].join('\n');
}

function listening(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

async function finished(
  program: string,
  ticket: string,
  cwd: string,
): Promise<{ readonly code: number; readonly said: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [ticket], { cwd, timeout: SECONDS * 1000 });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
    return { code: typeof code === 'number' ? code : -1, said: stdout + stderr };
  }
}

/** @returns the processes with this argument */
function outliving(argument: string): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return words[0] === 'sleep' && words.includes(argument) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
