/**
 * A part of `npm run fuzz`: mutations of the corpus, and half as many random scripts, against real bash with a fresh seed that is
 * printed. Options: `--seed N`, `--count N` (of the mutations; 20,000), `--record` (adds what is missed to the corpus).
 */
import { appendFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { MISSES_FILE, seedLines, specialLines } from './corpus';
import { mutate } from './mutations';
import { Oracle, type Check } from './oracle';
import { randomProgram, randomSoup } from './programs';
import { RandomNumbers } from './randomNumbers';
import { TESTED_SHELLS, type TestedShell } from './sandbox/testedShells';

const BATCH = 400;
/** A gate to which everything is unknown misses nothing. Of mutations of other shells' lines fish knows less. */
const LEAST_KNOWN = { fish: 0.1, others: 0.15 };

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '20000' },
    record: { type: 'boolean' },
    shell: { type: 'string', default: 'bash' },
  },
});
const count = wholeNumber('count', values.count);
const shell = shellNamed(values.shell);
const lines = [...seedLines, ...specialLines(shell.language)];
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : wholeNumber('seed', values.seed);

function shellNamed(name: string): TestedShell {
  const found = TESTED_SHELLS.find((shell) => shell.name === name);
  if (found === undefined) throw new Error(`--shell takes ${TESTED_SHELLS.map((shell) => shell.name).join(', ')}`);
  return found;
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}"`);
  return Number(text);
}

/** The same miss in less text, as far as cutting pieces out goes. */
async function shorten(check: Check, oracle: Oracle): Promise<Check> {
  let shortest = check;
  for (let size = Math.ceil(check.line.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < shortest.line.length;) {
      const [shorter] = await oracle.checkAll([shortest.line.slice(0, at) + shortest.line.slice(at + size)]);
      if (shorter !== undefined && shorter.misses.length > 0) shortest = shorter;
      else at += size;
    }
  }
  return shortest;
}

async function main(): Promise<void> {
  console.log(`${count} mutations of ${lines.length} lines in ${shell.name}, seed ${seed}`);
  const oracle = await Oracle.open(shell);
  const started = performance.now();
  const random = new RandomNumbers(seed);
  let [tried, known, missed] = [0, 0, 0];
  const shown = new Set<string>();
  try {
    for (let done = 0; done < count; done += BATCH) {
      const tries = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => [
        mutate(lines, random),
        ...(index % 4 === 0 ? [randomProgram(random), randomSoup(random)] : []),
      ]).flat();
      tried += tries.length;
      for (const check of await oracle.checkAll(tries)) {
        known += check.isUnknown ? 0 : 1;
        if (check.misses.length === 0) continue;
        missed += 1;
        const { line, misses } = await shorten(check, oracle);
        if (shown.has(line)) continue;
        shown.add(line);
        console.log(`MISSED ${JSON.stringify(line)}: ${misses.join('; ')}\n  from ${JSON.stringify(check.line)}`);
        if (values.record === true) {
          await appendFile(MISSES_FILE, `${JSON.stringify({ command: line, category: 'fuzz', missed: misses })}\n`);
        }
      }
    }
  } finally {
    await oracle.close();
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${missed} missed; ${known} of ${tried} lines known; ${seconds} s; seed ${seed}`);
  const leastKnown = shell.language === 'fish' ? LEAST_KNOWN.fish : LEAST_KNOWN.others;
  const isMeaningful = known / tried >= leastKnown;
  if (!isMeaningful) console.log(`Less than ${leastKnown * 100} % are known: this shows nothing.`);
  process.exitCode = missed === 0 && isMeaningful ? 0 : 1;
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
