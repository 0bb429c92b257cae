/** The gate's settings variable and socket. */
import { AGENTS } from '../../facts/agents';
import { PROGRAMS } from '../../facts/programs';
import { opensForWriting, programName, writtenText, type Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { gatePlaces, liesAt } from '../files/gatePlaces';
import { SETTINGS_VARIABLE as NAME, setsVariableInText } from '../files/settingsVariable';
import { wordPath } from '../../calls/command/shellWords';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';

const VARIABLE: CommandRule = { check: 'settings-variable', remedy: 'Set the variable yourself if you want it.' };

const DOORS: CommandRule = {
  check: 'gate-doors',
  remedy: 'Use the Auto Mode panel or its commands; only the user does that.',
};

/** They print, search for or keep these words. */
const TAKES_TEXT: ReadonlySet<string> = new Set([
  ...[
    'echo',
    'printf',
    'grep',
    'egrep',
    'fgrep',
    'rg',
    'ag',
    'ack',
    'git',
    'gh',
    'glab',
    'test',
    '[',
    'sed',
    'awk',
    'unset',
  ],
  ...['printenv', 'jq', 'cat', 'ls', 'true', ':', 'say', 'notify-send'],
  ...AGENTS.filter(({ takesPrompt }) => takesPrompt === true).flatMap(({ programs }) => programs),
]);

const SETS = new RegExp(`(?:^|[\\s;"'=])(?:-e)?${NAME}\\+?=`, 'i');

function setsVariable(word: Word): boolean {
  const text = word.text ?? writtenText(word);
  return text.length > NAME.length && text.includes('=') && SETS.test(text.slice(0, 65_536));
}

export function settingsVariable(checked: CheckedCommand): FloorHit | undefined {
  const { program, args } = checked;
  const sets =
    checked.variables.some(({ name }) => name.toUpperCase() === NAME) ||
    (!TAKES_TEXT.has(program) && args.some(setsVariable)) ||
    (editsInPlace(program, args) && args.some((word) => SETS_ANYWHERE.test(writtenText(word)))) ||
    (runsCode(program) && args.some((word) => setsVariableInText(writtenText(word).slice(0, 65_536)))) ||
    writesSetting(checked);
  if (!sets) return undefined;
  return ruleHit(VARIABLE, `set ${NAME}, which overrides the gate's settings`, NAME);
}

/** In a program's text a sign comes before: `s/x/NAME=value/`. */
const SETS_ANYWHERE = new RegExp(`${NAME}["']?\\s{0,9}[=:]`, 'i');

/** Not read as bash. */
function runsCode(program: string): boolean {
  return PROGRAMS.isInterpreter(program) || PROGRAMS.otherShells.has(program);
}

function editsInPlace(program: string, args: readonly Word[]): boolean {
  if (!/^(?:g?sed|perl|ruby|[gm]?awk)$/.test(program)) return false;
  return args.some(({ text }) => /^-[a-z]*i|^--in-place|^inplace$/.test(text ?? ''));
}

const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|org)$/i;

/** Whole-file writes are checked with the file. */
function writesSetting({ command, program, args, line }: CheckedCommand): boolean {
  if (!['echo', 'printf', 'cat'].includes(program)) return false;
  const texts = program === 'cat' ? command.redirections.map(({ target }) => target) : args;
  if (!texts.some(setsVariable)) return false;
  const files = command.redirections.filter(opensForWriting).map(({ target }) => target);
  const next = line.commands[line.commands.indexOf(command) + 1];
  if (command.context.pipe !== undefined && next !== undefined && programName(next) === 'tee') {
    files.push(...next.words.slice(1).filter(({ text }) => text?.startsWith('-') !== true));
  }
  return files.some((file) => !PROSE.test(writtenText(file)) && !writtenText(file).startsWith('/dev/'));
}

