/** Output without end, and reading what one writes, would fill the disk. */
import { table } from '../../common/table';
import { foldersOf, programName, writtenText, type Analysis, type SimpleCommand } from '../../shell/model/analysis';
import type { PathUse } from '../../shell/model/commandTable';
import { pathUses } from '../../shell/calls/pathUses';
import { readSedScript } from '../../shell/tables/sedScript';
import { usedPaths } from '../../calls/command/shellPaths';
import { startsWith } from '../../files/homeFolders';
import { everyName, resolvePath } from '../../files/pathResolution';
import { isPattern, patternsMeet } from '../../files/namePattern';
import { foldBroadly, foldedSegments, isAbsolute } from '../../files/pathText';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import type { Act } from './acts';

/** @returns the end of a sentence */
export function endlessObjection(command: SimpleCommand, { code }: Analysis): string | undefined {
  if (mayGoOnForEver(command)) return 'its loop may have no end';
  const name = (programName(command) ?? '').replace(/^g(?=(?:tail|seq|sed|printf|nl|od)$)/, '');
  const words = command.words.slice(1).map(writtenText);
  if (PRINTS_ON[name]?.(words, command) === true) return 'what it prints may have no end';
  if (words.some((word) => WIDE.test(word))) return 'it may print texts of any length';
  const branches = code.some(({ language, text, command: owner }) => {
    if (language !== 'sed' || (owner !== command && owner.position !== command.position)) return false;
    const reading = readSedScript(writtenText(text));
    return reading.safe && (reading.branches || reading.grows);
  });
  return branches ? 'its script may have no end' : undefined;
}

export function mayGoOnForEver({ context: { rounds } }: SimpleCommand): boolean {
  return rounds === 'unknown' || rounds === 'endless';
}

/** Of `printf`, `date`, `stat`, `find -printf` and `git log --format`. */
const WIDE = /%[^a-zA-Z%]*\d{5}|\balign:\D*\d{5}|%(?:<|>|w)[^)]*\d{5}/;

type PrintsOn = (words: readonly string[], command: SimpleCommand) => boolean;

/** A line for each of its words, or each time that another command takes one. */
function countsFar(words: readonly string[], { context }: SimpleCommand): boolean {
  const most = context.substitution || context.pipe !== undefined || context.rounds !== undefined ? 4 : 6;
  const numbers = words.filter((word) => /^-?\d+$/.test(word));
  const others = words.filter((word) => !numbers.includes(word));
  return (
    numbers.some((word) => word.replace('-', '').length > most || (numbers.length === 3 && Number(numbers[1]) === 0)) ||
    !others.every((word) => /^(?:-w|-s.{0,9}|--equal-width|--separator=.{0,9})$/.test(word))
  );
}

/** The format repeats for each few words. */
function padsOften([...words]: readonly string[], command: SimpleCommand): boolean {
  const several = command.words.some(
    ({ pieces, raw }) =>
      raw.includes('@') || !pieces.every((piece) => piece.kind === 'text' || (piece.kind === 'value' && piece.quoted)),
  );
  return words.some((word) => /%[^a-zA-Z%]*\*/.test(word) || (several && /%[^a-zA-Z%]*\d{3}/.test(word)));
}

const PRINTS_ON: Readonly<Record<string, PrintsOn>> = table({
  tail: (words) => words.some((word) => /^-(?:[a-zA-Z0-9]*[fF]|-(?:f|re))/.test(word)),
  seq: countsFar,
  printf: padsOften,
  nl: (words) => words.some((word) => /\d{5}/.test(word)),
  od: (words) => words.some((word) => /^-[a-zA-Z]*w\D*\d{5}|^--wi/.test(word)),
  jq: (words) => words.some(multiplies),
});

