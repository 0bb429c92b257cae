import { programName, type SimpleCommand } from '../../shell/model/analysis';
import { PROGRAMS } from '../../facts/programs';
import { isForClassifierOnly } from '../../floor/classifierOnly';
import { isInside } from '../../files/pathText';
import type { MachineFacts } from '../../files/machineFacts';
import { isPlainAddress } from '../../rules/callSubjects';
import { escapedPath } from '../../rules/compiledRule';
import type { ToolCall } from '../../calls/toolCall';

/** `files`: in one folder; `addresses`: below one; `tool`: any input. */
export type RuleShape = 'command' | 'file' | 'address' | 'command-files' | 'files' | 'addresses' | 'tool';

export type UnproposableCall =
  | 'not-understood'
  | 'runs-anything'
  /** Starts an agent, installs an extension, or is judged only as a whole. */
  | 'judged-each-time'
  /** No rule names its words exactly. */
  | 'unnameable';

interface ShapedRules {
  readonly shape: RuleShape;
  readonly rules: readonly string[];
  readonly onlyHere?: boolean;
}

export type CallRules =
  | { readonly why: UnproposableCall }
  | { readonly exact?: ShapedRules | undefined; readonly wider?: ShapedRules | undefined };

const MOST_COMMANDS = 5;

const RUNNING_WORDS = new Set(['exec', 'x', 'dlx', 'eval', 'shell', 'script', 'fsi']);
const PACKAGE_MANAGERS = new Set([
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'uv',
  'pipenv',
  'poetry',
  'cargo',
  'go',
  'bundle',
  'gem',
  'composer',
  'dotnet',
  'docker',
  'podman',
  'kubectl',
]);

const FILE_PROGRAMS = new Set(['rm', 'rmdir', 'mkdir', 'touch', 'unlink']);

export function callRules(call: ToolCall, machine: MachineFacts): CallRules {
  if (isForClassifierOnly(call)) return { why: 'judged-each-time' };
  if (call.command !== undefined) return commandRules(call, machine);
  if (call.mcpNames.length > 0) return toolRules(call.mcpNames);
  if (!call.understood) return { why: 'not-understood' };
  if (call.url !== undefined) return addressRules(call.url);
  if (call.kind === 'write' || call.kind === 'edit' || call.kind === 'delete')
    return fileRules(call, call.kind, machine);
  return { why: 'unnameable' };
}

