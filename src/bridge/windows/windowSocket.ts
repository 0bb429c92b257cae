import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { GateHomeError, type GateHome } from '../../disk/gateHome';

export const WINDOW_NAME = /^\d{1,10}-[0-9a-f]{8}$/;
export const SOCKET_END = '.sock';

/** In bytes, without the closing null. */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;

/** Random: nobody occupies it before. */
export function newWindowName(pid: number): string {
  return `${pid}-${randomBytes(4).toString('hex')}`;
}

/**
 * A socket; on Windows a named pipe.
 * @throws GateHomeError
 */
export function windowAddress(gate: GateHome, platform: NodeJS.Platform, name: string): string {
  if (platform === 'win32') return `\\\\.\\pipe\\auto-mode-${name}`;
  const path = join(gate.run, name + SOCKET_END);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw new GateHomeError(
      `${path} is longer than the ${MAX_PATH_BYTES} bytes that a socket may have, so agents cannot reach this window. Use a shorter home folder.`,
    );
  }
  return path;
}

/** `refused`: nobody listens here, as for another machine's window in a shared home. */
export function listening(address: string): Promise<'yes' | 'refused' | 'absent' | 'unknown'> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve('yes');
    });
    socket.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined;
      // A full queue proves a listener.
      if (code === 'EAGAIN') resolve('yes');
      else resolve(code === 'ECONNREFUSED' ? 'refused' : code === 'ENOENT' ? 'absent' : 'unknown');
    });
  });
}
