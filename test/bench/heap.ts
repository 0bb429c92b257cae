import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What this process holds after a full collection of its garbage. */
export function heapMegabytes(): number {
  // So a bench needs no option of the command line, which `tsx` would not pass on.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}
