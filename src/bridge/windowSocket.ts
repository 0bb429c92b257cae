import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { GateHomeError, type GateHome } from './gateHome';

const NAME = /^(\d{1,10})-[0-9a-f]{8}\.sock$/;

/** What the kernel takes as the path of a socket, in bytes, less the closing null. */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;

/** A new address for one window: a socket in the gate's folder, or a named pipe on Windows. Throws GateHomeError. */
export function newWindowAddress(gate: GateHome, platform: NodeJS.Platform, pid: number): string {
  const name = `${pid}-${randomBytes(4).toString('hex')}`;
  if (platform === 'win32') return `\\\\.\\pipe\\auto-mode-${name}`;
  const path = join(gate.run, `${name}.sock`);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw new GateHomeError(
      `${path} is longer than the ${MAX_PATH_BYTES} bytes that a socket may have, so agents cannot reach this window. Use a shorter home folder.`,
    );
  }
  return path;
}

/** Removes the sockets of windows that ended without doing so. One that still answers stays, whoever its process is. */
export async function removeStaleSockets(gate: GateHome): Promise<void> {
  for (const name of readdirSync(gate.run)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const path = join(gate.run, name);
    if (!isOwnSocket(path)) continue;
    // A process of another container with the same home has another number here.
    if (await answers(path)) continue;
    rmSync(path, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return !(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH');
  }
}

function isOwnSocket(path: string): boolean {
  try {
    const facts = lstatSync(path);
    return facts.isSocket() && (process.getuid === undefined || facts.uid === process.getuid());
  } catch {
    return false;
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => {
      resolve(!('code' in error && error.code === 'ECONNREFUSED'));
    });
  });
}
