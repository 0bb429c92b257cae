import * as z from 'zod';
import type { KeptSightings } from './agentActivity';

const KEY = 'agentsLastSeen';
const MAX_AGENTS = 20;
/** At most one disk write per step. */
const STEP_MILLISECONDS = 60_000;

const keptSchema = z.record(z.string().max(256), z.iso.datetime());

export interface SightingsMemory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export class AgentSightings implements KeptSightings {
  constructor(private readonly memory: SightingsMemory) {}

  lastSeen(agent: string): string | undefined {
    const kept = this.kept();
    return Object.hasOwn(kept, agent) ? kept[agent] : undefined;
  }

  note(agent: string, at: string): void {
    const before = this.lastSeen(agent);
    if (before !== undefined && Math.abs(Date.parse(at) - Date.parse(before)) < STEP_MILLISECONDS) return;
    const others = Object.entries(this.kept()).filter(([one]) => one !== agent);
    void this.memory.update(KEY, Object.fromEntries([[agent, at], ...others.slice(0, MAX_AGENTS - 1)]));
  }

  private kept(): Readonly<Record<string, string>> {
    return keptSchema.safeParse(this.memory.get(KEY)).data ?? {};
  }
}
