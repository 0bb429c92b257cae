import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { ALARM_KINDS, type PanelAlarm } from '../../panel/messages';
import type { AgentAlarm } from '../../bridge/enforcement/agentAlarm';

/** An agent chooses its tools' names: beyond this the oldest and weakest are only counted. */
const MAX_PER_AGENT = 10;
const MAX_AGENTS = 20;
const MAX_TEXT = 512;

const text = z.string().max(MAX_TEXT);

const keptSchema = z
  .array(
    z.strictObject({
      agent: text,
      earlier: z.int().min(0),
      alarms: z
        .array(
          z.strictObject({
            id: text,
            kind: z.enum(ALARM_KINDS),
            tool: text,
            at: z.iso.datetime(),
            sessionId: text.optional(),
            detail: text,
            count: z.int().min(1),
          }),
        )
        .max(MAX_PER_AGENT),
    }),
  )
  .max(MAX_AGENTS);

interface OfAgent {
  readonly agent: string;
  readonly earlier: number;
  readonly alarms: readonly PanelAlarm[];
}

export interface KeptAlarms {
  read(): unknown;
  write(value: unknown): void;
}

export class AlarmList {
  private lists: readonly OfAgent[];

  constructor(private readonly kept: KeptAlarms) {
    this.lists = keptSchema.safeParse(kept.read()).data ?? [];
  }

  add({ agent, kind, tool, at, sessionId, detail }: Omit<AgentAlarm, 'unreported'>): void {
    const before = this.list(agent);
    const same = before.alarms.find((one) => one.kind === kind && one.tool === short(tool));
    const alarm: PanelAlarm = {
      id: randomUUID(),
      kind,
      tool: short(tool),
      at,
      ...(sessionId === undefined ? {} : { sessionId: short(sessionId) }),
      detail: short(detail),
      count: (same?.count ?? 0) + 1,
    };
    const alarms = [alarm, ...before.alarms.filter((one) => one !== same)];
    const lessThanBlock = alarms.findLast((one) => one.kind !== 'blocked-call-ran');
    const left = alarms.length > MAX_PER_AGENT ? (lessThanBlock ?? alarms.at(-1)) : undefined;
    this.put({
      agent,
      earlier: before.earlier + (left?.count ?? 0),
      alarms: alarms.filter((one) => one !== left),
    });
  }

  /** False if absent. The last alarm takes the earlier count with it. */
  dismiss(id: string): boolean {
    const list = this.lists.find(({ alarms }) => alarms.some((one) => one.id === id));
    if (list === undefined) return false;
    const alarms = list.alarms.filter((one) => one.id !== id);
    this.put({ ...list, alarms, earlier: alarms.length === 0 ? 0 : list.earlier });
    return true;
  }

  /** Newest first. */
  of(agent: string): readonly PanelAlarm[] {
    return this.list(agent).alarms;
  }

  earlier(agent: string): number {
    return this.list(agent).earlier;
  }

  agents(): readonly string[] {
    return this.lists.map(({ agent }) => agent);
  }

  private list(agent: string): OfAgent {
    return this.lists.find((one) => one.agent === agent) ?? { agent, earlier: 0, alarms: [] };
  }

  private put(list: OfAgent): void {
    const others = this.lists.filter(({ agent }) => agent !== list.agent);
    this.lists = list.alarms.length === 0 ? others : [list, ...others].slice(0, MAX_AGENTS);
    this.kept.write(this.lists);
  }
}

function short(value: string): string {
  return value.slice(0, MAX_TEXT);
}
