import { oncePer } from '../../common/oncePer';
import {
  foldersOf,
  opensForWriting,
  programName,
  textWord,
  writtenText,
  type Analysis,
  type SimpleCommand,
  type Word,
  type WordPiece,
} from '../model/analysis';
import { prefixObjection } from './assignmentProof';
import { isPipeName } from '../calls/commandCall';
import { readingsOf } from '../calls/readings';
import type { CommandCall, CommandSpec, PathUse } from '../model/commandTable';
import { areWholeTrees, handedOverUses, isHandedOver, isOneHandedOver, mayRunWithoutNames } from '../calls/handedOver';
import { pathUses } from '../calls/pathUses';
import { printsOnlyHelp } from '../../facts/helpWords';
import { printedReadings } from './printedReadings';
import { secretIn, secretsIn } from './secretVariables';
import { settingObjection } from './settingObjection';

export interface CommandRead {
  readonly use: PathUse;
  readonly command: SimpleCommand;
}

export type ReadOnlyProof =
  | {
      readonly proven: true;
      /** Patterns may be unknown; the caller refuses secrets. */
      readonly reads: readonly CommandRead[];
      readonly calls: readonly CommandCall[];
    }
  | {
      readonly proven: false;
      /** Ends "Not proven to only read: …". */
      readonly objection: string;
      readonly fragment: string;
    };

/** Only an administrator can put programs here. */
const SYSTEM_FOLDER = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$/;
/** For these names bash opens a connection. */
const NETWORK_FILE = /^\/+dev\/+(?:tcp|udp)\//;

const NO_COMMANDS: ReadonlySet<SimpleCommand> = new Set();
const provedAlone = oncePer((analysis: Analysis) => proveBeside(analysis, NO_COMMANDS, NO_COMMANDS));

/**
 * The first objection, or what the line reads.
 * @param settled another check judges what they change; their reads and places are judged here
 * @param started they only run a text that another check judges
 */
export function proveReadOnly(analysis: Analysis, settled = NO_COMMANDS, started = NO_COMMANDS): ReadOnlyProof {
  return settled.size + started.size === 0 ? provedAlone(analysis) : proveBeside(analysis, settled, started);
}

function proveBeside(
  analysis: Analysis,
  settled: ReadonlySet<SimpleCommand>,
  started: ReadonlySet<SimpleCommand>,
): ReadOnlyProof {
  const [unknown] = analysis.unknown;
  if (unknown !== undefined) return { proven: false, objection: unknown.why, fragment: unknown.fragment };
  const calls: CommandCall[] = [];
  const reads: CommandRead[] = [];
  for (const [index, command] of analysis.commands.entries()) {
    if (started.has(command)) {
      const objection = startObjection(command, analysis.commands);
      if (objection === undefined) continue;
      return { proven: false, objection, fragment: command.words.map(writtenText).join(' ') };
    }
    for (const reading of printedReadings(command)) {
      const commands = reading === command ? analysis.commands : analysis.commands.with(index, reading);
      const found = judge(commands, index, settled);
      if (typeof found === 'string') {
        return { proven: false, objection: found, fragment: command.words.map(writtenText).join(' ') };
      }
      calls.push(...found.calls);
      reads.push(...found.uses.map((use) => ({ use, command: reading })));
    }
  }
  return { proven: true, reads, calls };
}

/** A final `*` matches any text. */
export function variablesOf(calls: readonly CommandCall[]): readonly string[] {
  return [...new Set(calls.flatMap(({ specs }) => specs.flatMap(({ variables = [] }) => variables)))];
}

interface Judged {
  readonly calls: readonly CommandCall[];
  readonly uses: readonly PathUse[];
}

function judge(
  commands: readonly SimpleCommand[],
  index: number,
  settled: ReadonlySet<SimpleCommand>,
): Judged | string {
  const command = commands[index];
  if (command === undefined) return { calls: [], uses: [] };
  const judged = judgeUse(commands, command, index, settled.has(command));
  return typeof judged === 'string' ? judged : (secretObjection(command, commands) ?? judged);
}

