import * as z from 'zod';
import { OUTAGE_KINDS, type Decision } from '../engine/model/decision';
import type { PanelUsage, UsageLatency } from '../panel/messages';

const MAX_LATENCIES = 100;
/** Servers are not trusted; keeps sums exact integers. */
const MAX_FIGURE = 1e9;

const figure = z.number().min(0).default(0);
const count = z.int().min(0).default(0);

export const usageSumsSchema = z.strictObject({
  firstLooks: count,
  judgements: count,
  outages: z.partialRecord(z.enum(OUTAGE_KINDS), z.int().min(0)).default({}),
  inputTokens: figure,
  cachedTokens: figure,
  cacheWriteTokens: figure,
  outputTokens: figure,
  /** US dollars, for `priced` calls. */
  costUsd: figure,
  priced: count,
  unpriced: count,
  /** Milliseconds of the latest calls with a verdict, newest last. */
  latencies: z.array(z.number().min(0).max(MAX_FIGURE)).max(MAX_LATENCIES).default([]),
});
export type UsageSums = Readonly<z.infer<typeof usageSumsSchema>>;

export const NO_USAGE: UsageSums = usageSumsSchema.parse({});

const FIGURES = ['inputTokens', 'cachedTokens', 'cacheWriteTokens', 'outputTokens', 'costUsd'] as const;
const COUNTS = ['firstLooks', 'judgements', 'priced', 'unpriced'] as const;

/** Undefined: no classifier. */
export function usageOf({ classifier, outage }: Decision): UsageSums | undefined {
  if (classifier === undefined && outage === undefined) return undefined;
  const { stage, latencyMs, costUsd, inputTokens, cachedTokens, cacheWriteTokens, outputTokens } = classifier ?? {};
  const isJudged = outage === undefined;
  const isPaid = isJudged || inputTokens !== undefined || outputTokens !== undefined;
  return {
    firstLooks: isJudged && stage === 'first-look' ? 1 : 0,
    judgements: isJudged && stage !== 'first-look' ? 1 : 0,
    outages: isJudged ? {} : { [outage]: 1 },
    inputTokens: bounded(inputTokens),
    cachedTokens: bounded(cachedTokens),
    cacheWriteTokens: bounded(cacheWriteTokens),
    outputTokens: bounded(outputTokens),
    costUsd: bounded(costUsd),
    priced: costUsd === undefined ? 0 : 1,
    unpriced: isPaid && costUsd === undefined ? 1 : 0,
    latencies: isJudged && latencyMs !== undefined ? [bounded(latencyMs)] : [],
  };
}

/** @param later has the newer latencies */
export function addUsage(earlier: UsageSums, later: UsageSums): UsageSums {
  const outages = { ...earlier.outages };
  for (const kind of OUTAGE_KINDS) {
    const more = later.outages[kind];
    if (more !== undefined) outages[kind] = (outages[kind] ?? 0) + more;
  }
  const sums = { ...earlier };
  for (const name of [...FIGURES, ...COUNTS]) sums[name] = Math.min(sums[name] + later[name], Number.MAX_SAFE_INTEGER);
  return { ...sums, outages, latencies: [...earlier.latencies, ...later.latencies].slice(-MAX_LATENCIES) };
}

/** Without empty fields. */
export function shortUsage(sums: UsageSums): Partial<UsageSums> {
  return Object.fromEntries(
    Object.entries(sums).filter(([, value]) =>
      typeof value === 'object' ? Object.keys(value).length > 0 : value !== 0,
    ),
  );
}

export function usageFigures(sums: UsageSums): PanelUsage {
  const { firstLooks, judgements, outages, costUsd, priced, unpriced, latencies } = sums;
  return {
    judged: firstLooks + judgements,
    firstLooks,
    judgements,
    unjudged: Object.values(outages).reduce((total, more) => total + more, 0),
    outages,
    inputTokens: sums.inputTokens,
    cachedTokens: sums.cachedTokens,
    cacheWriteTokens: sums.cacheWriteTokens,
    outputTokens: sums.outputTokens,
    ...(latencies.length === 0 ? {} : { latency: latencyOf(latencies) }),
    ...(priced === 0 ? {} : { costUsd }),
    unpriced,
  };
}

function latencyOf(latencies: readonly number[]): UsageLatency {
  const sorted = [...latencies].sort((a, b) => a - b);
  const rank = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  const meanMs = latencies.reduce((total, one) => total + one, 0) / latencies.length;
  return { calls: latencies.length, meanMs, medianMs: rank(0.5), p95Ms: rank(0.95) };
}

function bounded(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : Math.min(Math.max(value, 0), MAX_FIGURE);
}
