import type { Readable, Writable } from 'node:stream';

/** The streams of a process. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}
