/** A command for each thing that substitutions in it may print. */
import { makeWord, programName, type Printed, type SimpleCommand, type Word, type WordPiece } from '../model/analysis';
import { readCall } from '../calls/commandCall';
import { isPath } from '../model/pathOperands';

const MOST_READINGS = 32;
/** They stand for every hash and number: nothing here reads one unlike another. */
const HASH = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const NUMBER = '1';

/** As operands they are no files. */
const TAKES_OPERANDS = /^(?:git|g?seq|sleep|test|\[)$/;

/** The command itself where one may print anything, or its program reads hashes or numbers as more than that. */
export function printedReadings(command: SimpleCommand): readonly SimpleCommand[] {
  if (!command.words.some(isPrinted)) return [command];
  const program = programName(command) ?? '';
  const from = command.words.some(isGuessed) ? firstGuess(program, command) : 0;
  if (from === undefined) return [command];
  let readings: (readonly Word[])[] = [[]];
  for (const [index, word] of command.words.entries()) {
    if (isGuessed(word) && index < from) return [command];
    const texts = isPrinted(word) ? textsOf(word) : [word];
    readings = readings.flatMap((words) => texts.map((text) => (text === undefined ? words : [...words, text])));
    if (readings.length > MOST_READINGS) return [command];
  }
  const commands = readings.map((words) => ({ ...command, words }));
  return commands.every((reading) => isSafeIn(reading, command)) ? commands : [command];
}

const PLAIN_PROGRAMS = /^(?:g?(?:head|tail|sed|seq)|sleep|test|\[)$/;

function isPrinted({ pieces }: Word): boolean {
  return pieces.some((piece) => piece.kind === 'value' && piece.prints !== undefined);
}

/** Known by its kind alone. */
function isGuessed({ pieces }: Word): boolean {
  return pieces.some((piece) => piece.kind === 'value' && piece.prints !== undefined && piece.prints.kind !== 'text');
}

/** The index of the first word that may be one; undefined: none may. */
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

/** Undefined among them: no word. */
function textsOf({ pieces, raw, position }: Word): readonly (Word | undefined)[] {
  let made: (readonly WordPiece[])[] = [[]];
  for (const piece of pieces) {
    const prints = piece.kind === 'value' ? piece.prints : undefined;
    const alternatives = prints === undefined ? [piece] : printedTexts(prints).map(textPiece);
    made = made.flatMap((before) => alternatives.map((alternative) => [...before, alternative]));
    if (made.length > MOST_READINGS) break;
  }
  const mayVanish = pieces.every((piece) => piece.kind === 'value' && !piece.quoted);
  return made.map((all) => {
    const isEmpty = all.every(({ kind, text }) => kind === 'text' && text === '');
    return isEmpty && mayVanish ? undefined : makeWord(all, raw, position);
  });
}

function textPiece(text: string): WordPiece {
  return { kind: 'text', text };
}

function printedTexts(prints: Printed): readonly string[] {
  switch (prints.kind) {
    case 'hash':
      return [HASH, ...prints.others, ''];
    case 'number':
      return [NUMBER, prints.isSigned === true ? `-${NUMBER}` : ''];
    case 'text':
      return prints.texts;
  }
}

/** None is a file, or a part of a program but the number of a line. */
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
