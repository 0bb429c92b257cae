/**
 * Prints what the gate decides about many calls, a JSON line each, for comparison between two states of the code:
 * `npm run decisions > before.jsonl`, change, `npm run decisions > after.jsonl`, `diff`. The decisions come first, then what the classifier
 * and the user were told. Nothing in it depends on the machine or the time.
 */
import { dumpedDecisions } from './dumpedDecisions';

async function dump(): Promise<void> {
  const told: string[] = [];
  for await (const { decision, questions } of dumpedDecisions()) {
    process.stdout.write(`${JSON.stringify(decision)}\n`);
    if (questions.asked.length + questions.judged.length > 0) told.push(JSON.stringify(questions));
  }
  for (const line of told) process.stdout.write(`${line}\n`);
}

void dump();
