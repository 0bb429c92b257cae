import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { REPOSITORY } from '../editor/editor';
import { runCommand, type CommandResult } from '../../scripts/runCommand.mjs';

/** One start of a stand-in. */
export interface RecordedStart {
  readonly args: readonly string[];
  /** Of the arguments that name a path: whether something was there at that time. */
  readonly existed: Readonly<Record<string, boolean>>;
}

/**
 * Writes a program that takes VS Code's place: it records how it was started and ends.
 *
 * @param folder on which PATH may be set; the records are kept beside the program
 * @param status the exit status of the stand-in
 * @returns its path
 */
export async function writeStandIn(folder: string, name: string, status = 0): Promise<string> {
  const program = join(folder, name);
  const source = `#!${process.execPath}
const { appendFileSync, existsSync } = require('node:fs');
const args = process.argv.slice(2);
const paths = args.map((arg) => arg.replace(/^--[\\w-]+=/, '')).filter((arg) => arg.startsWith('/'));
const existed = Object.fromEntries(paths.map((path) => [path, existsSync(path)]));
appendFileSync(${JSON.stringify(`${program}.jsonl`)}, JSON.stringify({ args, existed }) + '\\n');
process.exit(${status});
`;
  await writeFile(program, source, { mode: 0o755 });
  return program;
}

/** How a stand-in was started, oldest first. */
export async function recordedStarts(program: string): Promise<RecordedStart[]> {
  const text = await readFile(`${program}.jsonl`, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedStart);
}

/** Runs one of the scripts of a repository, by default this one, as npm would, with `path` first on PATH. */
export function runScript(
  args: readonly string[],
  { repository = REPOSITORY, path, env = {} }: { repository?: string; path?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<CommandResult> {
  const PATH = [path, process.env['PATH']].filter((part) => part !== undefined).join(delimiter);
  return runCommand(process.execPath, args, { cwd: repository, env: { ...process.env, PATH, ...env } });
}
