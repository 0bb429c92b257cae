import { programName, type SimpleCommand, type Word, type WordPiece } from '../model/analysis';
import type { CommandCall, CommandSpec, GivenOption, OptionSpec } from '../model/commandTable';
import { commandSpec } from '../tables/registry';
import { knownStart } from '../model/words';

/** Several callers ask about one command. */
const calls = new WeakMap<SimpleCommand, CommandCall>();

/** By the usual reading; undefined without a table. */
export function readCall(command: SimpleCommand): CommandCall | undefined {
  const known = calls.get(command);
  if (known !== undefined) return known;
  const spec = commandSpec(programName(command) ?? '', command.context.platform);
  if (spec === undefined) return undefined;
  const call = readCallAs(command, spec);
  calls.set(command, call);
  return call;
}

export function readCallAs(command: SimpleCommand, spec: CommandSpec): CommandCall {
  return new CallReader(command, spec).read();
}

class CallReader {
  readonly #command: SimpleCommand;
  readonly #program: CommandSpec;
  readonly #specs: CommandSpec[];
  readonly #options: GivenOption[] = [];
  readonly #operands: Word[] = [];
  readonly #unlisted: Word[] = [];
  /** Last first. */
  readonly #pending: Word[];

  constructor(command: SimpleCommand, spec: CommandSpec) {
    this.#command = command;
    this.#program = spec;
    this.#specs = [spec];
    this.#pending = command.words.slice(1).toReversed();
  }

  read(): CommandCall {
    let onlyOperands = this.#spec.style === 'words';
    for (let word = this.#pending.pop(); word !== undefined; word = this.#pending.pop()) {
      if (onlyOperands) {
        this.#operands.push(word);
      } else if (word.text === '--') {
        onlyOperands = true;
      } else if (word.pieces.some(isOpen)) {
        // It may become options too.
        this.#unlisted.push(word);
        if (!startsWithDash(word)) this.#operands.push(word);
      } else if (mayBeOption(word)) {
        if (!this.#readOption(word)) this.#unlisted.push(word);
        if (!startsWithDash(word)) this.#operands.push(word);
      } else if (!this.#enterSubcommand(word)) {
        this.#operands.push(word);
        onlyOperands = this.#spec.style === 'posix';
      }
    }
    return {
      command: this.#command,
      specs: this.#specs,
      options: this.#options,
      operands: this.#operands,
      unlisted: this.#unlisted,
    };
  }

  get #spec(): CommandSpec {
    return this.#specs.at(-1) ?? this.#program;
  }

  #enterSubcommand({ text }: Word): boolean {
    if (this.#operands.length > 0 || text === undefined) return false;
    const found = this.#spec.subcommands?.find(({ names }) => names.includes(text));
    if (found === undefined) return false;
    this.#specs.push(found);
    return true;
  }

  /** False: a part of the word is in no table. */
  #readOption(word: Word): boolean {
    const text = word.text ?? knownStart(word);
    if (!text.startsWith('-')) return false;
    if (this.#spec.digitsOption === true && /^-\d+$/.test(word.text ?? '')) return true;
    if (text.startsWith('--') || this.#spec.style === 'long') return this.#readLong(word, text);
    return this.#readCluster(word, text);
  }

  #readLong(word: Word, text: string): boolean {
    const equals = text.indexOf('=');
    const name = equals === -1 ? text : text.slice(0, equals);
    if (equals === -1 && word.text === undefined) return false;
    const exact = this.#listed(name);
    const abbreviated = exact === undefined && name.startsWith('--') ? this.#listedLong(name) : [];
    const spec = exact ?? (abbreviated.length === 1 ? abbreviated[0] : undefined);
    if (spec === undefined) return false;
    if (equals !== -1) {
      if (spec.value === undefined || spec.value === 'pair') return false;
      this.#options.push({ spec, name, word, value: { word, from: equals + 1 } });
    } else if (spec.value === 'pair') {
      return this.#addPair(spec, name, word) && exact !== undefined;
    } else {
      this.#add(spec, name, word);
    }
    // Unique here, it may be ambiguous to a newer program.
    return exact !== undefined;
  }

