import { INTERPRETERS, type Interpreter } from '../../facts/interpreters';
import { programName, writtenText, type SimpleCommand, type Word } from '../model/analysis';
import { joinWords, mayBeOption, maySplit, wordFrom } from '../model/words';
import { assemble } from './assemble';
import type { Opener } from './opener';
import { standardInputs } from './standardInput';

export interface InterpreterCall {
  readonly code: Word[];
  file: Word | undefined;
  /** After `python -m` and the like. */
  module: { readonly option: string; readonly value: Word } | undefined;
  /** Other options' values; some load files: `node --require`. */
  readonly values: { readonly option: string; readonly value: Word }[];
  readsInput: boolean;
  informs: boolean;
  doubt: string | undefined;
}

class OptionTable {
  readonly #kinds = new Map<string, keyof Interpreter>();

  constructor(interpreter: Interpreter) {
    const kinds = ['code', 'values', 'glued', 'flags', 'modules', 'information', 'codeCommands'] as const;
    for (const kind of kinds) {
      for (const name of (interpreter[kind] ?? '').split(' ')) this.#kinds.set(name, kind);
    }
  }

  kindOf(name: string): keyof Interpreter | undefined {
    return name === '' ? undefined : this.#kinds.get(name);
  }
}

function openerOf(interpreter: Interpreter): Opener {
  const table = new OptionTable(interpreter);
  return (command) => {
    const { code, readsInput, doubt } = readCall(command, interpreter, table);
    const input = readsInput ? standardInputs(command) : undefined;
    const reading =
      input === undefined || input.isCertain
        ? undefined
        : `${programName(command) ?? ''} runs what it reads from its input`;
    return assemble({
      code: [...code, ...(input?.texts ?? [])].map((text) => ({ language: interpreter.language, text })),
      // Its language is not read, but its commands look like a shell's.
      scripts: interpreter.names.startsWith('pwsh')
        ? code.map((text) => ({ text: withRest(text, command), shell: 'other' as const }))
        : [],
      unknown: doubt ?? reading,
    });
  };
}

/** A text with all words behind it. */
function withRest(text: Word, { words }: SimpleCommand): Word {
  const at = words.indexOf(text);
  return at === -1 ? text : joinWords(words.slice(at));
}

function readCall({ words }: SimpleCommand, { names, codeEnds }: Interpreter, table: OptionTable): InterpreterCall {
  const call: InterpreterCall = {
    code: [],
    file: undefined,
    module: undefined,
    values: [],
    readsInput: false,
    informs: false,
    doubt: undefined,
  };
  const strange = (word: Word): void => {
    call.doubt ??= `${names.split(' ')[0] ?? ''} may read ${JSON.stringify(writtenText(word))} as an option that is not known`;
  };
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    if (maySplit(word)) strange(word);
    if (word.text === '-') {
      call.readsInput = call.code.length === 0;
      return call;
    }
    if (word.text === '--') {
      call.readsInput = call.code.length === 0 && words[at + 1] === undefined;
      call.file = words[at + 1];
      return call;
    }
    if (!mayBeOption(word)) {
      const kind = call.code.length === 0 ? table.kindOf(word.text ?? '') : undefined;
      if (kind === 'codeCommands') {
        call.code.push(
          ...words
            .slice(at + 1)
            .filter((operand) => !mayBeOption(operand))
            .slice(0, 1),
        );
      }
      call.file = word;
      // A file, or another name of standard input.
      call.readsInput = call.code.length === 0 && /^\/(?:dev\/(?:stdin|fd\/)|proc\/self\/fd\/)/.test(writtenText(word));
      return call;
    }
    const step = readOption(word, words[at + 1], table, call);
    if (step === undefined) {
      strange(word);
      continue;
    }
    if (step === 'end' || (codeEnds && call.code.length > 0)) return call;
    at += step;
  }
  call.readsInput = call.code.length === 0 && !call.informs;
  return call;
}

/** Later words that belong to the option; `end`: options end; undefined: unknown. */
function readOption(
  word: Word,
  next: Word | undefined,
  table: OptionTable,
  call: InterpreterCall,
): number | 'end' | undefined {
  const text = word.text ?? writtenText({ ...word, pieces: word.pieces.filter(({ kind }) => kind === 'text') });
  const equals = text.indexOf('=');
  const whole = table.kindOf(equals === -1 ? text : text.slice(0, equals));
  if (text.startsWith('--') || (whole !== undefined && text.length > 2)) {
    // Text glued to an unknown option is its value.
    if (whole === undefined) return equals === -1 ? undefined : 0;
    const option = equals === -1 ? text : text.slice(0, equals);
    return apply(whole, option, equals === -1 ? undefined : wordFrom(word, equals + 1), next, call);
  }
  for (let at = 1; at < text.length; at += 1) {
    const kind = table.kindOf(`-${text[at] ?? ''}`);
    if (kind === 'flags') continue;
    if (kind === undefined) return undefined;
    const rest = at + 1 < text.length || word.text === undefined ? wordFrom(word, at + 1) : undefined;
    return kind === 'glued' ? 0 : apply(kind, `-${text[at] ?? ''}`, rest, next, call);
  }
  return word.text === undefined ? undefined : 0;
}

function apply(
  kind: keyof Interpreter,
  option: string,
  glued: Word | undefined,
  next: Word | undefined,
  call: InterpreterCall,
): number | 'end' {
  const value = glued ?? next;
  if (kind === 'modules') {
    if (value !== undefined) call.module = { option, value };
    return 'end';
  }
  if (kind === 'information') call.informs = true;
  if (kind === 'flags' || kind === 'information') return 0;
  if (kind === 'values' && value !== undefined) call.values.push({ option, value });
  if (kind === 'code' && value !== undefined) call.code.push(value);
  return glued === undefined ? 1 : 0;
}

export const INTERPRETER_OPENERS: ReadonlyMap<string, Opener> = new Map(
  INTERPRETERS.flatMap((interpreter) => {
    const opener = openerOf(interpreter);
    return interpreter.names.split(' ').map((name) => [name, opener] as const);
  }),
);

const CALLS: ReadonlyMap<string, (command: SimpleCommand) => InterpreterCall> = new Map(
  INTERPRETERS.flatMap((interpreter) => {
    const table = new OptionTable(interpreter);
    const read = (command: SimpleCommand): InterpreterCall => readCall(command, interpreter, table);
    return interpreter.names.split(' ').map((name) => [name, read] as const);
  }),
);

/** Undefined for another program. `python3.12` counts. */
export function interpreterCall(command: SimpleCommand): InterpreterCall | undefined {
  const name = programName(command) ?? '';
  return (CALLS.get(name) ?? CALLS.get(name.replace(/[\d.]+$/, '')))?.(command);
}
