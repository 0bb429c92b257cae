/** One command for each text that its substitutions may print. */
import { programName, type SimpleCommand, type Word } from '../model/analysis';
import { readCall } from '../calls/commandCall';
import { isPath } from '../model/pathOperands';
import { isPrinted, printedWords } from '../model/printedTexts';

const MOST_READINGS = 32;
/** As operands they are no files. */
const TAKES_OPERANDS = /^(?:git|g?seq|sleep|test|\[)$/;

/** Unchanged where one may print anything, or its program does more with hashes or numbers. */
export function printedReadings(command: SimpleCommand): readonly SimpleCommand[] {
  if (!command.words.some(isPrinted)) return [command];
  const program = programName(command) ?? '';
  const from = command.words.some(isGuessed) ? firstGuess(program, command) : 0;
  if (from === undefined) return [command];
  let readings: (readonly Word[])[] = [[]];
  for (const [index, word] of command.words.entries()) {
    if (isGuessed(word) && index < from) return [command];
    const texts = isPrinted(word) ? printedWords(word) : [word];
    readings = readings.flatMap((words) => texts.map((text) => (text === undefined ? words : [...words, text])));
    if (readings.length > MOST_READINGS) return [command];
  }
  const commands = readings.map((words) => ({ ...command, words }));
  return commands.every((reading) => isSafeIn(reading, command)) ? commands : [command];
}

const PLAIN_PROGRAMS = /^(?:g?(?:head|tail|sed|seq)|sleep|test|\[)$/;

/** Known by its kind alone. */
function isGuessed({ pieces }: Word): boolean {
  return pieces.some((piece) => piece.kind === 'value' && piece.prints !== undefined && piece.prints.kind !== 'text');
}

/** Place of the first word that may be a hash or a number; undefined: no word may. */
function firstGuess(program: string, command: SimpleCommand): number | undefined {
  if (program === 'git') return behindSubcommand(command);
  const areNumbers = command.words.every(({ pieces }) =>
    pieces.every((piece) => piece.kind !== 'value' || piece.prints?.kind !== 'hash'),
  );
  return areNumbers && PLAIN_PROGRAMS.test(program) ? 1 : undefined;
}

/** Before it, words are folders and settings. */
function behindSubcommand({ words }: SimpleCommand): number | undefined {
  const at = words[1]?.text === '--no-pager' ? 2 : 1;
  return /^[a-z][a-z-]*$/.test(words[at]?.text ?? '') ? at + 1 : undefined;
}

/** Hashes and numbers are no files; in a program only as line numbers. */
function isSafeIn(reading: SimpleCommand, { words }: SimpleCommand): boolean {
  const call = readCall(reading);
  if (call === undefined) return false;
  const printed = new Set(words.filter(isGuessed).map(placeOf));
  const isFrom = (word: Word): boolean => printed.has(placeOf(word));
  const program = programName(reading) ?? '';
  if (!call.options.every(({ spec: { role }, value }) => !isPath(role) || value === undefined || !isFrom(value.word)))
    return false;
  if (TAKES_OPERANDS.test(program)) return true;
  const [first, ...others] = call.operands;
  if (!program.endsWith('sed')) return !call.operands.some(isFrom);
  const isScript = first === undefined || !isFrom(first) || /^[\d,$;pdq=]+$/.test(first.text ?? '');
  return (
    isScript && call.options.every(({ value }) => value === undefined || !isFrom(value.word)) && !others.some(isFrom)
  );
}

function placeOf({ raw, position }: Word): string {
  return `${position} ${raw}`;
}