  /** `-la`, `-n5`, `-n 5`. */
  #readCluster(word: Word, text: string): boolean {
    if (text === '-') return false;
    for (let at = 1; at < text.length; at += 1) {
      const name = `-${text[at] ?? ''}`;
      const spec = this.#listed(name);
      if (spec === undefined) return false;
      const rest = text.slice(at + 1);
      if (spec.value === 'pair') return rest === '' && word.text !== undefined && this.#addPair(spec, name, word);
      if (spec.value === 'required' || spec.value === 'optional') {
        const isGlued = rest !== '' || word.text === undefined;
        if (isGlued) this.#options.push({ spec, name, word, value: { word, from: at + 1 } });
        else this.#add(spec, name, word);
        return true;
      }
      this.#options.push({ spec, name, word, value: undefined });
      if (spec.value === 'numeric') at += /^\d*/.exec(rest)?.[0].length ?? 0;
    }
    // Further options could follow the known text.
    return word.text !== undefined;
  }

  /** A required value may be the next word. */
  #add(spec: OptionSpec, name: string, word: Word): void {
    if (spec.value !== 'required') {
      this.#options.push({ spec, name, word, value: undefined });
      return;
    }
    const value = this.#pending.pop();
    if (value === undefined) this.#unlisted.push(word);
    // An unknown word may become none or several.
    else if (maySplit(value)) this.#unlisted.push(value);
    this.#options.push({ spec, name, word, value: value === undefined ? undefined : { word: value, from: 0 } });
  }

  #addPair(spec: OptionSpec, name: string, word: Word): boolean {
    const first = this.#pending.pop();
    const second = this.#pending.pop();
    if (first === undefined || second === undefined) return false;
    this.#unlisted.push(...[first, second].filter(maySplit));
    this.#options.push({ spec, name, word, value: { word: second, from: 0 } });
    return true;
  }

  #listed(name: string): OptionSpec | undefined {
    for (const spec of this.#inForce()) {
      const found = optionsByName(spec).get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #listedLong(prefix: string): readonly OptionSpec[] {
    return this.#inForce().flatMap(({ options = [] }) =>
      options.filter(({ names }) => names.some((name) => name.startsWith(prefix))),
    );
  }

  #inForce(): readonly CommandSpec[] {
    if (this.#specs.length === 1) return this.#specs;
    const [innermost, ...outer] = this.#specs.toReversed();
    return innermost === undefined ? [] : [innermost, ...outer.filter(({ optionsAnywhere }) => optionsAnywhere)];
  }
}

const optionIndexes = new WeakMap<CommandSpec, ReadonlyMap<string, OptionSpec>>();

/** The first option of a name counts. */
function optionsByName(spec: CommandSpec): ReadonlyMap<string, OptionSpec> {
  const known = optionIndexes.get(spec);
  if (known !== undefined) return known;
  const entries = (spec.options ?? []).flatMap((option) => option.names.map((name) => [name, option] as const));
  const index = new Map(entries.toReversed());
  optionIndexes.set(spec, index);
  return index;
}

/** May become several words, or none. `<(command)` becomes one name. */
function isOpen(piece: WordPiece): boolean {
  return piece.kind === 'value' && !piece.quoted && !piece.text.startsWith('<(');
}

/** `<(command)`: its command is listed by itself. */
export function isPipeName({ pieces }: Word): boolean {
  const [first] = pieces;
  return pieces.length === 1 && first?.kind === 'value' && first.text.startsWith('<(');
}

function maySplit({ pieces }: Word): boolean {
  return pieces.some((piece) => piece.kind === 'glob' || isOpen(piece));
}

function startsWithDash(word: Word): boolean {
  return knownStart(word).startsWith('-');
}

/** `-` alone is an operand. */
function mayBeOption(word: Word): boolean {
  if (word.text !== undefined) return word.text.startsWith('-') && word.text !== '-';
  if (isPipeName(word)) return false;
  const start = knownStart(word);
  return start === '' || start.startsWith('-');
}
