/** A real shell where it can do no harm, and what it would have run. See launcher.c and recorder.c. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { copyPrograms } from './copiedPrograms';
import type { TestedShell } from './testedShells';

const run = promisify(execFile);

export const HOME = '/home/u';
export const FOLDER = '/home/u/here';
/** Every name in here is a program: the only folder of PATH. */
export const PROGRAMS = '/usr/bin/';

/** How a line is run; the numbers are recorder.c's. */
export const RUNS = {
  recordedSucceeding: '0',
  recordedFailing: '1',
  realSucceeding: '2',
  realFailing: '3',
} as const;
export type Run = keyof typeof RUNS;

export interface Execution {
  readonly cwd: string;
  /** The file that the shell found for the command; empty if none. */
  readonly path: string;
  readonly argv: readonly string[];
}

export interface OpenedFile {
  readonly cwd: string;
  /** As the shell gave it to the kernel. */
  readonly path: string;
}

export interface Observation {
  /** Whether the line came to its end by itself; otherwise it was stopped and this is its beginning. */
  readonly complete: boolean;
  readonly executions: readonly Execution[];
  readonly written: readonly OpenedFile[];
}

/** Why there is no sandbox on this machine. */
export class SandboxUnavailable extends Error {
  override readonly name = 'SandboxUnavailable';
}

/** A file system with one shell and nothing else, which nothing in it can write. */
export class SandboxRoot {
  private constructor(
    readonly folder: string,
    readonly launcher: string,
    readonly program: string,
    readonly shell: TestedShell,
  ) {}

  /** @throws {SandboxUnavailable} */
  static async make(shell: TestedShell): Promise<SandboxRoot> {
    if (process.platform !== 'linux') throw new SandboxUnavailable('the sandbox needs Linux');
    const parent = await realpath(await mkdtemp(join(tmpdir(), 'am-shell-')));
    const root = join(parent, 'root');
    const launcher = join(parent, 'launcher');
    try {
      const program = await programPath(shell.program);
      for (const folder of ['dev', 'etc', 'usr/bin', 'home/u', 'tmp', 'opt', 'root', 'var/log', 'srv']) {
        await mkdir(join(root, folder), { recursive: true });
      }
      // For patterns such as /usr/b?n/r*. None of them can be run.
      for (const program of ['cat', 'ls', 'rm', 'sh']) await writeFile(join(root, 'usr/bin', program), '');
      await copyPrograms([program], root);
      const source = import.meta.dirname;
      await run('cc', ['-O1', '-o', launcher, join(source, 'launcher.c')]);
      await run('cc', ['-O1', '-shared', '-fPIC', '-o', join(root, 'recorder.so'), join(source, 'recorder.c'), '-ldl']);
      await cp('/usr/lib/locale/C.utf8', join(root, 'usr/lib/locale/C.utf8'), { recursive: true }).catch(
        () => undefined,
      );
      await writeFile(join(root, 'dev/null'), '');
      await writeFile(join(root, 'etc/passwd'), `root:x:0:0::/root:/bin/bash\nu:x:65534:65534::${HOME}:/bin/bash\n`);
      await writeFiles(await shell.files(program), root);
      await run('chmod', ['-R', 'a-w,a+rX', root]);
      // Through here the unprivileged user comes to its root.
      await chmod(parent, 0o755);
      return new SandboxRoot(root, launcher, program, shell);
    } catch (error) {
      await rm(parent, { recursive: true, force: true });
      throw new SandboxUnavailable(error instanceof Error ? error.message : String(error));
    }
  }

  async remove(): Promise<void> {
    await run('chmod', ['-R', 'u+w', this.folder]);
    await rm(dirname(this.folder), { recursive: true, force: true });
  }
}

async function programPath(name: string): Promise<string> {
  const { stdout } = await run('sh', ['-c', `command -v ${name}`]).catch(() => ({ stdout: '' }));
  if (stdout === '') throw new Error(`${name} is not installed`);
  return realpath(stdout.trim());
}

