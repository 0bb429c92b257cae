import { codeVerdict } from '../../engine/trial/replay';
import type { DryRunWorld } from '../../engine/trial/dryRun';
import type { NotificationTimer } from '../../editor/foldedNotification';
import type { LogReader, LoggedDecision } from '../../log/logReader';
import { pastCall } from '../../log/pastCalls';
import type { JsonValue } from '../../common/json';
import type { RuleSource } from '../../rules/ruleSource';
import type { PermissionSection } from './ruleDraft';

export interface RuleHitsParts {
  readonly log: Pick<LogReader, 'recent' | 'whole'>;
  readonly world: DryRunWorld;
  readonly timer: NotificationTimer;
  readonly breathe: () => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onDidChange: () => void;
  readonly warn: (line: string) => void;
}

const WEEK_MILLISECONDS = 7 * 24 * 3_600_000;
/** Only the newest decisions. */
const MAX_DECISIONS = 10_000;
/** After a yes the log does not name the ask rule: such calls are decided again. */
const MAX_ASKED = 100;
/** Following many calls a second would never end. */
const FOLLOW_MILLISECONDS = 3_000;

/** Calls that each permission rule decided in the last week, by the log. */
export class RuleHits {
  #counts: ReadonlyMap<string, number> | undefined;
  /** By the rule that asked. */
  #asked = new Map<string, string | undefined>();
  #stop: (() => void) | undefined;
  #isStale = false;
  #wanted = false;

  constructor(private readonly parts: RuleHitsParts) {}

  look(wanted: boolean): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    if (wanted) this.#start(0);
    else {
      this.#stop?.();
      this.#stop = undefined;
      this.#asked.clear();
    }
  }

  /** Call when calls or rules changed. */
  follow(): void {
    if (!this.#wanted) return;
    if (this.#stop === undefined) this.#start(FOLLOW_MILLISECONDS);
    else this.#isStale = true;
  }

  /** @returns undefined: not counted yet */
  of(section: PermissionSection, text: string, source: RuleSource): number | undefined {
    return this.#counts === undefined ? undefined : (this.#counts.get(keyOf(section, text, source)) ?? 0);
  }

  #start(milliseconds: number): void {
    this.#isStale = false;
    const controller = new AbortController();
    const cancelTimer = this.parts.timer.start(milliseconds, () => {
      this.#isStale = false;
      void this.#count(controller.signal);
    });
    this.#stop = () => {
      controller.abort();
      cancelTimer();
    };
  }

  async #count(signal: AbortSignal): Promise<void> {
    try {
      const counts = await this.#counted(signal);
      if (signal.aborted) return;
      this.#counts = counts;
    } catch (error) {
      if (signal.aborted) return;
      this.parts.warn(`The decisions of the last week could not be counted for the rules: ${String(error)}`);
    }
    this.#stop = undefined;
    if (this.#isStale) this.#start(FOLLOW_MILLISECONDS);
    this.parts.onDidChange();
  }

  async #counted(signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const { log, now } = this.parts;
    const since = now() - WEEK_MILLISECONDS;
    const counts = new Map<string, number>();
    const add = (key: string | undefined): void => {
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    };
    let asked = 0;
    for (const logged of await log.recent(MAX_DECISIONS, signal)) {
      if (signal.aborted) break;
      const { decision } = logged;
      if (!(Date.parse(decision.at) >= since)) break;
      const { rule, stage } = decision;
      if (rule !== undefined && stage.startsWith('permissions.')) add(keyOf(stage, rule.text, rule.source));
      else if (wasAsked(logged) && asked < MAX_ASKED) {
        asked += 1;
        add(await this.#askedBy(logged));
      }
    }
    return counts;
  }

  async #askedBy(logged: LoggedDecision): Promise<string | undefined> {
    const { id } = logged.decision;
    if (!this.#asked.has(id)) {
      const record = logged.hasInput ? await this.parts.log.whole(logged) : undefined;
      this.#asked.set(id, record?.input === undefined ? undefined : this.#ruleFor(record.decision, record.input));
      await this.parts.breathe();
    }
    return this.#asked.get(id);
  }

  #ruleFor(decision: LoggedDecision['decision'], input: unknown): string | undefined {
    const { stage, rule } = codeVerdict(pastCall(decision, input as JsonValue).request, this.parts.world);
    return stage === 'permissions.ask' && rule !== undefined ? keyOf(stage, rule.text, rule.source) : undefined;
  }
}

function wasAsked({ decision }: LoggedDecision): boolean {
  return decision.trace?.some(({ stage }) => stage === 'permissions.ask') === true;
}

function keyOf(stage: string, text: string, source: string): string {
  return JSON.stringify([stage, source, text]);
}