function judgeUse(
  commands: readonly SimpleCommand[],
  command: SimpleCommand,
  index: number,
  isSettled: boolean,
): Judged | string {
  const placeObjection = redirectionObjection(command) ?? contextObjection(command);
  if (placeObjection !== undefined) return placeObjection;
  const [name] = command.words;
  if (name === undefined) {
    const isAlone = commands.every(({ words }) => words.length === 0);
    const objection = (isAlone ? [] : command.assignments)
      .map((assignment) => settingObjection(assignment.name, assignment.value.text))
      .find((found) => found !== undefined);
    return objection ?? usesOf(commands, index, []);
  }
  if (name.text === undefined) return 'its program is only known when it runs';
  if (name.text.includes('/') && !SYSTEM_FOLDER.test(name.text)) return `${name.text} is no program of the system`;
  const calls = readingsOf(command);
  if (calls.length === 0) return `${programName(command) ?? ''} is in no table of programs that only read`;
  if (isSettled) return readsBy(commands, index, calls);
  const objection = calls.map(callObjection).find((found) => found !== undefined);
  return objection ?? usesOf(commands, index, calls);
}

function startObjection(command: SimpleCommand, commands: readonly SimpleCommand[]): string | undefined {
  const [assignment] = command.assignments;
  return (
    redirectionObjection(command) ??
    contextObjection(command) ??
    (assignment === undefined ? undefined : prefixObjection(assignment)) ??
    (command.assignments.length > 1 ? 'it sets several variables' : undefined) ??
    secretObjection(command, commands)
  );
}

function redirectionObjection({ redirections }: SimpleCommand): string | undefined {
  for (const redirection of redirections) {
    const { operator, target } = redirection;
    if (opensForWriting(redirection)) {
      // Nothing needs `<>` on the null device.
      if (target.text !== '/dev/null' || operator === '<>')
        return `it writes to ${JSON.stringify(writtenText(target))}`;
    } else if (operator === '<' && NETWORK_FILE.test(writtenText(target))) {
      return 'it reads from the network';
    }
  }
  return undefined;
}

function contextObjection({ context }: SimpleCommand): string | undefined {
  if (context.asOtherUser) return 'it runs as another user';
  if (context.elsewhere !== undefined) return `it runs elsewhere (${context.elsewhere})`;
  if (context.background && !/^(?:words|values)$/.test(context.rounds ?? 'words'))
    return 'it may start any number of processes at a time';
  if (context.function !== undefined) return `it stands in the function ${context.function}`;
  return undefined;
}

/** Where it could be printed, compared or traced: `test` prints it in errors. */
function secretObjection(command: SimpleCommand, commands: readonly SimpleCommand[]): string | undefined {
  if (asksForPresence(command) && !commands.some(mayTrace)) return undefined;
  const words = [
    ...command.words,
    ...command.assignments.map(({ value }) => value),
    ...command.redirections.map(({ target }) => target),
  ];
  for (const { pieces } of words) {
    const secret = pieces
      .filter((piece) => !isHarmlessLastWord(piece, command, commands))
      .map(secretIn)
      .find((name) => name !== undefined);
    if (secret !== undefined) return `the variable ${secret} may hold a secret`;
  }
  return namesInArithmetic(command) ? 'a name in a comparison of numbers stands for its value' : undefined;
}