async function writeFiles(files: Readonly<Record<string, string>>, root: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

interface Waiting {
  readonly resolve: (observation: Observation) => void;
  readonly reject: (error: Error) => void;
}

/** One server in the sandbox: runs one line at a time. */
export class ShellSandbox {
  readonly #process: ChildProcess;
  readonly #waiting: Waiting[] = [];
  #received = Buffer.alloc(0);
  #messages = '';

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  /** @throws {SandboxUnavailable} */
  static async start(root: SandboxRoot): Promise<ShellSandbox> {
    const child = spawn(root.launcher, [root.folder, root.program, ...root.shell.args, ':'], {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        LD_PRELOAD: '/recorder.so',
        HOME,
        PATH: PROGRAMS.slice(0, -1),
        LC_ALL: 'C.UTF-8',
        ...root.shell.environment,
      },
    });
    const sandbox = new ShellSandbox(child);
    await sandbox.#begin();
    return sandbox;
  }

  #begin(): Promise<void> {
    return new Promise((resolve, reject) => {
      const { stdin, stdout, stderr } = this.#process;
      if (stdin === null || stdout === null || stderr === null) throw new Error('the launcher has no pipes');
      let ready = false;
      stderr.setEncoding('utf8').on('data', (text: string) => (this.#messages += text));
      // The end of the process says more.
      stdin.on('error', () => undefined);
      stdout.on('data', (bytes: Buffer) => {
        if (ready) {
          this.#receive(bytes);
          return;
        }
        ready = true;
        resolve();
        this.#receive(bytes.subarray(1));
      });
      this.#process.on('error', reject);
      this.#process.on('close', (code) => {
        reject(new SandboxUnavailable(this.#messages.trim() || `the launcher ended with status ${String(code)}`));
        const error = new Error(`the sandbox ended (${String(code)}): ${this.#messages}`);
        for (const { reject: fail } of this.#waiting.splice(0)) fail(error);
      });
    });
  }

  /** What the real shell does with a line. A line with a NUL ends there, as it would as an argument. */
  observe(line: string, kind: Run): Promise<Observation> {
    const script = Buffer.from(line, 'utf8');
    const header = Buffer.alloc(5);
    header.writeUInt32LE(script.length, 0);
    header.write(RUNS[kind], 4, 'latin1');
    return new Promise((resolve, reject) => {
      if (this.#process.exitCode !== null) {
        reject(new Error(`the sandbox has ended: ${this.#messages}`));
        return;
      }
      this.#waiting.push({ resolve, reject });
      this.#process.stdin?.write(Buffer.concat([header, script]));
    });
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('close', resolve));
    this.#process.stdin?.end();
    await ended;
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    while (this.#received.length >= 4) {
      const length = this.#received.readUInt32LE(0);
      if (this.#received.length < 4 + length) return;
      const reply = this.#received.subarray(4, 4 + length);
      this.#received = this.#received.subarray(4 + length);
      this.#waiting.shift()?.resolve(readReply(reply));
    }
  }
}

/** @param reply a byte that is 0 for a complete run, then records: kind, length, strings that end with a NUL each */
export function readReply(reply: Buffer): Observation {
  const executions: Execution[] = [];
  const written: OpenedFile[] = [];
  for (let at = 1; at + 5 <= reply.length;) {
    const kind = String.fromCharCode(reply.readUInt8(at));
    const length = reply.readUInt32LE(at + 1);
    // Each string is ended by a NUL.
    const [cwd = '', path = '', ...argv] = splitStrings(reply.subarray(at + 5, at + 5 + length));
    if (kind === 'x') executions.push({ cwd, path, argv });
    else written.push({ cwd, path });
    at += 5 + length;
  }
  return { complete: reply.readUInt8(0) === 0, executions, written };
}

function splitStrings(bytes: Buffer): string[] {
  const strings: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(0, start);
    // A program that was killed as it wrote leaves a record without its end.
    const end = found === -1 ? bytes.length : found;
    strings.push(decode(bytes.subarray(start, end)));
    start = end + 1;
  }
  return strings;
}

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes that are no UTF-8 become characters that no word of an analysis has. */
function decode(bytes: Buffer): string {
  try {
    return STRICT.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('');
  }
}
