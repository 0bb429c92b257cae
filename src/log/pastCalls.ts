import type { JsonValue } from '../common/json';
import type { PastCall } from '../engine/trial/replay';
import type { LoggedDecision, LogReader } from './logReader';

/** More take some seconds. */
export const MAX_PAST_CALLS = 500;
/** All together; older ones are left out. */
const MAX_BYTES = 8 * 1024 * 1024;

export class PastCalls {
  /** Only new ones are read. */
  #known = new Map<string, PastCall>();

  constructor(private readonly reader: Pick<LogReader, 'recent' | 'whole'>) {}

  /**
   * Newest first.
   * @param count at most `MAX_PAST_CALLS`; calls without whole input are left out
   */
  async latest(count: number, signal?: AbortSignal): Promise<readonly PastCall[]> {
    const calls: PastCall[] = [];
    let bytes = 0;
    for (const logged of await this.reader.recent(Math.min(count, MAX_PAST_CALLS), signal)) {
      if (signal?.aborted === true) return calls;
      if (!logged.hasInput || logged.decision.outcome === 'defer') continue;
      bytes += logged.place.bytes;
      if (bytes > MAX_BYTES) break;
      const call = this.#known.get(logged.decision.id) ?? (await this.#read(logged));
      if (call !== undefined) calls.push(call);
    }
    this.#known = new Map(calls.map((call) => [call.id, call]));
    return calls;
  }

  async #read(logged: LoggedDecision): Promise<PastCall | undefined> {
    const record = await this.reader.whole(logged);
    return record?.input === undefined ? undefined : pastCall(record.decision, record.input as JsonValue);
  }
}

export function pastCall(
  { id, at, tool, cwd, agent, summary, outcome, stage }: LoggedDecision['decision'],
  input: JsonValue,
): PastCall {
  const request = {
    tool,
    input,
    ...(cwd === undefined ? {} : { cwd }),
    ...(agent === undefined ? {} : { agent }),
  };
  return { id, at, request, summary, outcome, stage };
}
