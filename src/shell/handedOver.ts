/** Where the names come from that `find -exec` and `xargs` hand over to what they run. */
import { programName, textWord, type SimpleCommand, type Word, type WordPiece } from './analysis';
import { readCall } from './commandCall';
import { hasOption, type PathUse } from './commandTable';
import { readFind } from './commands/findExpression';
import { callUses } from './pathUses';

/**
 * Whether the piece stands for such names: the openers put it there. What the shell replaces starts with `$`, a backtick or an angle
 * bracket.
 */
export function isHandedOver(piece: WordPiece, { context: { via } }: SimpleCommand): boolean {
  return piece.kind === 'value' && RUNNERS.has(via.at(-1) ?? '') && !/^[$`<>~]/.test(piece.text);
}

const RUNNERS = new Set(['find', 'gfind', 'xargs', 'gxargs']);

/** Programs that pass lines on as they are, as long as they read no file of their own. */
const FILTERS = new Set(['grep', 'egrep', 'fgrep', 'head', 'tail', 'sort', 'uniq', 'cat']);

/**
 * What the command at that index reads through the names that are handed over to it: the trees in which its producer finds them.
 * Undefined: not known. The names themselves may have blanks in them, at which `xargs` cuts; a name that then points out of the tree is
 * not looked for.
 */
export function handedOverUses(commands: readonly SimpleCommand[], index: number): readonly PathUse[] | undefined {
  const command = commands[index];
  const runner = command?.context.via.at(-1);
  // The uses of `find` itself tell.
  if (runner === 'find' || runner === 'gfind') return [];
  const wrapper = commands[index - 1];
  if (wrapper === undefined || !/^g?xargs$/.test(programName(wrapper) ?? '')) return undefined;
  const call = readCall(wrapper);
  if (call === undefined || hasOption(call, '-a')) return undefined;
  return producerUses(commands, index - 1);
}

function producerUses(commands: readonly SimpleCommand[], xargs: number): readonly PathUse[] | undefined {
  const pipe = commands[xargs]?.context.pipe;
  if (pipe === undefined || pipe.index === 0) return undefined;
  const stands = (at: number, place: number): boolean =>
    samePlace(commands[at]?.context.pipe, { index: place, length: pipe.length });
  for (let back = 1; back <= pipe.index; back += 1) {
    const stage = commands[xargs - back];
    if (stage === undefined || !stands(xargs - back, pipe.index - back)) return undefined;
    if (back === pipe.index) {
      // A second command in the first place: it is a group or a loop.
      return stands(xargs - back - 1, 0) ? undefined : printedTrees(stage);
    }
    if (!isFilter(stage)) return undefined;
  }
  return undefined;
}

type PipePlace = SimpleCommand['context']['pipe'];

function samePlace(one: PipePlace, other: PipePlace): boolean {
  return one?.index === other?.index && one?.length === other?.length;
}

function isFilter(command: SimpleCommand): boolean {
  const call = FILTERS.has(programName(command) ?? '') ? readCall(command) : undefined;
  if (call === undefined || command.redirections.some(({ operator }) => operator.startsWith('<'))) return false;
  if (hasOption(call, '-o') || hasOption(call, '-r') || call.unlisted.length > 0) return false;
  return callUses(call).length === 0;
}

/** The trees from which the command prints names of files. */
function printedTrees(command: SimpleCommand): readonly PathUse[] | undefined {
  const call = readCall(command);
  if (call === undefined || call.unlisted.some(({ text }) => text !== undefined)) return undefined;
  const here = textWord('.', command.position);
  const search = (word: Word, names?: readonly string[], includeHidden = true): PathUse => ({
    word,
    action: 'search',
    includeHidden,
    ...(names === undefined ? {} : { names }),
  });
  switch (call.specs[0]?.names[0]) {
    case 'find': {
      const { roots, names } = readFind(call.operands);
      return (roots.length === 0 ? [here] : roots).map((word) => search(word, names));
    }
    case 'grep':
      return hasOption(call, '-l') || hasOption(call, '-L') ? callUses(call) : undefined;
    case 'rg':
      if (!['-l', '--files-without-match', '--files'].some((name) => hasOption(call, name))) return undefined;
      return callUses(call).map((use) => ({ ...use, action: 'search' }));
    case 'fd': {
      if (['--base-directory', '--search-path', '--format'].some((name) => hasOption(call, name))) return undefined;
      const roots = call.operands.slice(1);
      const isHidden = ['-H', '-I', '-u', '--no-ignore-vcs'].some((name) => hasOption(call, name));
      return (roots.length === 0 ? [here] : roots).map((word) => search(word, undefined, isHidden));
    }
    case 'git': {
      if (command.words[1]?.text !== 'ls-files') return undefined;
      const patterns = call.operands.map(({ text }) => text);
      const known = patterns.filter((text) => text !== undefined && /^\*\.\w+$/.test(text)) as string[];
      return [search(here, known.length > 0 && known.length === patterns.length ? known : undefined)];
    }
    case 'ls': {
      if (call.operands.length === 0) return [search(here, undefined, hasOption(call, '-a') || hasOption(call, '-A'))];
      const areAllPatterns = call.operands.every(({ pieces }) => pieces.some(({ kind }) => kind === 'glob'));
      return areAllPatterns ? call.operands.map((word) => search(word)) : undefined;
    }
    default:
      return undefined;
  }
}
