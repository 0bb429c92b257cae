import { table } from '../../common/table';
import { programName, textWord, type SimpleCommand, type Word, type WordPiece } from '../model/analysis';
import { readCall } from './commandCall';
import { readingsOf } from './readings';
import { hasOption, optionText, type CommandCall, type PathUse } from '../model/commandTable';
import { readFind } from '../tables/findExpression';
import { callUses } from './pathUses';

/** Whether an opener put the name here: the shell's own values start with `$`, a backtick or an angle bracket. */
export function isHandedOver(piece: WordPiece, { context: { via } }: SimpleCommand): boolean {
  return piece.kind === 'value' && RUNNERS.has(via.at(-1) ?? '') && !/^[$`<>~]/.test(piece.text);
}

/** One such name, without prefix or suffix. */
export function isOneHandedOver(word: Word, command: SimpleCommand): boolean {
  const isFind = /^g?find$/.test(command.context.via.at(-1) ?? '');
  if (isFind ? word.raw !== '{}' : word.pieces.length !== 1) return false;
  return word.pieces.every((piece) => piece.kind === 'text' || isHandedOver(piece, command));
}

const RUNNERS = new Set(['find', 'gfind', 'xargs', 'gxargs']);

/** With these options they pass lines on unchanged. */
const FILTERS: Readonly<Record<string, string>> = table({
  grep: '-v -E -F -G -P -i -e -w -x',
  egrep: '-v -i -e -w -x',
  fgrep: '-v -i -e -w -x',
  head: '-n -q -z',
  tail: '-n -q -z',
  sort: '-r -n -u -z -V -f -s -b',
  uniq: '-u -d -i -z',
  cat: '',
});
const XARGS_OPTIONS = '-0 -r -t -x -d -I -L -n -P -s';
/** With these `ls` and `git ls-files` print only names. */
const LS_OPTIONS = '-1 -a -A -t -r -S -d -U -u -c';
const LS_FILES_OPTIONS = '-z -c -o -m -d --exclude-standard --cached --others --modified --deleted';
const FD_OPTIONS = '-H -I -u -s -i -g -F -a -L -p -0 -d --min-depth -E -t -e -S --max-results -c -j --no-ignore-vcs';

/** They print more than names. */
const COUNTING = ['-c', '--count-matches', '--stats', '-V', '-h'];

function hasOnly({ options }: CommandCall, allowed: string): boolean {
  const names = allowed.split(' ');
  return options.every(({ spec }) => spec.names.some((name) => names.includes(name)));
}

/**
 * The trees that hold the names; undefined: unknown. A name that `xargs` splits could point out of them: the uses say
 * so.
 */
export function handedOverUses(commands: readonly SimpleCommand[], index: number): readonly PathUse[] | undefined {
  const command = commands[index];
  const runner = command?.context.via.at(-1);
  // `find`'s own uses show them.
  if (runner === 'find' || runner === 'gfind') return [];
  const wrapper = commands[index - 1];
  if (wrapper?.redirections.some(({ operator }) => operator.startsWith('<')) === true) return undefined;
  if (wrapper === undefined || !/^g?xargs$/.test(programName(wrapper) ?? '')) return undefined;
  const call = readCall(wrapper);
  // GNU's stops at `-J`.
  const allowed = command?.context.platform === 'darwin' ? `${XARGS_OPTIONS} -J` : XARGS_OPTIONS;
  if (call === undefined || !hasOnly(call, allowed)) return undefined;
  // Otherwise the end of a name could be another file's.
  const delimiter = optionText(call, '-d') ?? '\n';
  if (hasOption(call, '-d') && !['\\n', '\\0', '\n'].includes(delimiter)) return undefined;
  const cutAt = charactersThatCut(call);
  return producerUses(commands, index - 1)?.map((use) => ({ ...use, cutAt }));
}

/** GNU's `xargs` runs the command once for an empty input: `grep -r` then searches the folder that it runs in. */
export function mayRunWithoutNames(commands: readonly SimpleCommand[], index: number): boolean {
  const wrapper = commands[index - 1];
  if (wrapper === undefined || !/^g?xargs$/.test(programName(wrapper) ?? '')) return false;
  const call = readCall(wrapper);
  return call === undefined || !['-r', '-I', '-J'].some((name) => hasOption(call, name));
}

/** What lies in a folder among the names is known too: they are no choice by name, and hidden ones count. */
export function areWholeTrees(
  commands: readonly SimpleCommand[],
  index: number,
  handedOver: readonly PathUse[] | undefined,
): boolean {
  if (!/^g?find$/.test(commands[index]?.context.via.at(-1) ?? '')) {
    return handedOver?.every(({ names, includeHidden }) => names === undefined && includeHidden === true) === true;
  }
  const find = commands.slice(0, index).findLast((command) => /^g?find$/.test(programName(command) ?? ''));
  return find !== undefined && readFind(find.words.slice(1)).names === undefined;
}

function charactersThatCut(call: CommandCall): readonly string[] {
  if (hasOption(call, '-0')) return [];
  if (hasOption(call, '-d')) return ['\n'];
  const always = ['\n', '"', "'", '\\'];
  return hasOption(call, '-I') ? always : [' ', '\t', ...always];
}

function producerUses(commands: readonly SimpleCommand[], xargs: number): readonly PathUse[] | undefined {
  const pipe = commands[xargs]?.context.pipe;
  if (pipe === undefined || pipe.index === 0) return undefined;
  const isAt = (at: number, place: number): boolean =>
    samePlace(commands[at]?.context.pipe, { index: place, length: pipe.length });
  for (let back = 1; back <= pipe.index; back += 1) {
    const stage = commands[xargs - back];
    if (stage === undefined || !isAt(xargs - back, pipe.index - back)) return undefined;
    if (back === pipe.index) {
      // Otherwise a group or a loop.
      return commands[xargs - back - 1]?.context.pipe !== undefined ? undefined : printedTrees(stage);
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
  const allowed = FILTERS[programName(command) ?? ''];
  const calls = allowed === undefined ? [] : readingsOf(command);
  if (allowed === undefined || command.redirections.some(({ operator }) => operator.startsWith('<'))) return false;
  if (handsOverErrors(command)) return false;
  return (
    calls.length > 0 &&
    calls.every((call) => hasOnly(call, allowed) && call.unlisted.length === 0 && callUses(call).length === 0)
  );
}

/** Errors hold words of the call: `find 'a .env b' 2>&1 | xargs cat`. */
function handsOverErrors({ redirections }: SimpleCommand): boolean {
  return redirections.some(({ operator, target }) => !operator.startsWith('<') && target.text !== '/dev/null');
}

function printedTrees(command: SimpleCommand): readonly PathUse[] | undefined {
  if (handsOverErrors(command)) return undefined;
  const trees = readingsOf(command).map((call) => treesOf(call, command));
  const known = trees.flatMap((uses) => uses ?? []);
  return trees.length > 0 && !trees.includes(undefined) ? known : undefined;
}

function treesOf(call: CommandCall, command: SimpleCommand): readonly PathUse[] | undefined {
  if (call.unlisted.some(({ text }) => text !== undefined)) return undefined;
  const here = textWord('.', command.position);
  const search = (word: Word, names?: readonly string[], includeHidden = true): PathUse => ({
    word,
    action: 'search',
    includeHidden,
    ...(names === undefined ? {} : { names }),
  });
  switch (call.specs[0]?.names[0]) {
    case 'find': {
      const { roots, names, printsOther } = readFind(call.operands);
      if (printsOther) return undefined;
      return (roots.length === 0 ? [here] : roots).map((word) => search(word, names));
    }
    case 'grep':
      if (hasOption(call, '--label')) return undefined;
      return hasOption(call, '-l') || hasOption(call, '-L') ? callUses(call) : undefined;
    case 'rg':
      if (!['-l', '--files-without-match', '--files'].some((name) => hasOption(call, name))) return undefined;
      // Definitions of types may hold any text.
      if (['--path-separator', '--json', '--type-list', ...COUNTING].some((name) => hasOption(call, name)))
        return undefined;
      return callUses(call).map((use) => ({ ...use, action: 'search' }));
    case 'fd': {
      if (!hasOnly(call, FD_OPTIONS)) return undefined;
      const roots = call.operands.slice(1);
      const isHidden = ['-H', '-I', '-u', '--no-ignore-vcs'].some((name) => hasOption(call, name));
      return (roots.length === 0 ? [here] : roots).map((word) => search(word, undefined, isHidden));
    }
    case 'git': {
      if (command.words[1]?.text !== 'ls-files' || !hasOnly(call, LS_FILES_OPTIONS)) return undefined;
      const patterns = call.operands.map(({ text }) => text ?? '');
      // Outside the folder names start with `..`.
      if (!patterns.every((text) => /^[\w*][\w*./-]*$/.test(text) && !text.includes('..'))) return undefined;
      const areNames = patterns.length > 0 && patterns.every((text) => /^\*\.\w+$/.test(text));
      return [search(here, areNames ? patterns : undefined)];
    }
    case 'ls': {
      if (!hasOnly(call, LS_OPTIONS)) return undefined;
      // `-a` prints `..` too.
      const folder = hasOption(call, '-a') ? textWord('..', command.position) : here;
      if (call.operands.length === 0) return [search(folder)];
      if (!call.operands.every(({ pieces }) => pieces.some(({ kind }) => kind === 'glob'))) return undefined;
      const named = call.operands.map((word) => search(word));
      // Of a folder that a pattern finds, `ls` prints what is in it, without the folder's name.
      const includesHidden = hasOption(call, '-a') || hasOption(call, '-A');
      return hasOption(call, '-d') ? named : [...named, search(folder, undefined, includesHidden)];
    }
    default:
      return undefined;
  }
}
