import { unwatchFile, watchFile } from 'node:fs';
import type { PolicyFile } from '../../disk/managedPolicyFile';

const INTERVAL_MILLISECONDS = 5_000;

export interface ManagedPolicyWatchParts {
  readonly path: string;
  readonly read: () => PolicyFile;
  readonly onDidChange: () => void;
}

/** By name: the file may come and go. */
export class ManagedPolicyWatch {
  private last: string;
  private readonly listener = (): void => {
    this.check();
  };

  constructor(private readonly parts: ManagedPolicyWatchParts) {
    this.last = JSON.stringify(parts.read());
    // Not persistent: keeps no process alive.
    watchFile(parts.path, { interval: INTERVAL_MILLISECONDS, persistent: false }, this.listener);
  }

  /** A parent folder's rights change without the file. */
  check(): void {
    const now = JSON.stringify(this.parts.read());
    if (now === this.last) return;
    this.last = now;
    this.parts.onDidChange();
  }

  dispose(): void {
    unwatchFile(this.parts.path, this.listener);
  }
}
