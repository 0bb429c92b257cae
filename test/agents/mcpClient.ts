import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Response {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface CheckedCall {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly content: readonly { readonly text: string }[];
}

/** Speaks raw lines of JSON with the MCP server. */
export class McpClient {
  readonly child: ChildProcess;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
  errors = '';
  private last = 0;
  private readonly waiting = new Map<number, (response: Response) => void>();

  /** @param home the folder that holds the gate's own */
  constructor([program, ...args]: readonly [string, ...string[]], home: string) {
    this.child = spawn(program, args, { env: { HOME: home }, stdio: 'pipe' });
    this.child.stdin!.on('error', () => undefined);
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
    createInterface({ input: this.child.stdout! }).on('line', (line) => {
      const response = JSON.parse(line) as Response;
      if (response.id !== undefined) this.waiting.get(response.id)?.(response);
    });
  }

  sendLine(line: string): void {
    this.child.stdin!.write(`${line}\n`);
  }

  notify(method: string, params: object): void {
    this.sendLine(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** @returns the number of the request beside its answer */
  request(method: string, params: object = {}): { readonly id: number; readonly response: Promise<Response> } {
    const id = (this.last += 1);
    const response = new Promise<Response>((resolve, reject) => {
      this.waiting.set(id, resolve);
      void this.ended.then((code) => {
        reject(new Error(`The server ended with ${code}: ${this.errors}`));
      });
    });
    // Some tests leave a request open when the server goes.
    response.catch(() => undefined);
    this.sendLine(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return { id, response };
  }

  async greet(name = 'test-agent'): Promise<this> {
    const clientInfo = { name, version: '1' };
    await this.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }).response;
    this.notify('notifications/initialized', {});
    return this;
  }

  async call(name: string, args: object): Promise<CheckedCall> {
    const { result, error } = await this.request('tools/call', { name, arguments: args }).response;
    if (error !== undefined) throw new Error(error.message);
    return result as CheckedCall;
  }

  dispose(): void {
    this.child.kill('SIGKILL');
  }
}
