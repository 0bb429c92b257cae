/** So long work goes on before whoever waits in the same thread has a turn: a decision, a key that the user presses. */
const TURN_MS = 8;

/** To be awaited between the steps of long work, each of which takes some milliseconds at most. */
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
