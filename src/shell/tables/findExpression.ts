import type { Word, WordPiece } from '../model/analysis';
import { maySplit } from '../model/words';

export interface FindReading {
  /** Empty: its folder. */
  readonly roots: readonly Word[];
  /** Why it may do more than print names and run its `-exec`. */
  readonly objection: string | undefined;
  readonly deletes: boolean;
  /** Its own format, or whole listings. */
  readonly printsOther: boolean;
  readonly runs: readonly Word[];
  readonly writes: readonly Word[];
  /** What it prints or runs for matches one of these shell patterns; undefined: unknown. */
  readonly names: readonly string[] | undefined;
}

const LEADING = new Set(['-H', '-L', '-P', '-E', '-X', '-d', '-s', '-x']);
const WITHOUT_VALUE = new Set(
  (
    '-print -print0 -ls -prune -quit -daystart -depth -d -follow -ignore_readdir_race -noignore_readdir_race -mount -xdev -x ' +
    '-nouser -nogroup -noleaf -nowarn -warn -empty -executable -readable -writable -true -false -help --help -version --version'
  ).split(' '),
);
const WITH_VALUE = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size -mtime -atime -ctime -mmin ' +
    '-amin -cmin -Btime -Bmin -mnewer -newer -anewer -cnewer -perm -user -group -uid -gid -links -inum -samefile -lname -ilname -fstype ' +
    '-maxdepth -mindepth -printf -used -context -flags -xattrname'
  ).split(' '),
);
const OPERATORS = new Set(['(', ')', '!', '-not', '-a', '-and', '-o', '-or', ',']);
const WRITING = new Set(['-fprint', '-fprint0', '-fls', '-fprintf']);
const RUNNING = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** Groups in groups are read again and again. */
const MOST_STEPS = 2_000;

interface Step {
  readonly name: string;
  readonly value?: Word | undefined;
}

export function readFind(words: readonly Word[]): FindReading {
  const { roots, rest } = startingPoints(words);
  const steps: Step[] = [];
  const doubts = roots.filter(mayBeStep).map(({ raw }) => `find may take ${raw} as a part of its expression`);
  const runs: Word[] = [];
  const writes: Word[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at];
    const name = word?.text ?? '';
    if (word?.text === undefined) {
      // An unquoted pattern after the first word expands to no step: steps have no dot or slash.
      if (word !== undefined && mayBeStep(word)) doubts.push(`find may take ${word.raw} as a part of its expression`);
    } else if (OPERATORS.has(name) || WITHOUT_VALUE.has(name)) {
      steps.push({ name });
    } else if (WITH_VALUE.has(name) || /^-newer[aBcm][aBcmt]$/.test(name)) {
      at += 1;
      const value = rest[at];
      if (value === undefined || (maySplit(value) && mayBeStep(value))) doubts.push(`find's ${name} has no sure value`);
      steps.push({ name, value });
    } else if (RUNNING.has(name)) {
      if (name !== '-exec') doubts.push(`find ${name} runs a program in other folders or after a question`);
      const program = rest[at + 1];
      if (program !== undefined) runs.push(program);
      at = endOfCommand(rest, at + 1);
      steps.push({ name });
    } else {
      const target = WRITING.has(name) ? rest[at + 1] : undefined;
      if (target !== undefined) {
        writes.push(target);
        at += name === '-fprintf' ? 2 : 1;
      }
      steps.push({ name });
      doubts.push(`find ${name} does more than read or is in no table`);
    }
  }
  return {
    roots,
    objection: doubts[0],
    runs,
    deletes: steps.some(({ name }) => name === '-delete'),
    printsOther: steps.some(({ name }) => ['-printf', '-ls', '-exec'].includes(name)),
    writes,
    names: steps.length > MOST_STEPS ? undefined : namePatterns(steps),
  };
}