function commandRules({ line }: ToolCall, machine: MachineFacts): CallRules {
  if (line === undefined || line.use.oddField !== undefined || line.analysis.unknown.length > 0) {
    return { why: 'not-understood' };
  }
  const { commands, code } = line.analysis;
  if (code.length > 0 || commands.some(mayRunAnything)) return { why: 'runs-anything' };
  const named = commands.filter(({ words }) => words.length > 0);
  const patterns = named.flatMap((command) => exactPattern(command) ?? []);
  if (patterns.length === 0 || named.length > MOST_COMMANDS) return { why: 'unnameable' };
  const exact = {
    shape: 'command' as const,
    rules: [...new Set(patterns)].map((pattern) => `bash(${pattern})`),
    onlyHere: named.some(({ words: [name] }) => /^[^/].*\//s.test(name?.text ?? '')),
  };
  const [only] = named;
  const files = named.length === 1 && only !== undefined ? filesPattern(only, machine) : undefined;
  return { exact, wider: files === undefined ? undefined : { shape: 'command-files', rules: [`bash(${files})`] } };
}

function runsAnything(program: string): boolean {
  return PROGRAMS.shells.has(program) || PROGRAMS.runners.has(program) || PROGRAMS.runsCode(program);
}

function mayRunAnything(command: SimpleCommand): boolean {
  const { words, context } = command;
  if (
    context.via.length > 0 ||
    context.asOtherUser ||
    context.elsewhere !== undefined ||
    context.function !== undefined
  ) {
    return true;
  }
  if (words.length === 0) return false;
  const program = programName(command)
    ?.toLowerCase()
    .replace(/\.(?:exe|cmd|bat|com|ps1)$/, '');
  if (program === undefined || runsAnything(program)) return true;
  return (
    PACKAGE_MANAGERS.has(program) && words.slice(1).some(({ text }) => text !== undefined && RUNNING_WORDS.has(text))
  );
}

/** No rule names input beside words. */
function exactPattern(command: SimpleCommand): string | undefined {
  const { words, assignments } = command;
  if (isFed(command)) return undefined;
  const texts = words.map(({ text }) => text);
  const isNameable = (text: string | undefined): text is string =>
    text !== undefined && text !== '' && !/[\s\0\uE000]/.test(text);
  if (assignments.length > 0 || !texts.every(isNameable)) return undefined;
  return texts.map(escaped).join(' ');
}

function isFed({ redirections, context: { pipe } }: SimpleCommand): boolean {
  return (pipe !== undefined && pipe.index > 0) || redirections.some(({ operator }) => operator.startsWith('<'));
}

function filesPattern(command: SimpleCommand, { homeDirectory, platform }: MachineFacts): string | undefined {
  const texts = command.words.map(({ text }) => text ?? '');
  const last = texts.at(-1) ?? '';
  const program = programName(command) ?? '';
  if (!FILE_PROGRAMS.has(program) || command.assignments.length > 0 || texts.length < 2) return undefined;
  const before = texts.slice(0, -1);
  if (!before.slice(1).every((text) => /^-[A-Za-z]+$/.test(text)) || last.startsWith('-')) return undefined;
  const folder = /^(?<folder>[\w@%+,./-]*\w[\w@%+,.-]*)\/[^/\s]+$/.exec(last)?.groups?.['folder'];
  if (folder === undefined || folder.split('/').some((name) => name === '..' || name === '.')) return undefined;
  if (folder.startsWith('/') && !isNarrowFolder(folder, homeDirectory, platform)) return undefined;
  return [...before, `${folder}/*`].join(' ');
}

/** Files there run, or change what runs. */
const OF_THE_SYSTEM = /^(?:[a-z]:)?[\\/](?:usr|etc|boot|dev|proc|sys|var[\\/]spool|library|system|windows|program )/i;
const OF_PROGRAMS = /[\\/](?:\.|s?bin(?:[\\/]|$))/i;

/** Not near the root, no home or above, no programs or settings. */
function isNarrowFolder(folder: string, home: string, platform: NodeJS.Platform): boolean {
  const depth = folder.split(/[\\/]/).filter((name) => name !== '').length;
  if (OF_THE_SYSTEM.test(folder) || OF_PROGRAMS.test(folder)) return false;
  return depth >= 3 && !isInside(home, folder, platform);
}

function fileRules({ touches }: ToolCall, kind: 'write' | 'edit' | 'delete', machine: MachineFacts): CallRules {
  const paths = new Set(touches.flatMap(({ resolved }) => resolved.candidates));
  const [path] = paths;
  const isPlain = touches.every(
    ({ resolved, glob }) => !resolved.remote && resolved.unknown === undefined && glob !== true,
  );
  if (path === undefined || paths.size !== 1 || !isPlain) return { why: 'unnameable' };
  const pattern = escapedPath(path, machine);
  const folder = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
  const isNarrow = kind !== 'delete' && isNarrowFolder(folder, machine.homeDirectory, machine.platform);
  return {
    exact: { shape: 'file', rules: [`${kind}(${pattern})`] },
    wider: isNarrow ? { shape: 'files', rules: [`${kind}(${escapedPath(folder, machine)}/*)`] } : undefined,
  };
}

function addressRules(text: string): CallRules {
  if (!URL.canParse(text)) return { why: 'not-understood' };
  const url = new URL(text);
  const isPlain = isPlainAddress(text) && /^https?:$/.test(url.protocol) && !/\s/.test(url.href);
  if (!isPlain || url.username !== '' || url.password !== '') {
    return { why: 'unnameable' };
  }
  const below = `${url.origin}${url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1)}`;
  return {
    exact: { shape: 'address', rules: [`fetch(${escaped(url.href)})`] },
    wider: { shape: 'addresses', rules: [`fetch(${escaped(below)}*)`] },
  };
}

/** Rules ignore a tool's input, so none is exact. */
function toolRules(names: readonly string[]): CallRules {
  const [name] = names;
  if (name === undefined || names.length !== 1 || !/^[\w.@:-]+\/[\w.@:-]+$/.test(name)) return { why: 'unnameable' };
  return { wider: { shape: 'tool', rules: [`mcp(${name})`] } };
}

function escaped(text: string): string {
  return text.replace(/[*?[\]\\]/g, '\\$&');
}