/** They talk to a given socket. */
const CLIENTS: ReadonlySet<string> = new Set([
  'nc',
  'ncat',
  'netcat',
  'socat',
  'curl',
  'websocat',
  'wget',
  'telnet',
  'xh',
  'http',
]);

export function gateSocket({ command, program, args, line }: CheckedCommand): FloorHit | undefined {
  if (!CLIENTS.has(program)) return undefined;
  const { machine, files } = line;
  const gate = gatePlaces(machine, files).all;
  const named = args.slice(0, 64).some((word) => {
    const text = writtenText(word);
    const path = /(?:^|[:=])([/~][^,\s]{1,1024})/.exec(text.slice(0, 2_048))?.[1];
    return path !== undefined && !path.startsWith('//') && liesAt(path, command.cwd, gate, machine, files);
  });
  return named ? ruleHit(DOORS, "talk to the gate's own socket", writtenCommand(command)) : undefined;
}

/** With it an agent could speak as its hook. */
export function gateProgram({ command, program, args, line }: CheckedCommand): FloorHit | undefined {
  const { machine, files } = line;
  const [first] = command.words;
  const run = RUNS_FILE.has(program) ? args.find(({ text }) => text?.startsWith('-') !== true) : first;
  if (run === undefined || command.context.elsewhere !== undefined) return undefined;
  const { path, unknownAt } = wordPath(run, 0, command.cwd, machine.homeDirectory);
  if (unknownAt !== undefined || !path.includes('/') || path.length > 4_096) return undefined;
  const gate = gatePlaces(machine, files).all;
  return liesAt(path, command.cwd, gate, machine, files)
    ? ruleHit(DOORS, "run the gate's own program", writtenCommand(command))
    : undefined;
}

const RUNS_FILE: ReadonlySet<string> = new Set('sh bash dash zsh ksh node source . exec'.split(' '));

/** A gate command in a file that the editor runs, or code that talks to the gate's socket. */
export function gateCommandText(checked: CheckedCommand): FloorHit | undefined {
  const { command, program, args, line } = checked;
  if (args.length === 0) return undefined;
  const texts = args.map((word) => writtenText(word).slice(0, 65_536));
  if (texts.some((text) => GATE_COMMAND.test(text)) && runsWhatItWrites(checked, texts)) {
    return ruleHit(DOORS, 'write a command of Auto Mode where the editor runs it', writtenCommand(command));
  }
  if (!runsCode(program)) return undefined;
  const { machine, files: disk } = line;
  const gate = gatePlaces(machine, disk).all;
  const connects = texts.some(
    (text) =>
      /connect|AF_UNIX|UNIXSocket|socket/i.test(text) &&
      [...new Set(Array.from(text.matchAll(/["'`]([~/][^"'`\s]{1,400})["'`]/g), ([, path = '']) => path))].some(
        (path) => liesAt(path, command.cwd, gate, machine, disk),
      ),
  );
  return connects ? ruleHit(DOORS, "talk to the gate's own socket", writtenCommand(command)) : undefined;
}

function runsWhatItWrites({ command, program, args, line }: CheckedCommand, texts: readonly string[]): boolean {
  const writes = [command, ...(command.context.pipe === undefined ? [] : line.commands)]
    .flatMap(({ words, redirections }) => [
      ...redirections.filter(opensForWriting).map(({ target }) => target),
      ...(words[0]?.text === 'tee' ? words.slice(1) : []),
    ])
    .map(writtenText);
  // Printing, keeping or searching changes nothing.
  const files = TAKES_TEXT.has(program) && !editsInPlace(program, args) ? writes : [...writes, ...texts];
  return files.some((file) => RUNS_COMMANDS.test(file));
}

const GATE_COMMAND = /\bcommand:\s{0,9}auto-?mode\.|["']\s{0,9}autoMode\.\w+\s{0,9}["']/i;
const RUNS_COMMANDS = /(?:^|[/\s"'])(?:tasks|launch|mcp|settings|keybindings)\.json|\.code-workspace/i;
