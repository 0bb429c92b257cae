/** A local judge may be replaced. */
import type { Clock } from '../../common/clock';
import { DeadlineExceeded, withinDeadline, type Deadline } from '../../common/deadline';
import { visible } from '../prompt/framing';
import { ProviderFailure, type Connection } from './provider';
import { RETRY_DELAYS_MS, withRetries } from './retry';
import { isOnThisMachine } from './serverAddress';

/** Calls at the same time share a look. */
const SHARED_MS = 1_000;
const LOOK_TIMEOUT_MS = 5_000;
/** For servers that never gave a digest. */
const UNREPORTED_MS = 30_000;

export const CONFIRM_MODEL_COMMAND = 'the command "Auto Mode: Confirm the Changed Model"';

export interface ServedName {
  /** As `checkedBaseUrl` gives it. */
  readonly address: string;
  readonly model: string;
}

/** Kept over restarts. */
export interface KeptDigests {
  get(name: ServedName): string | undefined;
  /** @param digest undefined removes it */
  set(name: ServedName, digest: string | undefined): PromiseLike<void>;
}

export interface ChosenModel {
  readonly model: string;
  readonly connection: Connection;
}

export interface ModelChange extends ServedName {
  readonly kept: string;
  /** Undefined: not reported any more. */
  readonly seen: string | undefined;
}

export interface ModelCheck {
  /** @throws ProviderFailure if the model may not judge; the reason of the deadline's signal */
  check(chosen: ChosenModel, deadline: Deadline): Promise<void>;
  /**
   * After the first look the model may have been swapped.
   * @throws as `check`
   */
  checkAgain(chosen: ChosenModel, deadline: Deadline): Promise<void>;
}

export interface ModelIdentityOptions {
  readonly kept: KeptDigests;
  readonly look: (
    model: string,
    connection: Connection & { readonly baseUrl: string },
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  readonly clock: Clock;
  /** Once per change. */
  readonly onChange?: (change: ModelChange) => void;
  readonly retryDelaysMs?: readonly number[];
  readonly lookTimeoutMs?: number;
}

interface Look {
  readonly at: number;
  readonly result: Promise<string | undefined>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Keeps a local model's digest from the user's choice, or from its first judgement. Before that an agent could replace
 * the model, but the hard floor refuses known ways. Lying servers are out of scope.
 */
export class ModelIdentity implements ModelCheck {
  private readonly looks = new Map<string, Look>();
  private readonly unreported = new Map<string, number>();
  private readonly changes = new Map<string, ChosenModel>();
  private readonly reported = new Map<string, string>();

  constructor(private readonly options: ModelIdentityOptions) {}

  async check(chosen: ChosenModel, deadline: Deadline): Promise<void> {
    const name = servedName(chosen);
    if (name === undefined) return;
    if (this.options.kept.get(name) === undefined) await this.keep(chosen, deadline.signal);
    else await this.compareInTime(chosen, name, deadline);
  }

  async checkAgain(chosen: ChosenModel, deadline: Deadline): Promise<void> {
    const name = servedName(chosen);
    if (name === undefined || this.options.kept.get(name) === undefined) return;
    await this.compareInTime(chosen, name, deadline, 'own');
  }

  /**
   * Ignores an unreachable server.
   * @throws ProviderFailure if another call kept another digest; the reason of `signal`
   */
  async keep(chosen: ChosenModel, signal: AbortSignal): Promise<void> {
    const { kept, clock } = this.options;
    const name = servedName(chosen);
    if (name === undefined || kept.get(name) !== undefined) return;
    const key = keyOf(name);
    if (clock.monotonic() < (this.unreported.get(key) ?? 0)) return;
    let seen: string | undefined;
    try {
      seen = await this.look(chosen, name, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderFailure)) throw error;
    }
    if (seen === undefined) {
      this.unreported.set(key, clock.monotonic() + UNREPORTED_MS);
      return;
    }
    if (kept.get(name) === undefined) await kept.set(name, seen);
    const change = this.compared(name, seen, chosen);
    if (change !== undefined) throw this.refusal(change);
  }

  /**
   * At the user's request.
   * @throws ProviderFailure if the server is unreachable
   */
  async examine(chosen: ChosenModel, signal: AbortSignal): Promise<'elsewhere' | 'untold' | 'same' | ModelChange> {
    const { kept } = this.options;
    const name = servedName(chosen);
    if (name === undefined) return 'elsewhere';
    this.forget(name);
    const seen = await this.look(chosen, name, signal);
    if (kept.get(name) === undefined) {
      if (seen === undefined) return 'untold';
      await kept.set(name, seen);
    }
    return this.compared(name, seen, chosen) ?? 'same';
  }

  changedModels(): readonly ChosenModel[] {
    return [...this.changes.values()];
  }

