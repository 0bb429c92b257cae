/**
 * The engine for a terminal, without VS Code: `cli.js decide` reads tool calls as JSON lines on standard input and prints one decision
 * a line, in the same order. Nobody can be asked there, and no classifier is configured, so what code does not settle is blocked.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { redactSecrets } from './classifier/redaction';
import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from './config/contributions';
import { effectiveConfiguration } from './config/sources';
import { createNodeFileSystem } from './disk/nodeFileSystem';
import type { EffectiveConfiguration } from './engine/configuration';
import { decide } from './engine/decide';
import { ruleProblem } from './engine/permissionRule';
import type { Gate } from './engine/ports';

const USAGE = `Usage: cli.js decide [--workspace FOLDER] [--config FILE]

Reads one tool call a line from standard input, such as
  {"tool": "bash", "input": {"command": "ls"}, "cwd": "/path/of/the/workspace"}
and prints one decision a line. FILE holds settings as in VS Code's settings.json.
`;

/** What a person typed cannot be used; the message says what to type. */
class UsageError extends Error {}

async function main(args: readonly string[]): Promise<void> {
  const { positionals, values } = options(args);
  if (positionals.length !== 1 || positionals[0] !== 'decide') throw new UsageError('The only command is "decide".');
  const gate = terminalGate(configuration(values.workspace ?? '.', values.config));
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const decision = await decide(parsed(line), gate, new AbortController().signal);
    process.stdout.write(`${JSON.stringify(decision)}\n`);
  }
}

function options(args: readonly string[]): { positionals: string[]; values: { workspace?: string; config?: string } } {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { workspace: { type: 'string' }, config: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
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
    { sources: [{ source: 'user', values }], trusted: true, workspaceFolders: [resolve(workspace)] },
    ruleProblem,
  );
  for (const { key, entry, message } of problems) process.stderr.write(`${key}: ${entry}: ${message}\n`);
  return effective;
}

function settingsFile(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function terminalGate(effective: EffectiveConfiguration): Gate {
  return {
    machine: { platform: process.platform, homeDirectory: homedir(), gatePaths: [], secretGatePaths: [] },
    files: createNodeFileSystem(),
    writes: { note: () => undefined, wrote: () => false },
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    classifier: {
      usable: () => Promise.resolve(false),
      classify: () =>
        Promise.resolve({
          kind: 'outage',
          outage: 'no-model',
          message: 'No classifier is configured in the terminal.',
          remedy: 'Decide the call in VS Code, or settle it with a rule.',
          usage: undefined,
        }),
    },
    user: { available: false, ask: () => Promise.resolve({ kind: 'closed' }) },
    memory: {
      takeAllowOnce: () => false,
      cached: () => false,
      remember: () => undefined,
      paused: false,
      ignoresEntry: () => false,
      ignoreEntry: () => undefined,
    },
    configurationFor: () => effective,
    redact: (text) => redactSecrets(text).text,
    newId: () => randomUUID(),
    writeLog: () => true,
    note: () => undefined,
  };
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
});
