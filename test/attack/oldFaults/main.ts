/**
 * `tsx test/attack/oldFaults/main.ts --seed N --count M`: puts each old fault back into a copy of the tree, attacks it, and prints how many
 * attacks find it and which one does so first. Names of faults: only these. `--until-found`: stops a fault's attacks when one found it. The
 * exit status is 1 where a fault is not found, or its text is not there any more.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OLD_FAULTS, type OldFault } from './faults';

const ROOT = resolve(import.meta.dirname, '../../..');
const COPIED = ['src', 'test/attack', 'test/shell', 'package.json', 'tsconfig.json'];

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

function copyOfTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'am-old-faults-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/**
 * @returns what undoes it
 * @throws where a text of today is not there, or more than once
 */
function putBack({ name, replacements }: OldFault, copy: string): () => void {
  const before = new Map<string, string>();
  for (const { file, today, faulty } of replacements) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    const parts = text.split(today);
    if (parts.length !== 2)
      throw new Error(`${name}: ${file} holds ${parts.length - 1} times ${JSON.stringify(today)}`);
    if (!before.has(path)) before.set(path, text);
    writeFileSync(path, parts.join(faulty));
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
}

/** The numbers of the attacks that get through, of those that the product judges in another way than before; the first call finds that out. */
function found(copy: string, words: readonly string[]): readonly number[] {
  const tsx = join(copy, 'node_modules/.bin/tsx');
  const line = [join(copy, 'test/attack/oldFaults/measure.ts'), ...words];
  const printed = execFileSync(tsx, line, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return printed.split('\n').filter(Boolean).map(Number);
}

function main(): void {
  const [seed, count] = [option('--seed', 701), option('--count', 5_000)];
  const faults = OLD_FAULTS.filter(({ name }) => process.argv.includes(name));
  const copy = copyOfTree();
  try {
    // Before the first long run, since this takes no time.
    for (const fault of OLD_FAULTS) putBack(fault, copy)();
    const words = [String(seed), String(count), join(copy, 'allowed.json')];
    found(copy, words);
    console.log(`seed ${seed}, ${count} attacks`);
    if (process.argv.includes('--until-found')) words.push('--until-found');
    for (const fault of faults.length > 0 ? faults : OLD_FAULTS) {
      const undo = putBack(fault, copy);
      const numbers = found(copy, words);
      undo();
      if (numbers.length === 0) process.exitCode = 1;
      const first =
        numbers.length === 0 ? 'NOT FOUND' : `${numbers.length} found, the first is ${Math.min(...numbers)}`;
      console.log(`${fault.name}: ${first}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

main();
