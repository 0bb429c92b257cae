import { chmodSync, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/**
 * The gate's folder of one user, at a fixed place: an agent's settings name the launcher in it, and an extension's own folder moves with every update.
 */
export interface GateHome {
  readonly directory: string;
  /** The program that an agent's hook entry runs. */
  readonly launcher: string;
  /** One header line with the secret that a launcher shows to a window. */
  readonly token: string;
  /** One socket for each window. */
  readonly run: string;
  /** Where each agent session began, see `SessionOrigins`. */
  readonly sessions: string;
}

/** A file or folder of the gate is not as it must be. The message is for the user and names the remedy. */
export class GateHomeError extends Error {
  override readonly name = 'GateHomeError';
}

/** @param home absolute path of the user's home folder */
export function gateHome(home: string): GateHome {
  const directory = join(home, '.auto-mode');
  return {
    directory,
    launcher: join(directory, process.platform === 'win32' ? 'launcher.cmd' : 'launcher'),
    token: join(directory, 'token'),
    run: join(directory, 'run'),
    sessions: join(directory, 'sessions'),
  };
}

/** Makes the folders where they are missing, readable by this user alone. Throws GateHomeError where they belong to somebody else. */
export function prepareGateHome(gate: GateHome): void {
  for (const directory of [gate.directory, gate.run, gate.sessions]) {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw new GateHomeError(
        `${directory} could not be made. Move away what is in its place, then reload the window.`,
        {
          cause,
        },
      );
    }
    const facts = lstatSync(directory);
    if (!facts.isDirectory()) {
      throw new GateHomeError(`${directory} is not a folder of its own. Move it away, then reload the window.`);
    }
    requireOwn(directory, facts);
    // The mode given to mkdir does not change a folder that is there already.
    if ((facts.mode & 0o077) !== 0 && process.platform !== 'win32') chmodSync(directory, 0o700);
  }
}

/** Throws GateHomeError unless the file belongs to this user. */
export function requireOwn(path: string, facts: Stats): void {
  if (process.getuid !== undefined && facts.uid !== process.getuid()) {
    throw new GateHomeError(`${path} belongs to another user. Move it away, then reload the window.`);
  }
}
