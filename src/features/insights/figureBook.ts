import { createHash } from 'node:crypto';
import { canonical } from '../../common/canonicalJson';
import type { JsonValue } from '../../common/json';
import { localDay } from '../../common/localDay';
import type { Decision, Stage } from '../../engine/model/decision';
import type { LogRecord } from '../../log/decisionLog';
import type { InsightFigures } from '../../panel/insights';

type Figures = { -readonly [Name in keyof InsightFigures]: InsightFigures[Name] } & {
  byStage: Partial<Record<Stage, number>>;
};

export const NO_FIGURES: InsightFigures = {
  calls: 0,
  byStage: {},
  withoutModel: 0,
  judged: 0,
  judgeMs: 0,
  unpriced: 0,
  blocked: 0,
  releasedOnce: 0,
  releasedByRule: 0,
  unjudged: 0,
};

/** More than a month; older ones go. */
const MOST_DAYS = 32;
/** Callers choose names. Later ones are counted with nameless calls. */
const MOST_AGENTS = 30;
const MOST_OPEN_BLOCKS = 5_000;
/** A server's figures are not trusted. */
const MAX_FIGURE = 1e9;

/** By local day and agent. Bounded. Takes records in the log's order. */
export class FigureBook {
  readonly #days = new Map<string, Map<string, Figures>>();
  /** Unreleased blocks, by call. */
  readonly #open = new Map<string, Map<Figures, number>>();
  readonly #agents = new Set<string>();

  /** @returns where it was counted; undefined: auto mode was off, or the time is unreadable */
  add({ decision, input }: LogRecord): { readonly day: string; readonly agent: string } | undefined {
    const at = Date.parse(decision.at);
    if (decision.outcome === 'defer' || Number.isNaN(at)) return undefined;
    const day = localDay(at);
    const agent = this.#agentOf(decision);
    count(this.#figuresOf(day, agent), decision);
    this.#follow(decision, input, this.#figuresOf(day, agent));
    return { day, agent };
  }

  /** @param agent undefined: all */
  of(day: string, agent: string | undefined): InsightFigures {
    const byAgent = this.#days.get(day);
    if (byAgent === undefined) return NO_FIGURES;
    return agent === undefined ? sumOf([...byAgent.values()]) : (byAgent.get(agent) ?? NO_FIGURES);
  }

  agentsOf(days: readonly string[]): readonly string[] {
    return [...new Set(days.flatMap((day) => [...(this.#days.get(day)?.keys() ?? [])]))];
  }

  #agentOf({ agent = '' }: Decision): string {
    const name = agent.slice(0, 128);
    if (this.#agents.has(name)) return name;
    if (this.#agents.size >= MOST_AGENTS) return '';
    this.#agents.add(name);
    return name;
  }

  #figuresOf(day: string, agent: string): Figures {
    let byAgent = this.#days.get(day);
    if (byAgent === undefined) {
      byAgent = new Map();
      this.#days.set(day, byAgent);
      const oldest = [...this.#days.keys()].sort().slice(0, -MOST_DAYS);
      for (const old of oldest) this.#days.delete(old);
    }
    const figures = byAgent.get(agent) ?? { ...NO_FIGURES, byStage: {} };
    byAgent.set(agent, figures);
    return figures;
  }

  /** A release counts for the day of the block. */
  #follow(decision: Decision, input: unknown, figures: Figures): void {
    const release = releaseOf(decision);
    const isBlock = decision.outcome === 'block' && decision.outage === undefined;
    if (release === undefined && !isBlock) return;
    const key = callDigest(decision, input);
    const open = this.#open.get(key) ?? new Map<Figures, number>();
    this.#open.delete(key);
    if (isBlock) {
      this.#open.set(key, open.set(figures, (open.get(figures) ?? 0) + 1));
      const [oldest] = this.#open.keys();
      if (this.#open.size > MOST_OPEN_BLOCKS && oldest !== undefined) this.#open.delete(oldest);
    } else if (release !== undefined) {
      for (const [blocked, times] of open) blocked[release] += times;
    }
  }
}

export function sumOf(all: readonly InsightFigures[]): InsightFigures {
  const sum: Figures = { ...NO_FIGURES, byStage: {} };
  for (const figures of all) {
    for (const name of COUNTS) sum[name] += figures[name];
    for (const [stage, more] of Object.entries(figures.byStage) as [Stage, number][]) {
      sum.byStage[stage] = (sum.byStage[stage] ?? 0) + more;
    }
    if (figures.costUsd !== undefined) sum.costUsd = (sum.costUsd ?? 0) + figures.costUsd;
  }
  return sum;
}

const COUNTS = [
  'calls',
  'withoutModel',
  'judged',
  'judgeMs',
  'unpriced',
  'blocked',
  'releasedOnce',
  'releasedByRule',
  'unjudged',
] as const;

function count(figures: Figures, { stage, outcome, outage, classifier }: Decision): void {
  figures.calls += 1;
  figures.byStage[stage] = (figures.byStage[stage] ?? 0) + 1;
  if (!cameToModel({ stage, classifier, outage })) figures.withoutModel += 1;
  if (outcome === 'block') figures[outage === undefined ? 'blocked' : 'unjudged'] += 1;
  if (classifier === undefined) return;
  const { latencyMs, costUsd, inputTokens } = classifier;
  if (outage === undefined) {
    figures.judged += 1;
    figures.judgeMs += bounded(latencyMs);
  }
  if (costUsd !== undefined) figures.costUsd = (figures.costUsd ?? 0) + bounded(costUsd);
  else if (outage === undefined || inputTokens !== undefined) figures.unpriced += 1;
}

/** The cache holds the classifier's answers. */
export function cameToModel({ stage, classifier, outage }: Pick<Decision, 'stage' | 'classifier' | 'outage'>): boolean {
  return stage === 'classifier' || stage === 'cache' || classifier !== undefined || outage !== undefined;
}

function releaseOf({ outcome, stage, trace = [] }: Decision): 'releasedOnce' | 'releasedByRule' | undefined {
  if (outcome !== 'allow') return undefined;
  if (stage === 'permissions.allow') return 'releasedByRule';
  return stage === 'allow-once' || trace.some(({ said }) => said === 'released') ? 'releasedOnce' : undefined;
}

function callDigest({ tool, cwd, agent, summary }: Decision, input: unknown): string {
  const action = input === undefined ? summary : canonical(input as JsonValue);
  return createHash('sha256')
    .update(JSON.stringify([tool, cwd, agent, action]))
    .digest('base64url')
    .slice(0, 22);
}

function bounded(value: number): number {
  return Number.isNaN(value) ? 0 : Math.min(Math.max(value, 0), MAX_FIGURE);
}
