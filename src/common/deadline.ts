export class DeadlineExceeded extends Error {
  constructor() {
    super('The deadline passed.');
  }
}

export interface Deadline {
  readonly signal: AbortSignal;
  remaining(): number;
}

/**
 * Even if `work` ignores the deadline and `outer`.
 * @throws DeadlineExceeded; the reason of `outer`; what `work` throws
 */
export async function withinDeadline<T>(
  milliseconds: number,
  outer: AbortSignal,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted();
  const controller = new AbortController();
  const end = performance.now() + milliseconds;
  let giveUp = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    giveUp = () => {
      controller.abort(outer.reason);
      reject(outer.reason instanceof Error ? outer.reason : new Error('The call was cancelled.'));
    };
    outer.addEventListener('abort', giveUp, { once: true });
  });
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DeadlineExceeded();
      controller.abort(error);
      reject(error);
    }, milliseconds);
  });
  try {
    return await Promise.race([
      work({ signal: controller.signal, remaining: () => end - performance.now() }),
      stopped,
      expired,
    ]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', giveUp);
  }
}
