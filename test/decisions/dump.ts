/**
 * Prints what the gate decides about many calls, a JSON line each, for comparison between two states of the code:
 * `npm run decisions > before.jsonl`, change, `npm run decisions > after.jsonl`, `diff`. Nothing in it depends on the machine or the time.
 */
import { dumpedDecisions } from './dumpedDecisions';

async function dump(): Promise<void> {
  for await (const line of dumpedDecisions()) process.stdout.write(`${JSON.stringify(line)}\n`);
}

void dump();
