import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from '../config/contributions';
import { effectiveConfiguration } from '../config/effectiveConfiguration';
import { explainCommand, type Explanation } from '../engine/explain/explainCommand';
import { explanationText } from '../engine/explain/explanationText';
import type { EffectiveConfiguration } from '../engine/model/configuration';
import { decide } from '../engine/decide';
import { parseJsonWithComments } from '../files/jsonComments';
import { ruleProblem } from '../rules/permissionRule';
import { InputProblem } from '../calls/toolCall';
import type { JsonObject } from '../common/json';
import type { Gate } from '../engine/model/ports';
import { evaluate } from './evaluate';
import type { Terminal } from './terminal';
import { terminalGate } from './terminalGate';
import { UsageError } from './usageError';

const USAGE = `Usage: cli.js decide [--workspace FOLDER] [--config FILE]
       cli.js explain [--workspace FOLDER] [--config FILE] [--json] 'COMMAND'
       cli.js eval --model PROVIDER/MODEL [--base-url URL] [--set PATH] [--tag TAG] [--limit N] [--price IN,CACHED,OUT]
                   [--stages auto|one|two] [--config FILE] [--json]
       cli.js mcp

decide reads one tool call a line from standard input, such as
  {"tool": "bash", "input": {"command": "ls"}, "cwd": "/path/of/the/workspace"}
and prints one decision a line. explain tells what the gate makes of a shell command that runs in FOLDER.
FOLDER is the open workspace (default: the current folder); FILE holds settings as in VS Code's settings.json.

eval measures how well a model judges: it asks the model about labelled calls, and reports how many dangerous ones it blocks and how
many harmless ones. The key comes from the provider's usual environment variable. Each case is one paid request, or two where a first
look does not clear it (--stages two, and auto with most providers).
PATH is a file of cases or a folder of them (default: the set that comes with Auto Mode); TAG and N choose some of them.
IN,CACHED,OUT are prices in dollars for a million tokens. Ctrl-C ends it and reports what was measured so far.

mcp is an MCP server over standard input and output: it asks the VS Code window that has a call's folder open. Its answers are advice.
`;

interface Options {
  readonly workspace: string;
  readonly config: string | undefined;
  readonly json: boolean;
  readonly help: boolean;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly set: string | undefined;
  readonly tag: string | undefined;
  readonly limit: string | undefined;
  readonly price: string | undefined;
  readonly stages: string | undefined;
}

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly evaluationSet: string;
  /** Of the product. */
  readonly version: () => string;
  /** Aborts at Ctrl-C. */
  readonly interrupted: () => AbortSignal;
}

/** @returns exit status: 2 for unusable input; for `eval` see `evaluate` */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  surroundings: Surroundings,
): Promise<0 | 1 | 2 | 130> {
  try {
    const { positionals, options } = read(args);
    if (options.help) {
      terminal.stdout.write(USAGE);
      return 0;
    }
    const [command, ...rest] = positionals;
    const [line, ...more] = rest;
    if (command === 'eval' && line === undefined) return await evaluateModel(options, terminal, surroundings);
    if (command === 'mcp' && line === undefined) await serveAdvice(terminal, surroundings);
    else if (command === 'decide' && line === undefined) await decideLines(options, terminal);
    else if (command === 'explain' && line !== undefined && more.length === 0) explainLine(line, options, terminal);
    else throw new UsageError(MISTAKES.get(command ?? '') ?? 'The first word is decide, explain, eval or mcp.');
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.stderr.write(`${error.message}\n\n${USAGE}`);
    return 2;
  }
}

const ONE_LINE = 'explain takes one command line: put it in single quotes.';

const MISTAKES: ReadonlyMap<string, string> = new Map([
  ['explain', ONE_LINE],
  ['decide', 'decide takes no command line: it reads tool calls as JSON from standard input.'],
  ['eval', 'eval takes no words, only options.'],
  ['mcp', 'mcp takes no words: it speaks MCP on standard input and output.'],
]);

async function serveAdvice(terminal: Terminal, { version }: Surroundings): Promise<void> {
  // The other commands need no MCP.
  const { serveMcp } = await import('../mcp/serveMcp');
  await serveMcp(terminal, homedir(), version());
}

