import { join } from 'node:path';
import type { Decision } from '../../../src/engine/model/decision';
import { UsageLedger } from '../../../src/log/usageLedger';
import { usageFigures } from '../../../src/log/usageSums';
import { decision } from '../engine/model/decisions';
import { temporaryFolder } from './temporaryFolder';

/** A local time of the user's, whatever the time zone of the machine. */
export function local(day: string, time = '12:00:00.000'): Date {
  return new Date(`${day}T${time}`);
}

export const USAGE = { provider: 'fake', model: 'm', latencyMs: 700, inputTokens: 10, outputTokens: 1 } as const;

export interface LedgerRoom {
  now: Date;
  readonly folder: () => string;
  readonly directory: () => string;
  readonly open: (maxFileBytes?: number) => UsageLedger;
  readonly fileOf: (day: string) => string;
  /** A decision of now for which the classifier was asked. */
  readonly judged: (changes?: Partial<Decision>) => Decision;
}

/** A folder for ledgers, and a clock that begins at the same day for every test. */
export function ledgerRoom(): LedgerRoom {
  const folder = temporaryFolder();
  const directory = (): string => join(folder(), 'usage');
  const room: LedgerRoom = {
    now: local('2026-11-21'),
    folder,
    directory,
    open: (maxFileBytes) =>
      new UsageLedger({
        directory: directory(),
        clock: { now: () => room.now.getTime() },
        ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
      }),
    fileOf: (day) => join(directory(), `usage-${day}.jsonl`),
    judged: (changes = {}) =>
      decision({ at: room.now.toISOString(), classifier: { ...USAGE, stage: 'judgement' }, ...changes }),
  };
  beforeEach(() => {
    room.now = local('2026-11-21');
  });
  return room;
}

export function count(ledger: UsageLedger): { readonly today: number; readonly total: number } {
  return {
    today: usageFigures(ledger.today()).judged,
    total: usageFigures(ledger.total().sums).judged,
  };
}