/** `mkdir a && cd $_`: behind a command of the same shell, in a line that names no other variable with a secret. */
function isHarmlessLastWord(piece: WordPiece, { context }: SimpleCommand, commands: readonly SimpleCommand[]): boolean {
  if (!isLastWord(piece) || context.via.length > 0) return false;
  const [first, ...others] = commands;
  if (first === undefined || others.length === 0) return false;
  const { pipe, background, via } = first.context;
  // A group or a `[[` leaves it as an earlier call made it.
  const isPlain =
    first.position === 0 && first.words.length > 0 && !/^(?:\[\[|\.|source|eval)$/.test(programName(first) ?? '');
  return isPlain && pipe === undefined && !background && via.length === 0 && !commands.some(namesOtherSecret);
}

function isLastWord(piece: WordPiece): boolean {
  return piece.kind === 'value' && /^\$(?:_|\{_\})$/.test(piece.text);
}

function namesOtherSecret(command: SimpleCommand): boolean {
  return secretsIn(command).some((piece) => !isLastWord(piece));
}

/** `set -x` and `bash -x` print words with their values. */
function mayTrace(command: SimpleCommand): boolean {
  if (programName(command) === 'set') return true;
  return readingsOf(command).some(
    ({ specs: [spec], options }) =>
      spec?.names.includes('bash') === true && options.some(({ name }) => /^-[ox]$/.test(name)),
  );
}

/** The whole value: of a part or a shortened one it would tell the text. */
const WHOLE_VALUE = /^\$(?:\w+|\{\w+(?::?[-+][\w.]*)?\})$/;

/** `[ -n "$TOKEN" ]` only tells that it is set, but for traces. */
function asksForPresence({ words, assignments, redirections }: SimpleCommand): boolean {
  const [name, test, value, ...rest] = words;
  if (assignments.length > 0 || redirections.length > 0 || !/^-[nz]$/.test(test?.text ?? '')) return false;
  const isTest = (name?.text === 'test' && rest.length === 0) || /^\]\]?$/.test(rest[0]?.text ?? '');
  return (
    isTest &&
    rest.length < 2 &&
    value?.pieces.every(
      (piece) => piece.kind === 'value' && WHOLE_VALUE.test(piece.text) && (piece.quoted || name?.text === '[['),
    ) === true
  );
}

/** `[[ TOKEN -eq 0 ]]` */
function namesInArithmetic({ words }: SimpleCommand): boolean {
  if (words[0]?.text !== '[[') return false;
  return words.some(({ text }, at) => {
    if (!/^-(?:eq|ne|lt|le|gt|ge)$/.test(text ?? '')) return false;
    return [words[at - 1], words[at + 1]].some((operand) => /[A-Za-z_]/.test(operand?.text ?? ''));
  });
}

/** Undefined: the table proves it. */
function callObjection(call: CommandCall): string | undefined {
  const spec = call.specs.at(-1);
  const { command } = call;
  const name = [programName(command), ...call.specs.slice(1).map(({ names }) => names[0])].join(' ');
  for (const assignment of command.assignments) {
    // It only says how the builtin splits its line.
    if (assignment.name === 'IFS' && name === 'read') continue;
    const found = prefixObjection(assignment);
    if (found !== undefined) return found;
  }
  if (asksForHelp(call)) return undefined;
  if (spec?.readOnly !== true) return `${name} does more than read`;
  if (spec.subcommands !== undefined && call.operands.length > 0) return `this form of ${name} is in no table`;
  const changing = call.options.find(({ spec: { changes } }) => changes === true);
  if (changing !== undefined) return `${name} ${changing.name} does more than read`;
  for (const word of call.unlisted) {
    // Unknown words are harmless where every option is.
    const isUnwritten = word.text === undefined && !isWrittenOption(word);
    if (isUnwritten && (spec.optionsAreHarmless === true || isFoundBelow(word, command))) continue;
    return `${name} may take ${writtenText(word)} as an option that is in no table`;
  }
  if (call.specs[0]?.network === true && command.words.some(isUnknown)) {
    return `${name} may send what is only known when it runs`;
  }
  for (const { objection, sets } of call.specs) {
    const found =
      objection?.(call) ??
      sets?.(call)
        .map(({ name: variable, text }) => settingObjection(variable, text))
        .find(Boolean);
    if (found !== undefined) return found;
  }
  return undefined;
}

function asksForHelp({ command, specs }: CommandCall): boolean {
  const words = command.words.slice(1).map(({ text }) => text);
  return printsOnlyHelp(programName(command) ?? '', words, specs.length - 1);
}

/** `--files0-from=$X`: only its value is unknown. */
function isWrittenOption({ pieces: [first] }: Word): boolean {
  return first?.kind === 'text' && /^--[A-Za-z][\w-]*=/.test(first.text);
}

function isUnknown({ pieces }: Word): boolean {
  return pieces.some(({ kind }) => kind === 'value');
}

