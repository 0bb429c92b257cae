/** Longest turn before others on the thread, such as a decision or a key press. */
const TURN_MS = 8;

/** Await it between the steps of long work, each a few milliseconds at most. */
export function pacer(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    since = performance.now();
  };
}
