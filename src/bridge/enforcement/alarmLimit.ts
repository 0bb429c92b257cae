import type { Clock } from '../../common/clock';
import type { AgentAlarm } from './agentAlarm';
import { Deadline } from './deadline';

const QUIET_MILLISECONDS = 10 * 60_000;
/**
 * An agent chooses names of sessions and tools. Counted per agent and kind, so that none hides other agents' alarms or
 * worse kinds.
 */
const MAX_REPORTED = 20;

interface Reported {
  readonly agent: string;
  readonly kind: AgentAlarm['kind'];
  readonly end: Deadline;
  unreported: number;
}

export class AlarmLimit {
  private readonly reported = new Map<string, Reported>();

  constructor(private readonly clock: Clock) {}

  private isQuiet(alarm: Pick<AgentAlarm, 'agent' | 'kind' | 'tool' | 'sessionId'>): boolean {
    const known = this.reported.get(keyOf(alarm));
    if (known !== undefined && !known.end.passed) return true;
    return this.alike(alarm).filter(([, { end }]) => !end.passed).length >= MAX_REPORTED;
  }

  /** Undefined: only counted. */
  admit(alarm: Omit<AgentAlarm, 'unreported'>): AgentAlarm | undefined {
    const key = keyOf(alarm);
    const known = this.reported.get(key);
    if (this.isQuiet(alarm)) {
      if (known !== undefined) known.unreported += 1;
      return undefined;
    }
    // Ordered by last alarm.
    this.reported.delete(key);
    const { agent, kind } = alarm;
    this.reported.set(key, { agent, kind, end: new Deadline(this.clock, QUIET_MILLISECONDS), unreported: 0 });
    const alike = this.alike(alarm);
    const [oldest] = alike;
    if (alike.length > MAX_REPORTED && oldest !== undefined) this.reported.delete(oldest[0]);
    return { ...alarm, unreported: known?.unreported ?? 0 };
  }

  private alike({ agent, kind }: Pick<AgentAlarm, 'agent' | 'kind'>): readonly (readonly [key: string, Reported])[] {
    return [...this.reported].filter(([, one]) => one.agent === agent && one.kind === kind);
  }
}

function keyOf({ agent, kind, tool, sessionId }: Pick<AgentAlarm, 'agent' | 'kind' | 'tool' | 'sessionId'>): string {
  return JSON.stringify([agent, sessionId ?? null, tool, kind]);
}
