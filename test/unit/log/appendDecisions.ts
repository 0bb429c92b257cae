/** One of several programs that write to the same log: `appendDecisions FOLDER NAME COUNT MAX-FILE-BYTES`. */
import { DecisionLog } from '../../../src/log/decisionLog';
import { decision } from '../engine/model/decisions';

const [folder = '', name = '', count = '0', maxFileBytes = '0'] = process.argv.slice(2);
const log = new DecisionLog({
  directory: folder,
  redact: (text) => text,
  maxFileBytes: Number(maxFileBytes),
  maxFiles: 10_000,
});
let failed = 0;
for (let index = 0; index < Number(count); index += 1) {
  if (!log.append(decision({ id: `${name}-${index}` }), { text: 'x'.repeat(index % 50) })) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
