import { chmodSync, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Fixed: agents' settings name its launcher, and an extension's folder moves with updates. */
export interface GateHome {
  readonly directory: string;
  readonly launcher: string;
  readonly token: string;
  readonly run: string;
  readonly sessions: string;
  /** See `SnapshotStore`: contents of the user's files. */
  readonly snapshots: string;
}

/** The message names the remedy. */
export class GateHomeError extends Error {
  override readonly name = 'GateHomeError';
}

export function gateHome(home: string): GateHome {
  const directory = join(home, '.auto-mode');
  return {
    directory,
    launcher: join(directory, process.platform === 'win32' ? 'launcher.cmd' : 'launcher'),
    token: join(directory, 'token'),
    run: join(directory, 'run'),
    sessions: join(directory, 'sessions'),
    snapshots: join(directory, 'snapshots'),
  };
}

/**
 * For this user only.
 * @throws GateHomeError if a folder is another user's
 */
export function prepareGateHome(gate: GateHome): void {
  for (const directory of [gate.directory, gate.run, gate.sessions]) prepareFolder(directory);
}

/**
 * For this user only.
 * @throws GateHomeError if it is another user's, or cannot be made
 */
export function prepareFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new GateHomeError(`${directory} could not be made. Move away what is in its place, then reload the window.`, {
      cause,
    });
  }
  const facts = lstatSync(directory);
  if (!facts.isDirectory()) {
    throw new GateHomeError(`${directory} is not a folder of its own. Move it away, then reload the window.`);
  }
  requireOwn(directory, facts);
  // mkdir keeps an existing folder's mode.
  if ((facts.mode & 0o077) !== 0 && process.platform !== 'win32') chmodSync(directory, 0o700);
}

/** @throws GateHomeError unless this user's own */
export function requireOwn(path: string, facts: Stats): void {
  if (process.getuid !== undefined && facts.uid !== process.getuid()) {
    throw new GateHomeError(`${path} belongs to another user. Move it away, then reload the window.`);
  }
}