/** Starts with `find`'s starting point, so never with a dash. */
function isFoundBelow(word: Word, command: SimpleCommand): boolean {
  const [first] = word.pieces;
  return (
    /^g?find$/.test(command.context.via.at(-1) ?? '') &&
    first?.kind === 'text' &&
    /^[^-]/.test(first.text) &&
    word.pieces.every((piece) => piece.kind === 'text' || isHandedOver(piece, command))
  );
}

function usesOf(commands: readonly SimpleCommand[], index: number, calls: readonly CommandCall[]): Judged | string {
  const command = commands[index];
  const change = command === undefined ? undefined : pathUses(command).find(isChange);
  if (change !== undefined) return `${nameOf(command)} changes ${writtenText(change.word)}`;
  return readsBy(commands, index, calls);
}

function readsBy(commands: readonly SimpleCommand[], index: number, calls: readonly CommandCall[]): Judged | string {
  const uses = readsOf(commands, index);
  return typeof uses === 'string' ? uses : { calls, uses };
}

function isChange({ action, word }: PathUse): boolean {
  return action !== 'read' && action !== 'list' && action !== 'search' && word.text !== '/dev/null';
}

function nameOf(command: SimpleCommand | undefined): string {
  return (command === undefined ? undefined : programName(command)) ?? 'it';
}

/** What the tables know, or an objection that ends a sentence. */
export function readsOf(commands: readonly SimpleCommand[], index: number): readonly PathUse[] | string {
  const command = commands[index];
  if (command === undefined) return [];
  const name = nameOf(command);
  const isOpen = (word: Word): boolean =>
    !isPipeName(word) &&
    word.pieces.some((piece) => piece.kind === 'value' && !piece.quoted && !isHandedOver(piece, command));
  const open = command.words.slice(1).find(isOpen);
  if (open !== undefined && readingsOf(command).some(({ specs }) => mayReadContents(specs.at(-1)))) {
    return `${name} may take ${writtenText(open)} as several words`;
  }
  const uses: PathUse[] = [];
  let takesHandedOver = false;
  let searches = false;
  for (const use of pathUses(command)) {
    const { word, action, below } = use;
    if (action !== 'read' && action !== 'list' && action !== 'search') continue;
    if (action === 'read' && isPipeName(word)) continue;
    const values = [...word.pieces, ...(below?.pieces ?? [])].filter(({ kind }) => kind === 'value');
    if (values.length > 0) {
      // Names and attributes are no secret.
      if (action === 'list' && use.secondName !== true) continue;
      if (!isOneHandedOver(word, command) || below !== undefined) {
        return `which file ${name} reads is only known when it runs`;
      }
      takesHandedOver = true;
      searches ||= action === 'search' || COMPARING_FOLDERS.test(name);
      if (action === 'search' && mayRunWithoutNames(commands, index)) {
        if (foldersOf(command).length === 0) return 'the folder that it runs in is not known';
        uses.push({ ...use, word: textWord('.', command.position) });
      }
    } else if (!(action === 'read' && word.text === '-')) {
      if (action !== 'list' && foldersOf(command).length === 0 && below === undefined && !isAbsolute(use)) {
        return 'the folder that it runs in is not known';
      }
      uses.push(use);
    }
  }
  if (takesHandedOver) {
    const handedOver = handedOverUses(commands, index);
    if (searches && !areWholeTrees(commands, index, handedOver))
      return `${name} may search in a folder that is handed to it`;
    if (handedOver === undefined) return `which files ${name} reads is only known when it runs`;
    uses.push(...handedOver);
  }
  return uses;
}

/** They read the files of a folder too. */
const COMPARING_FOLDERS = /^(?:g?s?diff|git)$/;

function isAbsolute({ word, from = 0 }: PathUse): boolean {
  return writtenText(word).startsWith('/', from);
}

/** Another operand could be a file to read. */
function mayReadContents(spec: CommandSpec | undefined): boolean {
  if (spec === undefined) return false;
  const roles = [spec.operands ?? [], ...(spec.options ?? []).map(({ role }) => role ?? [])].flat();
  return spec.paths !== undefined || roles.includes('read') || roles.includes('search');
}
