import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { GateHomeError, type GateHome } from '../../disk/gateHome';

/** What the names of a window's files in the gate's folder look like, without their ends. */
export const WINDOW_NAME = /^\d{1,10}-[0-9a-f]{8}$/;
export const SOCKET_END = '.sock';

/** What the kernel takes as the path of a socket, in bytes, less the closing null. */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;

/** A new name for one window. Random, so that nobody can be in its place before it is there. */
export function newWindowName(pid: number): string {
  return `${pid}-${randomBytes(4).toString('hex')}`;
}

/** Where a window is reached: a socket in the gate's folder, or a named pipe on Windows. Throws GateHomeError. */
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

/**
 * Whether somebody listens there. `refused` is the kernel's word that nobody does; of a window on another machine that shares this home
 * folder it says the same. `unknown`: it could not be told.
 */
export function listening(address: string): Promise<'yes' | 'refused' | 'absent' | 'unknown'> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve('yes');
    });
    socket.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined;
      // So many wait already that no more can: whoever has so much to do is there.
      if (code === 'EAGAIN') resolve('yes');
      else resolve(code === 'ECONNREFUSED' ? 'refused' : code === 'ENOENT' ? 'absent' : 'unknown');
    });
  });
}
