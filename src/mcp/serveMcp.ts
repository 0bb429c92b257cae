import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { adviceServer } from './adviceServer';
import { AskWindows } from './askWindows';

/** For one message; a longer one ends the server. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

export interface McpStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/**
 * Over standard input and output. Resolves when the client closes either.
 * @param home holds the gate's folder
 */
export async function serveMcp({ stdin, stdout, stderr }: McpStreams, home: string, version: string): Promise<void> {
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const windows = new AskWindows(home, clock);
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_MESSAGE_BYTES });
  serveStdio(() => adviceServer({ windows, version }), {
    transport,
    onerror: ({ message }) => stderr.write(`${message}\n`),
  });
  const { onclose } = transport;
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}
