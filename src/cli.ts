/**
 * The engine for a terminal, without VS Code: `cli.js decide` reads tool calls as JSON lines on standard input and prints one decision
 * a line, in the same order; `cli.js explain` tells what the gate makes of one command line. Nobody can be asked there, and no
 * classifier is configured, so what code does not settle is blocked.
 */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from './config/contributions';
import { effectiveConfiguration } from './config/sources';
import { explainCommand } from './engine/command/explainCommand';
import { explanationText } from './engine/command/explanationText';
import type { EffectiveConfiguration } from './engine/configuration';
import { decide } from './engine/decide';
import { ruleProblem } from './engine/permissionRule';
import { terminalGate } from './terminal/terminalGate';

const USAGE = `Usage: cli.js decide [--workspace FOLDER] [--config FILE]
       cli.js explain [--workspace FOLDER] [--config FILE] [--json] 'COMMAND'

decide reads one tool call a line from standard input, such as
  {"tool": "bash", "input": {"command": "ls"}, "cwd": "/path/of/the/workspace"}
and prints one decision a line. explain tells what the gate makes of a shell command that runs in FOLDER.
FOLDER is the open workspace (default: the current folder); FILE holds settings as in VS Code's settings.json.
`;

/** What a person typed cannot be used; the message says what to type. */
class UsageError extends Error {}

interface Options {
  readonly workspace: string;
  readonly config: string | undefined;
  readonly json: boolean;
}

async function main(args: readonly string[]): Promise<void> {
  const { positionals, options } = read(args);
  const [command, ...rest] = positionals;
  if (command === 'decide' && rest.length === 0) return decideLines(options);
  const [line, ...more] = rest;
  if (command === 'explain' && line !== undefined && more.length === 0) {
    explainLine(line, options);
    return;
  }
  throw new UsageError(
    command === 'explain'
      ? 'explain takes one command line: put it in single quotes.'
      : 'The first word is decide or explain.',
  );
}

async function decideLines({ workspace, config }: Options): Promise<void> {
  const gate = terminalGate(configuration(workspace, config));
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const decision = await decide(parsed(line), gate, new AbortController().signal);
    process.stdout.write(`${JSON.stringify(decision)}\n`);
  }
}

function explainLine(command: string, { workspace, config, json }: Options): void {
  const explanation = explainCommand(command, workspace, terminalGate(configuration(workspace, config)));
  process.stdout.write(json ? `${JSON.stringify(explanation)}\n` : explanationText(explanation));
}

function read(args: readonly string[]): { positionals: readonly string[]; options: Options } {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        workspace: { type: 'string', default: '.' },
        config: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const workspace = resolve(values.workspace);
    if (statSync(workspace, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new UsageError(`--workspace: there is no folder ${workspace}.`);
    }
    return { positionals, options: { workspace, config: values.config, json: values.json } };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A line that is no JSON stays text, which the engine refuses as a request. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

function configuration(workspace: string, file: string | undefined): EffectiveConfiguration {
  const values: Partial<Record<SettingKey, unknown>> = {};
  if (file !== undefined) {
    const settings = settingsFile(file);
    for (const key of Object.values(SETTINGS)) values[key] = settings[`${SETTINGS_PREFIX}.${key}`];
  }
  const { configuration: effective, problems } = effectiveConfiguration(
    { sources: [{ source: 'user', values }], trusted: true, workspaceFolders: [workspace] },
    ruleProblem,
  );
  for (const { key, entry, message } of problems) process.stderr.write(`${key}: ${entry}: ${message}\n`);
  return effective;
}

function settingsFile(file: string): Record<string, unknown> {
  try {
    const settings: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) {
      return settings as Record<string, unknown>;
    }
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new UsageError(`${file} must hold one JSON object with settings such as "autoMode.permissions.deny".`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
});