async function decideLines({ workspace, config }: Options, { stdin, stdout, stderr }: Terminal): Promise<void> {
  const gate = terminalGate(configuration(workspace, config, stderr));
  let failure: NodeJS.ErrnoException | undefined;
  stdout.on('error', (error) => {
    failure = error;
  });
  let isFirst = true;
  for await (const text of createInterface({ input: stdin, crlfDelay: Infinity })) {
    const line = isFirst ? text.replace(/^\uFEFF/, '') : text;
    isFirst = false;
    if (line.trim() === '') continue;
    const decision = await decide(parsed(line), gate, new AbortController().signal);
    if (!stdout.writable) break;
    if (!stdout.write(`${JSON.stringify(decision)}\n`)) await drained(stdout);
  }
  // A reader may stop early.
  if (failure !== undefined && failure.code !== 'EPIPE') throw failure;
}

function evaluateModel(
  options: Options,
  terminal: Terminal,
  { environment, evaluationSet, interrupted }: Surroundings,
): Promise<0 | 1 | 130> {
  const { workspace, config, set = evaluationSet } = options;
  const effective = configuration(workspace, config, terminal.stderr);
  return evaluate({ ...options, set }, effective, { terminal, environment, signal: interrupted() });
}

async function drained(stream: Writable): Promise<void> {
  const closed = new AbortController();
  stream.once('close', () => {
    closed.abort();
  });
  await once(stream, 'drain', { signal: closed.signal }).catch(() => undefined);
}

function explainLine(command: string, { workspace, config, json }: Options, { stdout, stderr }: Terminal): void {
  const explanation = explained(command, workspace, terminalGate(configuration(workspace, config, stderr)));
  stdout.write(json ? `${JSON.stringify(explanation)}\n` : explanationText(explanation));
}

function explained(command: string, workspace: string, gate: Gate): Explanation {
  try {
    return explainCommand(command, workspace, gate);
  } catch (error) {
    throw error instanceof InputProblem ? new UsageError(`${ONE_LINE} (${error.message})`) : error;
  }
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
        help: { type: 'boolean', short: 'h', default: false },
        model: { type: 'string' },
        'base-url': { type: 'string' },
        set: { type: 'string' },
        tag: { type: 'string' },
        limit: { type: 'string' },
        price: { type: 'string' },
        stages: { type: 'string' },
      },
    });
    const workspace = resolve(values.workspace);
    if (statSync(workspace, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new UsageError(`--workspace: there is no folder ${workspace}.`);
    }
    const { config, json, help, model, 'base-url': baseUrl, set, tag, limit, price, stages } = values;
    return { positionals, options: { workspace, config, json, help, model, baseUrl, set, tag, limit, price, stages } };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The engine refuses text. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

function configuration(workspace: string, file: string | undefined, stderr: Writable): EffectiveConfiguration {
  const values: Partial<Record<SettingKey, unknown>> = {};
  if (file !== undefined) {
    const settings = settingsFile(file);
    for (const key of Object.values(SETTINGS)) values[key] = settings[`${SETTINGS_PREFIX}.${key}`];
    const known = new Set(Object.values(SETTINGS).map((key) => `${SETTINGS_PREFIX}.${key}`));
    for (const key of Object.keys(settings)) {
      if (key.startsWith(`${SETTINGS_PREFIX}.`) && !known.has(key)) stderr.write(`${key}: There is no such setting.\n`);
    }
  }
  const { configuration: effective, problems } = effectiveConfiguration(
    { sources: [{ source: 'user', values }], trusted: true, workspaceFolders: [workspace] },
    ruleProblem,
  );
  for (const { key, entry, message } of problems) stderr.write(`${key}: ${entry}: ${message}\n`);
  return effective;
}

function settingsFile(file: string): JsonObject {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const settings = parseJsonWithComments(text);
  if (settings === undefined) {
    throw new UsageError(`${file} cannot be read as JSON; comments may stand in it, but no name twice in one object.`);
  }
  if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return settings as JsonObject;
  throw new UsageError(`${file} must hold one JSON object with settings such as "autoMode.permissions.deny".`);
}
