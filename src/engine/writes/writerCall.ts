/** By a list of options. */
import { table } from '../../common/table';
import { programName, textWord, type SimpleCommand, type Word } from '../../shell/model/analysis';
import { readCall } from '../../shell/calls/commandCall';
import { hasOption, type CommandCall, type GivenOption } from '../../shell/model/commandTable';
import { rewrittenBySed, type SedEdit } from './sedEdit';

/** Words are paths from the command's folder. */
export type Writing =
  | { readonly kind: 'folder'; readonly path: Word; readonly parents: boolean }
  | { readonly kind: 'touch' | 'append' | 'delete' | 'delete-folder'; readonly path: Word }
  | { readonly kind: 'overwrite'; readonly path: Word; readonly textOf: Word }
  | { readonly kind: 'copy' | 'move'; readonly source: Word; readonly target: Word; readonly several: boolean }
  | { readonly kind: 'sed'; readonly path: Word; readonly edit: SedEdit };

export interface WriterCall {
  readonly writings: readonly Writing[];
  /** The proof of reads covers it. */
  readonly reading: readonly Word[];
}

interface Writer {
  /** First names. */
  readonly options: string;
  readonly read: (call: CommandCall, platform: NodeJS.Platform) => WriterCall | string;
}

const TRUE = textWord('true', 0);
const CAT = textWord('cat', 0);
const END = textWord('--', 0);

function each(kind: 'touch' | 'append' | 'delete' | 'delete-folder', { operands }: CommandCall): WriterCall {
  return { writings: operands.map((path) => ({ kind, path })), reading: [TRUE] };
}

function transfer(kind: 'copy' | 'move', { operands }: CommandCall): WriterCall | string {
  const sources = operands.slice(0, -1);
  const target = operands.at(-1);
  if (target === undefined || sources.length === 0) return 'it names no target';
  if (sources.some(({ text }) => text === '-')) return 'a file is named like standard input';
  const several = sources.length > 1;
  return {
    writings: sources.map((source) => ({ kind, source, target, several })),
    reading: [CAT, END, ...sources],
  };
}

function teed(call: CommandCall): WriterCall {
  const { operands } = call;
  const writings = hasOption(call, '-a')
    ? operands.map((path): Writing => ({ kind: 'append', path }))
    : operands.map((path): Writing => ({ kind: 'overwrite', path, textOf: path }));
  return { writings, reading: [CAT] };
}

const WRITERS: Readonly<Record<string, Writer>> = table({
  mkdir: {
    options: '-p -v',
    read: (call) => {
      if (call.operands.some(leadsBack)) return 'it makes folders on the way to another';
      const parents = hasOption(call, '-p');
      return { writings: call.operands.map((path) => ({ kind: 'folder', path, parents })), reading: [TRUE] };
    },
  },
  touch: { options: '-a -c -m', read: (call) => each('touch', call) },
  cp: { options: '-v -n', read: (call) => transfer('copy', call) },
  mv: { options: '-f -n -v', read: (call) => transfer('move', call) },
  rm: { options: '-f -v', read: (call) => each('delete', call) },
  rmdir: { options: '-v', read: (call) => each('delete-folder', call) },
  tee: { options: '-a', read: teed },
  sed: { options: '-i -n -E -e -s -z', read: rewritten },
});

/** `new/../src`: `new` is made too. */
function leadsBack({ text = '' }: Word): boolean {
  return /(?:^|\/)\.\.(?:\/|$)/.test(text.replace(/^(?:\.{1,2}\/+)*(?:\.\.$)?/, ''));
}

function rewritten(call: CommandCall, platform: NodeJS.Platform): WriterCall | string {
  const found = rewrittenBySed(call, platform);
  if (typeof found === 'string') return found;
  return { writings: found.files.map((path) => ({ kind: 'sed', path, edit: found.edit })), reading: found.reading };
}

export function isWriter(command: SimpleCommand): boolean {
  const name = programName(command) ?? '';
  if (!Object.hasOwn(WRITERS, name)) return false;
  if (name !== 'sed') return true;
  const call = readCall(command);
  return call !== undefined && hasOption(call, '-i');
}

/** They run the rest once, in the same folder. */
const RUNS_ONCE = new Set(['bash', 'sh', 'command', 'timeout', 'nice']);

/** @returns the end of a sentence for a form that is not wholly known */
export function writerCall(command: SimpleCommand, platform: NodeJS.Platform): WriterCall | string {
  const [name] = command.words;
  const program = name?.text ?? '';
  const writer = Object.hasOwn(WRITERS, program) ? WRITERS[program] : undefined;
  const call = readCall(command);
  if (writer === undefined || call === undefined) return 'its program is no known one of the system';
  if (command.context.via.some((runner) => !RUNS_ONCE.has(runner))) return `${program} is run by another program`;
  if (command.words.some(({ text }) => text === undefined)) return 'a word of it is only known when it runs';
  const allowed = writer.options.split(' ');
  const other = call.options.find(({ spec }) => !spec.names.some((known) => allowed.includes(known)));
  if (other !== undefined) return `${program} ${other.name} is not looked through`;
  const [unlisted] = call.unlisted;
  if (unlisted !== undefined) return `${program} may take ${unlisted.raw} as an option that is in no table`;
  if (hasLateOption(call)) return `${program} has an option behind an operand`;
  if (call.operands.length === 0) return `${program} names no file`;
  return writer.read(call, platform);
}

/** Some systems take it for an operand. */
function hasLateOption({ command, options, operands }: CommandCall): boolean {
  const at = (word: Word): number => command.words.indexOf(word);
  const last = Math.max(...options.flatMap((option) => wordsOf(option).map(at)));
  return operands.some((word) => word.text !== '' && at(word) < last);
}

function wordsOf({ word, value }: GivenOption): readonly Word[] {
  return value === undefined ? [word] : [word, value.word];
}
