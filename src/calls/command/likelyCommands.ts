/** Guesses output of substitutions, arguments of functions and scripts, `read` input, mounts. Only to block. */
import { oncePerWith } from '../../common/oncePer';
import { analysed } from '../../shell/analyse';
import {
  makeWord,
  programName,
  textWord,
  writtenText,
  type Analysis,
  type Redirection,
  type SimpleCommand,
  type Word,
  type WordPiece,
} from '../../shell/model/analysis';
import { printedText, substitutedScript } from '../../shell/reading/printedText';
import { expandedValue } from './likelyExpansion';
import { mountsOf, type Mount } from './containerMounts';

const MOST = 512;
const MOST_SUBSTITUTIONS = 16;
const MOST_VALUES = 64;
const LONGEST_SUBSTITUTION = 1_024;

/** In command order. */
export const likelyCommands = oncePerWith((analysis: Analysis, home: string): readonly SimpleCommand[] => {
  const values = new LikelyValues(analysis, home);
  const found: SimpleCommand[] = [];
  let mounts: readonly Mount[] = [];
  for (const command of analysis.commands) {
    if (found.length >= MOST) break;
    const here = mountsOf(command);
    if (here !== undefined) mounts = here;
    const likely = values.of(command) ?? command;
    const outside = command.context.elsewhere === undefined ? likely : onThisMachine(likely, mounts);
    if (outside !== command) found.push(outside);
  }
  return found;
});

class LikelyValues {
  readonly #home: string;
  /** By the substitution's text. */
  readonly #printed = new Map<string, string | undefined>();
  /** By function, or by a script's `position`. */
  readonly #arguments = new Map<string, readonly Word[]>();
  /** `$0`, by a script's `position`. */
  readonly #names = new Map<number, Word>();
  readonly #read = new Map<string, string>();
  readonly #assigned = new Map<string, string>();
  /** First loop pattern per variable. */
  readonly #loops: ReadonlyMap<string, readonly WordPiece[]>;
  readonly #isPlain: boolean;
  #left = MOST_VALUES;
  #finder: SimpleCommand | undefined;

