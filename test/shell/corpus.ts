/** The shell lines in test/corpus; its README describes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shell } from '../../src/shell/model/analysis';

export interface CorpusLine {
  readonly command: string;
  readonly category: string;
  /** Whether bash 5.2 takes the whole line; null: it says both. */
  readonly bash_accepts: boolean | null;
  readonly argv: readonly (readonly string[])[];
  readonly argv_rc1?: readonly (readonly string[])[];
  readonly writes?: readonly string[];
}

const FOLDER = join(import.meta.dirname, '..', 'corpus');
export const MISSES_FILE = join(FOLDER, 'shell-misses.jsonl');

export const corpus = readLines(join(FOLDER, 'shell-corpus.jsonl')) as readonly CorpusLine[];

/** Lines that were once misread, and hand-made ones that might be. */
export const misses = readLines(MISSES_FILE) as readonly Pick<CorpusLine, 'command' | 'category'>[];

/** What developers write in documents, package scripts and CI files, and what agents ran. */
export const ordinary = ['ordinary-commands.jsonl', 'agent-calls.jsonl'].flatMap((name) =>
  readLines(join(FOLDER, name)),
) as readonly Pick<CorpusLine, 'command'>[];

export const agentLines = (readLines(join(FOLDER, 'agent-calls.jsonl')) as typeof ordinary).map(
  ({ command }) => command,
);

/** Lines that fish, or zsh and others, read in their own way, or not. */
export function specialLines(shell: Shell): readonly string[] {
  const name = shell === 'fish' ? 'fish-lines.jsonl' : 'zsh-lines.jsonl';
  return (readLines(join(FOLDER, name)) as typeof ordinary).map(({ command }) => command);
}

/** What mutations are made of. */
export const seedLines: readonly string[] = [...corpus, ...misses, ...ordinary].map(({ command }) => command);

function readLines(file: string): unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}
