/** One room: runs one command line at a time in a world. See room.c. */
import { spawn, type ChildProcess } from 'node:child_process';
import { SandboxUnavailable } from '../../shell/sandbox/shellSandbox';
import type { Entry } from '../world';
import type { RoomRoot } from './roomRoot';

export interface RoomCall {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly script: string;
}

export interface Change {
  readonly kind: 'folder' | 'file' | 'link' | 'removed' | 'other';
  readonly path: string;
  readonly content: Buffer;
}

/** A program that only left a note. */
export interface RecordedCall {
  readonly folder: string;
  readonly input: string;
  readonly words: readonly string[];
}

export interface RoomReport {
  readonly complete: boolean;
  readonly status: number;
  readonly output: Buffer;
  readonly recorded: readonly RecordedCall[];
  /** Of planted programs that ran. */
  readonly marks: readonly string[];
  readonly changes: readonly Change[];
}

const ENTRY_KINDS: Readonly<Record<Entry['kind'], string>> = { folder: 'd', file: 'f', link: 'l', hardLink: 'h' };
const CHANGE_KINDS: Readonly<Record<string, Change['kind']>> = { d: 'folder', f: 'file', l: 'link', '-': 'removed' };

interface Waiting {
  readonly resolve: (report: RoomReport) => void;
  readonly reject: (error: Error) => void;
}

export class Room {
  readonly #process: ChildProcess;
  readonly #waiting: Waiting[] = [];
  #received: Buffer[] = [];
  #length = 0;
  #messages = '';

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  /**
   * @param environment of the first process in the room, which all others can ask /proc for
   * @throws {SandboxUnavailable}
   */
  static async start(root: RoomRoot, environment: Readonly<Record<string, string>>): Promise<Room> {
    const child = spawn(root.program, [root.folder, root.home], {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...environment },
    });
    const room = new Room(child);
    await room.#begin();
    return room;
  }

  #begin(): Promise<void> {
    return new Promise((resolve, reject) => {
      const { stdin, stdout, stderr } = this.#process;
      if (stdin === null || stdout === null || stderr === null) throw new Error('the room has no pipes');
      let ready = false;
      stderr.setEncoding('utf8').on('data', (text: string) => (this.#messages += text));
      // The end of the process says more.
      stdin.on('error', () => undefined);
      stdout.on('data', (bytes: Buffer) => {
        this.#receive(ready ? bytes : bytes.subarray(1));
        ready = true;
        resolve();
      });
      this.#process.on('error', reject);
      this.#process.on('close', (code) => {
        reject(new SandboxUnavailable(this.#messages.trim() || `the room ended with status ${String(code)}`));
        const error = new Error(`the room ended (${String(code)}): ${this.#messages}`);
        for (const { reject: fail } of this.#waiting.splice(0)) fail(error);
      });
    });
  }

  enter(entries: readonly Entry[]): void {
    const parts = entries.flatMap(({ kind, mode, path, content }) => [
      Buffer.from(ENTRY_KINDS[kind]),
      numberBytes(mode),
      textBytes(path),
      textBytes(content),
    ]);
    this.#send([Buffer.from('w'), numberBytes(entries.length), ...parts]);
  }

  run({ folder, environment, script }: RoomCall): Promise<RoomReport> {
    const variables = Object.entries(environment).map(([name, value]) => textBytes(`${name}=${value}`));
    return new Promise((resolve, reject) => {
      if (this.#process.exitCode !== null) {
        reject(new Error(`the room has ended: ${this.#messages}`));
        return;
      }
      this.#waiting.push({ resolve, reject });
      this.#send([Buffer.from('c'), textBytes(folder), numberBytes(variables.length), ...variables, textBytes(script)]);
    });
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once('close', resolve));
    this.#process.stdin?.end();
    await ended;
  }

  #send(parts: readonly Buffer[]): void {
    const bytes = Buffer.concat(parts);
    this.#process.stdin?.write(Buffer.concat([numberBytes(bytes.length), bytes]));
  }

  #receive(bytes: Buffer): void {
    this.#received.push(bytes);
    this.#length += bytes.length;
    while (this.#length >= 4) {
      let all = this.#received.length === 1 ? this.#received[0]! : Buffer.concat(this.#received);
      this.#received = [all];
      const length = all.readUInt32LE(0);
      if (all.length < 4 + length) return;
      this.#waiting.shift()?.resolve(readReport(all.subarray(4, 4 + length)));
      all = all.subarray(4 + length);
      this.#received = [all];
      this.#length = all.length;
    }
  }
}

function numberBytes(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number, 0);
  return bytes;
}

function textBytes(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([numberBytes(bytes.length), bytes]);
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  letter(): string {
    return String.fromCharCode(this.#take(1)[0] ?? 0);
  }

  number(): number {
    return this.#take(4).readUInt32LE(0);
  }

  bytes(): Buffer {
    return this.#take(this.number());
  }

  text(): string {
    return this.bytes().toString('utf8');
  }

  #take(length: number): Buffer {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

function readReport(bytes: Buffer): RoomReport {
  const reader = new Reader(bytes);
  const complete = reader.letter() === '\0';
  const status = reader.number();
  const output = Buffer.from(reader.bytes());
  const recorded = readLog(reader.bytes());
  const marks = reader.text().split('\0').slice(0, -1);
  const changes = Array.from({ length: reader.number() }, () => ({
    kind: CHANGE_KINDS[reader.letter()] ?? 'other',
    path: reader.text(),
    content: Buffer.from(reader.bytes()),
  }));
  return { complete, status, output, recorded, marks: marks.sort(), changes };
}

function readLog(bytes: Buffer): RecordedCall[] {
  const reader = new Reader(bytes);
  const calls: RecordedCall[] = [];
  while (!reader.isAtEnd) {
    const [folder = '', input = '', ...words] = Array.from({ length: reader.number() }, () => reader.text());
    calls.push({ folder, input, words });
  }
  return calls;
}