/** Each may double its input, or count up to a number. */
function multiplies(program: string): boolean {
  const isEndless = /repeat|recurse|range|while|until|def|\.\.|\*|limit|combinations|walk/.test(program);
  const isLong = /\[\s*(?:\d{5}|\$|\d+\s*e)/i.test(program);
  const factors = program.match(/\bas\b|\\\(|\+|\[\]|,/g) ?? [];
  return isEndless || isLong || factors.length > MOST_FACTORS;
}

const MOST_FACTORS = 12;

/** One command without its changes, and the files that it prints to. */
export interface Written {
  readonly reading: SimpleCommand;
  readonly acts: readonly Act[];
  /** Also by programs that replace the file. */
  readonly all: readonly Act[];
}

/** Each written line is one more to read: `sed p f >> f`, `cat f | tee -a f`. */
export function feedsItself(commands: readonly Written[], machine: MachineFacts, files: FileSystem): Act | undefined {
  for (const [index, { reading, acts }] of commands.entries()) {
    const content = acts.filter(({ kind, changes }) => changes && (kind === 'append' || kind === 'overwrite'));
    if (content.length === 0) continue;
    for (const source of sourcesOf(commands, index)) {
      const found = content.find((act) => {
        const isNew = source === reading && !isRepeated(source) && !isWrittenBefore(act, commands.slice(0, index));
        return reads(source, act, source === reading, isNew, machine, files);
      });
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function isRepeated({ context: { rounds } }: SimpleCommand): boolean {
  return rounds !== undefined;
}

function isWrittenBefore({ touch }: Act, earlier: readonly Written[]): boolean {
  const names = everyName(touch.resolved);
  return earlier.some(({ all }) =>
    all.some((act) => everyName(act.touch.resolved).some((name) => names.includes(name))),
  );
}

/** Itself, and what may run with it or again. */
function sourcesOf(commands: readonly Written[], index: number): readonly SimpleCommand[] {
  const all = commands.map(({ reading }) => reading);
  if (all.some(({ context }) => context.background)) return all;
  const own = all[index];
  return all.filter(
    (command, at) =>
      at === index ||
      (command.context.pipe !== undefined && own?.context.pipe !== undefined) ||
      (own !== undefined && isRepeated(own) && isRepeated(command)),
  );
}

function reads(
  command: SimpleCommand,
  { touch: { resolved } }: Act,
  isOwn: boolean,
  isNew: boolean,
  machine: MachineFacts,
  files: FileSystem,
): boolean {
  const segments = (path: string): readonly string[] => foldedSegments(path, machine.platform);
  const written = everyName(resolved).map(segments);
  return pathUses(command).some((use) => {
    if (use.action !== 'read' && use.action !== 'search') return false;
    // GNU grep and ripgrep skip their own output.
    if (use.action === 'search' && isOwn && machine.platform === 'linux') return false;
    const paths = usedPaths(use, command, machine, files);
    if (paths === undefined) return true;
    if (!isNew && written.some((path) => mayMatch(use, command, path, machine, files))) return true;
    return paths.some((path) =>
      everyName(path).some((name) => {
        const place = segments(name);
        return written.some(
          (one) => startsWith(one, place) && (use.action === 'search' || one.length === place.length),
        );
      }),
    );
  });
}

/** By then a pattern may find what the line makes. */
function mayMatch(
  { word, from = 0 }: PathUse,
  command: SimpleCommand,
  path: readonly string[],
  machine: MachineFacts,
  files: FileSystem,
): boolean {
  if (word.pieces.every(({ kind }) => kind !== 'glob')) return false;
  const pattern = writtenText(word).slice(from);
  if (/[[\]{}()!+@\\~]|\*\*|(?:^|\/)\.\.(?:\/|$)/.test(pattern)) return true;
  const names = pattern.split('/').filter((name) => name !== '.');
  const fixed = names.slice(0, names.findIndex(isPattern)).join('/');
  const open = names.slice(names.findIndex(isPattern)).map((name) => foldBroadly(name));
  const folders = isAbsolute(pattern, machine.platform) ? [undefined] : foldersOf(command);
  return folders.some((folder) => {
    const start = resolvePath(fixed === '' ? (folder ?? '/') : `${fixed}/`, folder, machine, files);
    return everyName(start).some((name) => {
      const segments = foldedSegments(name, machine.platform);
      const rest = path.slice(segments.length);
      return (
        startsWith(path, segments) &&
        rest.length === open.length &&
        rest.every((own, at) => patternsMeet(open[at] ?? '', own))
      );
    });
  });
}