  constructor(analysis: Analysis, home: string) {
    this.#home = home;
    const { commands } = analysis;
    this.#isPlain = !analysis.script.includes('$') && !analysis.script.includes('`');
    this.#loops = this.#isPlain ? new Map() : patternLoops(analysis.script, home);
    if (this.#isPlain) return;
    const functions = new Set(commands.map(({ context }) => context.function));
    commands.forEach((command, index) => {
      for (const { name, value } of command.assignments) this.#assigned.set(name, writtenText(value));
      const name = programName(command);
      if (name === undefined) return;
      if (functions.has(name)) this.#arguments.set(name, command.words.slice(1));
      else if (name === 'set' && command.words[1]?.text === '--') this.#arguments.set('', command.words.slice(2));
      else if (name === 'read') this.#noteRead(command, commands.slice(Math.max(0, index - 8), index));
      else this.#noteScript(command);
    });
  }

  of(command: SimpleCommand): SimpleCommand | undefined {
    if (/^g?find$/.test(programName(command) ?? '')) this.#finder = command;
    if (this.#isPlain && this.#finder === undefined) return undefined;
    const words = command.words.flatMap((word) => this.#wordsOf(word, command));
    const redirections = command.redirections.map((redirection): Redirection => {
      const [target] = this.#wordsOf(redirection.target, command);
      return target === undefined || target === redirection.target ? redirection : { ...redirection, target };
    });
    const isSame =
      words.length === command.words.length &&
      words.every((word, index) => word === command.words[index]) &&
      redirections.every((redirection, index) => redirection === command.redirections[index]);
    return isSame ? undefined : { ...command, words, redirections };
  }

  /** In `sh -c TEXT NAME ARGUMENTS` TEXT's commands have its position. */
  #noteScript({ words }: SimpleCommand): void {
    const at = words.findIndex(({ text }) => text !== undefined && /^-[a-z]*c$/.test(text));
    const script = at === -1 ? undefined : words[at + 1];
    const named = words[at + 2];
    if (script !== undefined && named !== undefined) this.#names.set(script.position, named);
    if (script !== undefined && words.length > at + 3) {
      this.#arguments.set(String(script.position), words.slice(at + 3));
    }
  }

  #noteRead({ words, redirections, context }: SimpleCommand, before: readonly SimpleCommand[]): void {
    const name = words
      .slice(1)
      .find(({ text }) => text?.startsWith('-') !== true)
      ?.text?.trim();
    if (name === undefined) return;
    const given = redirections.find(({ operator }) => operator === '<<<' || operator === '<<')?.target;
    const [substituted] = redirections.flatMap(({ target }) => this.#printedBy(target, undefined) ?? []);
    const piped = context.pipe === undefined || context.pipe.index === 0 ? undefined : printedText(before);
    const text = given === undefined ? (substituted ?? piped) : writtenText(given);
    const [line] = (text ?? '').trim().split('\n');
    if (line !== undefined && line !== '') this.#read.set(name, line);
  }

  #wordsOf(word: Word, command: SimpleCommand): readonly Word[] {
    if (word.text !== undefined) return [word];
    const [only] = word.pieces;
    if (word.pieces.length === 1 && only?.kind === 'value' && /^\$(?:[@*]|\{[@*]\})$/.test(only.text)) {
      return this.#argumentsOf(command) ?? [word];
    }
    const pieces = word.pieces.flatMap((piece): readonly WordPiece[] =>
      piece.kind === 'value' ? (this.#valueOf(piece, command) ?? [piece]) : [piece],
    );
    if (pieces.length === word.pieces.length && pieces.every((piece, index) => piece === word.pieces[index]))
      return [word];
    const made = makeWord(pieces, word.raw, word.position);
    const text = made.text?.trim() ?? '';
    // Unquoted, it splits.
    const isSplit = only?.kind === 'value' && !only.quoted && /\s/.test(text);
    return isSplit ? text.split(/\s+/).map((part) => textWord(part, word.position)) : [made];
  }

  #valueOf(piece: WordPiece & { kind: 'value' }, command: SimpleCommand): readonly WordPiece[] | undefined {
    if (piece.text === '{}') return this.#foundName(command);
    const name = piece.variable ?? /^\$\{?(\w+)\}?$/.exec(piece.text)?.[1];
    if (name === '0') return this.#names.get(command.position)?.pieces;
    if (/^[1-9]$/.test(name ?? '')) return this.#argumentsOf(command)?.[Number(name) - 1]?.pieces;
    if (name !== undefined && this.#loops.has(name)) return this.#loops.get(name);
    if (this.#left-- <= 0) return undefined;
    const text = piece.text.startsWith('${')
      ? expandedValue(piece.text, (variable) => this.#variable(variable, command))
      : name === undefined
        ? this.#printedBy(makeWord([piece], piece.text, 0), command.cwd)
        : this.#read.get(name);
    return text === undefined ? undefined : [{ kind: 'text', text }];
  }

  #variable(name: string, { cwd }: SimpleCommand): string | undefined {
    if (name === 'HOME') return this.#home;
    return name === 'PWD' ? cwd : (this.#read.get(name) ?? this.#assigned.get(name));
  }

  /** What `find` adds to its start for one name, or if the start is a file. */
  #foundName({ context, words }: SimpleCommand): readonly WordPiece[] | undefined {
    if (!/^g?find$/.test(context.via.at(-1) ?? '') || this.#finder === undefined) return undefined;
    const at = this.#finder.words.findIndex(({ text }) => text === '-name' || text === '-iname');
    const name = this.#finder.words[at + 1]?.text;
    if (at !== -1) return name === undefined ? undefined : foundPieces(name);
    const isFile = words.some(({ pieces }) => /\/\.\w[^/]*$/.test(pieces[0]?.text ?? '') && pieces[1]?.text === '{}');
    return isFile ? [] : undefined;
  }

  #argumentsOf({ context, position }: SimpleCommand): readonly Word[] | undefined {
    return (
      (context.function === undefined ? undefined : this.#arguments.get(context.function)) ??
      this.#arguments.get(String(position)) ??
      this.#arguments.get('')
    );
  }

  #printedBy(word: Word, cwd: string | undefined): string | undefined {
    const script = substitutedScript(word);
    if (script === undefined || script.length > LONGEST_SUBSTITUTION) return undefined;
    const key = `${cwd ?? ''}\0${script}`;
    if (!this.#printed.has(key)) {
      if (this.#printed.size >= MOST_SUBSTITUTIONS) return undefined;
      const { commands } = analysed(script, 'bash', { cwd, home: this.#home });
      this.#printed.set(key, printedText(commands)?.replace(/\n+$/, ''));
    }
    return this.#printed.get(key);
  }
}

/** To find, a star matches hidden names: they matter most. */
function foundPieces(name: string): readonly WordPiece[] {
  const parts = name.match(/\[[^\]]{1,64}\]|[*?]|[^*?[]+|\[/g) ?? [];
  const start = /^[*?]/.test(name) ? '/.' : '/';
  return [
    { kind: 'text', text: start },
    ...parts.map((text): WordPiece => ({ kind: /^(?:[*?]$|\[.)/.test(text) ? 'glob' : 'text', text })),
  ];
}

/** The analysis has a loop's body once, with an unknown value. */
function patternLoops(script: string, home: string): ReadonlyMap<string, readonly WordPiece[]> {
  const loops = new Map<string, readonly WordPiece[]>();
  for (const [, name = '', list = ''] of script.matchAll(
    /\bfor\s{1,8}(\w{1,64})\s{1,8}in\s{1,8}([^;\n]{1,512})[;\n]/g,
  )) {
    if (!/[*?[]/.test(list) || loops.size >= MOST_SUBSTITUTIONS) continue;
    const [command] = analysed(`: ${list}`, 'bash', { cwd: undefined, home }).commands;
    const pattern = command?.words.find(({ pieces }) => pieces.some(({ kind }) => kind === 'glob'));
    if (pattern !== undefined) loops.set(name, pattern.pieces);
  }
  return loops;
}

function onThisMachine(command: SimpleCommand, mounts: readonly Mount[]): SimpleCommand {
  const words = command.words.map((word) => outsidePath(word, mounts));
  const redirections = command.redirections.map((redirection) => {
    const target = outsidePath(redirection.target, mounts);
    return target === redirection.target ? redirection : { ...redirection, target };
  });
  const isSame =
    words.every((word, index) => word === command.words[index]) &&
    redirections.every((redirection, index) => redirection === command.redirections[index]);
  return isSame ? command : { ...command, words, redirections, context: { ...command.context, elsewhere: undefined } };
}

function outsidePath(word: Word, mounts: readonly Mount[]): Word {
  const [first, ...others] = word.pieces;
  const from = /^[\w-]{1,64}=(?=\/)/.exec(first?.text ?? '')?.[0].length ?? 0;
  const mount = mounts.find(({ inside }) => first?.kind === 'text' && isAtOrBelow(first.text.slice(from), inside));
  if (first === undefined || mount === undefined) return word;
  const text = first.text.slice(0, from) + mount.outside + first.text.slice(from + mount.inside.length);
  return makeWord([{ kind: 'text', text }, ...others], word.raw, word.position);
}

function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
