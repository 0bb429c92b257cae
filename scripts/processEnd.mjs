// @ts-check

/** @type {[NodeJS.Signals, number][]} Exit statuses as a shell reports them. */
const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
];

/** @type {Set<() => void>} */
const stopFunctions = new Set();
/** @type {(() => void) | undefined} */
let waiting;
let listening = false;

/**
 * Calls `stop` when this process ends, by itself or by a signal: children in groups of their own do not get the
 * terminal's Ctrl-C.
 *
 * @param {() => void} stop must be synchronous
 * @returns {() => void} takes it back
 */
export function stopWithThisProcess(stop) {
  listen();
  stopFunctions.add(stop);
  return () => void stopFunctions.delete(stop);
}

/** Resolves at the first signal that asks this process to end; a second one ends it at once. @returns {Promise<void>} */
export function signalToEnd() {
  listen();
  return new Promise((resolve) => (waiting = resolve));
}

/**
 * Ends a detached child and everything in its process group. Nothing happens where it has ended already.
 *
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} [signal]
 */
export function stopGroup(pid, signal = 'SIGKILL') {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // No such process (any more): there is nothing to stop.
  }
}

function listen() {
  if (listening) return;
  listening = true;
  process.on('exit', () => {
    // The other way round: a server is stopped before the folder goes that it was started in.
    for (const stop of [...stopFunctions].reverse()) stop();
  });
  for (const [signal, code] of SIGNALS) {
    process.on(signal, () => {
      if (waiting === undefined) process.exit(code);
      waiting();
      waiting = undefined;
    });
  }
}
