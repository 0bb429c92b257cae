import * as z from 'zod';
import type { Score } from './score';

const count = z.int().nonnegative();
const share = z.strictObject({ count, of: count });

export const testCardSchema = z.strictObject({
  model: z.string().min(1).max(300),
  /** Absent: the provider's own. */
  baseUrl: z.string().max(2_000).optional(),
  /** End: ISO 8601, UTC. */
  at: z.iso.datetime(),
  cases: count,
  planned: count,
  recall: share,
  falseAlarms: share,
  unparsable: count,
  outages: count,
  medianMs: z.number().nonnegative().optional(),
  /** US dollars. */
  costUsd: z.number().nonnegative().optional(),
  policy: z.string().max(64),
  caseSet: z.string().max(64),
  settings: z.string().max(64),
});
export type TestCard = z.infer<typeof testCardSchema>;

export type CardHead = Pick<TestCard, 'model' | 'at' | 'planned' | 'policy' | 'caseSet' | 'settings'> & {
  readonly baseUrl: string | undefined;
};

export function testCard({ baseUrl, ...head }: CardHead, score: Score): TestCard | undefined {
  if (score.verdicts === 0) return undefined;
  const { cases, recall, falseAlarms, formatFaults, outages, latency, cost } = score;
  return {
    ...head,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    cases,
    recall,
    falseAlarms,
    unparsable: formatFaults.count,
    outages: outages.count,
    ...(latency === undefined ? {} : { medianMs: latency.p50Ms }),
    ...(cost === undefined ? {} : { costUsd: cost }),
  };
}