function startingPoints(words: readonly Word[]): { roots: Word[]; rest: Word[] } {
  let first = 0;
  while (LEADING.has(words[first]?.text ?? '') || /^-(?:[HLP]+|O\d)$/.test(words[first]?.text ?? '')) first += 1;
  if (words[first]?.text === '--') first += 1;
  const length = words.slice(first).findIndex(startsExpression);
  const end = length === -1 ? words.length : first + length;
  return { roots: words.slice(first, end), rest: words.slice(end) };
}

function startsExpression({ pieces: [piece], text }: Word): boolean {
  if (text !== undefined) return text.startsWith('-') || ['(', ')', '!', ','].includes(text);
  return piece?.kind === 'text' && piece.text.startsWith('-');
}

function isOpen(piece: WordPiece): boolean {
  return piece.kind === 'value' && !piece.quoted;
}

/** Once expanded. */
function mayBeStep({ text, pieces }: Word): boolean {
  if (text !== undefined) return false;
  if (pieces.some(isOpen)) return true;
  const [first] = pieces;
  if (first?.kind === 'text' && /^[^-(!,]/.test(first.text)) return false;
  return !pieces.some((piece) => piece.kind === 'text' && /[./]/.test(piece.text));
}

/** `;` or `{} +`. */
function endOfCommand(words: readonly Word[], from: number): number {
  for (let at = from; at < words.length; at += 1) {
    const text = words[at]?.text;
    if (text === ';' || (text === '+' && words[at - 1]?.text === '{}')) return at;
  }
  return words.length;
}

const ACTIONS = new Set(['-print', '-print0', '-printf', '-ls', '-delete', ...RUNNING, ...WRITING]);

function acts(steps: readonly Step[]): boolean {
  return steps.some(({ name }) => ACTIONS.has(name));
}

/** Each alternative needs a name. Those that only prune count only alone. */
function namePatterns(steps: readonly Step[]): readonly string[] | undefined {
  const alternatives = splitAlternatives(steps);
  if (alternatives === undefined) return undefined;
  const acting = alternatives.some(acts) ? alternatives.filter(acts) : alternatives;
  const patterns: string[] = [];
  for (const alternative of acting) {
    const found = conjunctPatterns(alternative);
    if (found === undefined) return undefined;
    patterns.push(...found);
  }
  return patterns;
}

function splitAlternatives(steps: readonly Step[]): readonly (readonly Step[])[] | undefined {
  const alternatives: Step[][] = [[]];
  let depth = 0;
  for (const step of steps) {
    if (step.name === ',') return undefined;
    depth += step.name === '(' ? 1 : step.name === ')' ? -1 : 0;
    if (depth === 0 && (step.name === '-o' || step.name === '-or')) alternatives.push([]);
    else alternatives.at(-1)?.push(step);
  }
  return alternatives;
}

/** A test limits the actions behind it, not those before, in groups and after `!` too. */
function conjunctPatterns(steps: readonly Step[]): readonly string[] | undefined {
  const ofActions: string[] = [];
  let isNegated = false;
  for (let at = 0; at < steps.length; at += 1) {
    const { name, value } = steps[at] ?? { name: '' };
    if (name === '!' || name === '-not') {
      isNegated = !isNegated;
      continue;
    }
    const end = name === '(' ? closingOf(steps, at) : at;
    const group = steps.slice(at + 1, end);
    if (ACTIONS.has(name)) {
      return undefined;
    } else if (acts(group)) {
      const found = namePatterns(group);
      if (found === undefined) return undefined;
      ofActions.push(...found);
    } else if (!isNegated) {
      const found = name === '(' ? namePatterns(group) : nameOf(name, value);
      if (found !== undefined) return [...ofActions, ...found];
    }
    isNegated = false;
    at = end;
  }
  return ofActions.length > 0 ? ofActions : undefined;
}

function nameOf(name: string, value: Word | undefined): readonly string[] | undefined {
  return name === '-name' && value?.text !== undefined ? [value.text] : undefined;
}

function closingOf(steps: readonly Step[], from: number): number {
  let depth = 0;
  for (let at = from; at < steps.length; at += 1) {
    depth += steps[at]?.name === '(' ? 1 : steps[at]?.name === ')' ? -1 : 0;
    if (depth === 0) return at;
  }
  return steps.length;
}
