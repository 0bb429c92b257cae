/** Others on the thread, such as a decision or a key press, wait so long. */
const TURN_MS = 8;

/** Await it every few milliseconds. */
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
