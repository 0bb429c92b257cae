/** One of several windows that count at the same time: `noteUsage FOLDER NAME COUNT`. */
import { UsageLedger } from '../../../src/log/usageLedger';
import { decision } from '../engine/model/decisions';

const [directory = '', name = '', count = '0'] = process.argv.slice(2);
const ledger = new UsageLedger({ directory, clock: { now: () => Date.parse('2026-11-21T10:00:00Z') } });
const classifier = { provider: 'fake', model: 'm', stage: 'judgement' as const, latencyMs: 5, inputTokens: 3 };
for (let index = 0; index < Number(count); index += 1) {
  ledger.note(decision({ id: `${name}-${index}`, at: '2026-11-21T10:00:00Z', sessionId: name, classifier }));
}
process.exitCode = ledger.problem === undefined ? 0 : 1;
