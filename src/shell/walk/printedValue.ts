/** By its last command. */
import { table } from '../../common/table';
import { foldersOf, programName, type Printed, type SimpleCommand } from '../model/analysis';

/**
 * @param commands of one pipeline, with those in their words before them
 * @param topLevel of their work tree
 */
export function printedBy(commands: readonly SimpleCommand[], topLevel: string | undefined): Printed | undefined {
  const command = commands.at(-1);
  if (command === undefined || command.context.via.length > 0 || command.assignments.length > 0) return undefined;
  const onlyHidesErrors = command.redirections.every(
    ({ operator, descriptor, target }) =>
      (operator === '>' && descriptor === 2 && target.text === '/dev/null') || (operator === '<' && descriptor !== 2),
  );
  if (!onlyHidesErrors) return undefined;
  const words: string[] = [];
  for (const { text } of command.words) {
    if (text === undefined) return undefined;
    words.push(text);
  }
  if (words.join(' ') === 'git rev-parse --show-toplevel')
    return topLevel === undefined ? undefined : oneOf(topLevel, '');
  return PRINTERS[programName(command) ?? '']?.(words.slice(1), command);
}

type Printer = (words: readonly string[], command: SimpleCommand) => Printed | undefined;

const NUMBER: Printed = { kind: 'number' };

/** Unquoted, others could be several words, or match files. */
const PLAIN = /^[\w/.@+:,-]*$/;

function oneOf(...texts: readonly string[]): Printed | undefined {
  return texts.length > 0 && texts.every((text) => PLAIN.test(text)) ? { kind: 'text', texts } : undefined;
}

const PRINTERS: Readonly<Record<string, Printer>> = table({
  git: ([subcommand = '', ...words]) => GIT_PRINTERS[subcommand]?.(words),
  wc: (words) => (words.length === 1 && /^-[clmw]$/.test(words[0] ?? '') ? NUMBER : undefined),
  grep: (words, command) => (isCount(words, readsInput(command)) ? NUMBER : undefined),
  pwd: (words, command) => (words.length === 0 ? oneOf(...foldersOf(command)) : undefined),
  nproc: (words) => (words.length === 0 ? NUMBER : undefined),
  date: (words) => (words.length === 1 && words[0] === '+%s' ? NUMBER : undefined),
});

function readsInput({ context: { pipe }, redirections }: SimpleCommand): boolean {
  return (pipe !== undefined && pipe.index > 0) || redirections.some(({ operator }) => operator === '<');
}

/** One file or the input: with several it prints names too. */
function isCount(words: readonly string[], readsItsInput: boolean): boolean {
  const operands = words.filter((word) => !word.startsWith('-'));
  const [first, ...options] = words.filter((word) => word.startsWith('-'));
  const isKnown = options.length === 0 && /^-(?:[Eivwx]*c[Eivwx]*)$/.test(first ?? '') && words[0] === first;
  return isKnown && operands.length === (readsItsInput ? 1 : 2);
}

/** One commit: no range, no parents, no path behind a colon, never an option. */
const REVISION = /^[A-Za-z][\w./-]*(?:[~^]\d*|\^\{\w*\}|@\{[\w-]+\})*$/;
const ONE = /^(?:-1|-n1|--max-count=1)$/;
const HASH_FORMAT = /^--(?:format|pretty)=(?:t?format:)?%[hH]$/;

type GitPrinter = (words: readonly string[]) => Printed | undefined;

const GIT_PRINTERS: Readonly<Record<string, GitPrinter>> = table({
  'merge-base': (words) => (words.length > 1 && words.every(isRevision) ? hash() : undefined),
  'rev-parse': (words) => {
    const [revision = '', ...others] = words.filter((word) => !/^(?:--short(?:=\d+)?|--verify|-q|--quiet)$/.test(word));
    if (others.length > 0 || !isRevision(revision)) return undefined;
    // Others it prints unchanged.
    return hash(revision);
  },
  'rev-list': (words) => {
    if (words.length === 2 && words[0] === '--count' && isRange(words[1])) return NUMBER;
    return words.length === 2 && ONE.test(words[0] ?? '') && isRevision(words[1] ?? '') ? hash() : undefined;
  },
  log: (words) => {
    const rest = words.filter((word) => !ONE.test(word) && !HASH_FORMAT.test(word));
    const isOne = words.some((word) => ONE.test(word)) && words.some((word) => HASH_FORMAT.test(word));
    return isOne && rest.every((word) => word === '--' || /^[\w./]/.test(word)) ? hash() : undefined;
  },
});

function hash(...others: readonly string[]): Printed {
  return { kind: 'hash', others };
}

function isRevision(word: string): boolean {
  return REVISION.test(word) && !word.includes('..');
}

function isRange(word = ''): boolean {
  return word.split(/\.{2,3}/).every((end) => end === '' || isRevision(end));
}
