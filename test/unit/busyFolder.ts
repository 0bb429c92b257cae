import { rmSync } from 'node:fs';

const MOST_TURNS = 200;
const TURN_MS = 50;

/** Removes a folder in which a program may still write for a moment: `rmSync` itself repeats without another look at what is in it. */
export function removeBusyFolder(path: string): void {
  for (let turn = 1; ; turn += 1) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (turn === MOST_TURNS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TURN_MS);
    }
  }
}