  /** The user accepts the shown model. */
  async confirm(change: ModelChange): Promise<void> {
    await this.options.kept.set(change, change.seen);
    this.changes.delete(keyOf(change));
    this.reported.delete(keyOf(change));
    this.forget(change);
  }

  private forget(name: ServedName): void {
    this.looks.delete(keyOf(name));
    this.unreported.delete(keyOf(name));
  }

  private async compareInTime(
    chosen: ChosenModel,
    name: ServedName,
    deadline: Deadline,
    whose: 'shared' | 'own' = 'shared',
  ): Promise<void> {
    const { retryDelaysMs = RETRY_DELAYS_MS } = this.options;
    const look = (): Promise<string | undefined> => this.look(chosen, name, deadline.signal, whose);
    const seen = await withRetries(look, deadline, retryDelaysMs);
    const change = this.compared(name, seen, chosen);
    if (change !== undefined) throw this.refusal(change);
  }

  private compared(name: ServedName, seen: string | undefined, chosen: ChosenModel): ModelChange | undefined {
    const key = keyOf(name);
    const kept = this.options.kept.get(name);
    if (kept === undefined || kept === seen) {
      this.changes.delete(key);
      return undefined;
    }
    this.changes.set(key, chosen);
    return { ...name, kept, seen };
  }

  private refusal(change: ModelChange): ProviderFailure {
    const key = keyOf(change);
    const what = JSON.stringify([change.kept, change.seen]);
    if (this.reported.get(key) !== what) this.options.onChange?.(change);
    this.reported.set(key, what);
    return changed(change);
  }

  /**
   * Shared for a second; ends when nobody waits.
   * @param whose 'own': an older look may be stale
   */
  private async look(
    chosen: ChosenModel,
    name: ServedName,
    signal: AbortSignal,
    whose: 'shared' | 'own' = 'shared',
  ): Promise<string | undefined> {
    signal.throwIfAborted();
    const key = keyOf(name);
    const now = this.options.clock.monotonic();
    const held = this.looks.get(key);
    const mayShare = whose === 'shared' && held !== undefined && now - held.at < SHARED_MS;
    const look = mayShare ? held : this.started(chosen, name, now);
    if (look !== held) this.looks.set(key, look);
    look.waiting += 1;
    try {
      return await unlessAborted(look.result, signal);
    } catch (error) {
      // The next caller asks again after a failure.
      if (this.looks.get(key) === look && (look.waiting === 1 || !signal.aborted)) this.looks.delete(key);
      throw error;
    } finally {
      look.waiting -= 1;
      if (look.waiting === 0) look.stop.abort();
    }
  }

  private started({ connection }: ChosenModel, { address, model }: ServedName, at: number): Look {
    const { look, lookTimeoutMs = LOOK_TIMEOUT_MS } = this.options;
    const stop = new AbortController();
    const result = withinDeadline(lookTimeoutMs, stop.signal, (deadline) =>
      look(model, { ...connection, baseUrl: address }, deadline.signal),
    ).catch((error: unknown) => {
      if (!(error instanceof DeadlineExceeded)) throw error;
      throw new ProviderFailure(
        'timeout',
        `The model server at ${address} did not say in time which model it runs; auto mode fails closed.`,
        'Try again; if it happens again, start the server again.',
      );
    });
    result.catch(() => undefined);
    return { at, result, stop, waiting: 0 };
  }
}

/** Undefined: elsewhere. */
function servedName({ model, connection: { baseUrl } }: ChosenModel): ServedName | undefined {
  return baseUrl !== undefined && isOnThisMachine(baseUrl) ? { address: baseUrl, model } : undefined;
}

function keyOf({ address, model }: ServedName): string {
  return JSON.stringify([address, model]);
}

/** As in `ollama list`. */
export function shortDigest(digest: string): string {
  const [kind = '', hash = ''] = digest.split(' ');
  return `${kind} ${hash.slice(0, 12)}`;
}

function changed({ address, model, kept, seen }: ModelChange): ProviderFailure {
  const shown = JSON.stringify(visible(model));
  const what =
    seen === undefined
      ? `The model server at ${address} does not tell any more which model ${shown} is (${shortDigest(kept)} was chosen)`
      : `The model ${shown} at ${address} is not the one that was chosen: ${shortDigest(seen)} instead of ${shortDigest(kept)}`;
  return new ProviderFailure(
    'model-changed',
    `${what}; auto mode fails closed.`,
    `Only the user can confirm this, with ${CONFIRM_MODEL_COMMAND}; a change that the user did not make should be undone instead.`,
  );
}

function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('The call was cancelled.'));
    };
    signal.addEventListener('abort', giveUp, { once: true });
    result.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', giveUp);
    });
  });
}
