/** `python FILE`, `python -m MODULE`, `node --require FILE`, `deno run FILE`, `bun FILE`. */
import { table } from '../common/table';
import { foldersOf, programName, writtenText, type SimpleCommand, type Word } from '../shell/model/analysis';
import { interpreterCall } from '../shell/openers/interpreters';
import { INTERPRETERS } from '../facts/interpreters';
import type { ClosureReader } from './reader';
import { inFolders, inputRuns, namedFile, shownWord, wordRuns } from './scriptRuns';
import { unresolved, type Run } from './run';
import { packageScriptNamed } from './packageScripts';

/** Loaded before the file. */
const LOADING = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '--preload',
  '-L',
  '--load',
  '-l',
]);

/** The operands of these sub-commands run. */
const RUNS_OPERANDS: Readonly<Record<string, string>> = table({ deno: 'run test bench serve', bun: 'run test' });

export function interpreterRuns(
  command: SimpleCommand,
  before: SimpleCommand | undefined,
  reader: ClosureReader,
): readonly Run[] {
  const call = interpreterCall(command);
  if (call === undefined) return [];
  const name = programName(command) ?? '';
  const runs: Run[] = [];
  for (const { option, value } of call.values) if (LOADING.has(option)) runs.push(...loadedRuns(value, command));
  if (call.module !== undefined) runs.push(...moduleRuns(name, call.module, command, reader));
  if (call.file !== undefined && call.code.length === 0) runs.push(...fileRuns(name, call.file, command, reader));
  if (call.readsInput) runs.push(...inputRuns(command, before, undefined));
  if (name === 'node' && command.words.some(({ text }) => text === '--test')) {
    runs.push(unresolved('node --test runs the test files that it finds'));
    runs.push(...command.words.slice(1).flatMap((word) => namedFile(word, command, reader) ?? []));
  }
  return runs;
}

function loadedRuns(value: Word, command: SimpleCommand): readonly Run[] {
  const text = writtenText(value);
  if (!/^\.{0,2}\/|^[^/@]+\.[cm]?[jt]s$/.test(text)) {
    return [unresolved(`${programName(command) ?? ''} loads ${shownWord(value)}`)];
  }
  return wordRuns(value, command, codeFile('module'));
}

const codeFile =
  (kind: 'script' | 'module') =>
  (path: string, cwd: string | undefined): Run => ({ what: 'file', kind, path, cwd, read: 'code' });

function fileRuns(name: string, file: Word, command: SimpleCommand, reader: ClosureReader): readonly Run[] {
  const subcommands = RUNS_OPERANDS[name]?.split(' ') ?? [];
  const { text } = file;
  if (text !== undefined && (name === 'deno' || name === 'bun')) {
    if (text === 'task' || (name === 'bun' && !/[./]/.test(text) && text !== 'test')) return [];
    if (subcommands.includes(text)) return afterSubcommand(name, text, command, reader);
    if (name === 'deno') return [unresolved(`deno ${text} may run files of the project`)];
  }
  if (/^\/(?:dev|proc)\//.test(writtenText(file))) return [];
  return wordRuns(file, command, (path, cwd) => withEnding(path, cwd, name, reader));
}

/** `node build` runs `build.js` or `build/index.js`, `python folder` its `__main__.py`. */
function withEnding(path: string, cwd: string | undefined, name: string, reader: ClosureReader): Run {
  const isPython = /^(?:python|pypy)/.test(name);
  const endings = isPython
    ? ['', '/__main__.py']
    : ['', '.js', '.cjs', '.mjs', '.json', '.ts', '/index.js', '/index.ts'];
  const found = endings.find((ending) => reader.read(path + ending, cwd).content !== undefined) ?? '';
  return codeFile('script')(path + found, cwd);
}

function afterSubcommand(
  name: string,
  subcommand: string,
  command: SimpleCommand,
  reader: ClosureReader,
): readonly Run[] {
  const at = command.words.findIndex(({ text }) => text === subcommand);
  const operands = command.words.slice(at + 1).filter(({ text }) => text?.startsWith('-') !== true);
  if (subcommand !== 'run') {
    const named = operands.flatMap((word) => namedFile(word, command, reader) ?? []);
    return [...named, unresolved(`${name} ${subcommand} runs the files that it finds`)];
  }
  const [file] = operands;
  if (file === undefined) return [];
  if (name === 'bun' && packageScriptNamed(file.text ?? '', foldersOf(command)[0], reader)) return [];
  return wordRuns(file, command, (path, cwd) => withEnding(path, cwd, name, reader));
}

function moduleRuns(
  name: string,
  { option, value }: { readonly option: string; readonly value: Word },
  command: SimpleCommand,
  reader: ClosureReader,
): readonly Run[] {
  const { text } = value;
  if (option === '--run') return [];
  if (option !== '-m')
    return option.startsWith('-f') ||
      option.startsWith('-F') ||
      option === '-s' ||
      option === '--file' ||
      option === '-File'
      ? wordRuns(value, command, codeFile('script'))
      : [unresolved(`${name} ${option} ${shownWord(value)} runs files that are not looked for`)];
  if (text === undefined)
    return [unresolved(`${name} runs the module ${shownWord(value)}, which is only known when it runs`)];
  const base = text.replaceAll('.', '/');
  const [cwd] = foldersOf(command);
  const file = [`${base}.py`, `${base}/__main__.py`].find((path) => reader.read(path, cwd).content !== undefined);
  const init = reader.read(`${base}/__init__.py`, cwd).content === undefined ? [] : [`${base}/__init__.py`];
  if (file === undefined) return [];
  return [...init, file].flatMap((path) => inFolders(command, (folder) => codeFile('module')(path, folder)));
}

export function isInterpreter(name: string): boolean {
  const bare = name.replace(/[\d.]+$/, '');
  return INTERPRETERS.some(({ names }) => names.split(' ').some((known) => known === name || known === bare));
}
