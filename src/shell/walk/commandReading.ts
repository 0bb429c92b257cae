import type { Command, Redirection as ParsedRedirection, SyntaxNode } from 'unbash';
import { inFolders, type Redirection, type Shell, type VariableAssignment, type Word } from '../model/analysis';
import type { CommandPlace, CommandReading } from './commandPlace';
import { foldersIn, forget, setVariable, type ShellState } from './shellState';
import { isBlankGap, type Span } from '../reading/sourceGaps';
import { WordResolver, type WordWalker } from './wordResolution';

export interface CommandWalker extends WordWalker {
  noteWord(span: Span): void;
  /** Lists all commands below what is not understood. */
  sweep(node: SyntaxNode): void;
}

export function readCommand(
  node: Command,
  state: ShellState,
  walker: CommandWalker,
  place: CommandPlace,
): CommandReading {
  objectToGaps(node, walker);
  objectToReservedName(node, walker);
  const { name, args } = node;
  const { assignments, afterAssignments } = readAssignments(node, state, walker);
  const resolver = new WordResolver(walker, state);
  const words: Word[] = name === undefined ? [] : [...resolver.argument(name)];
  let hasDeclared = false;
  for (const argument of args) {
    if (argument.type === 'Word') {
      words.push(...resolver.argument(argument));
    } else {
      hasDeclared = true;
      words.push(resolver.declaredWord(argument));
    }
  }
  // Then the assignments may precede the opening of files.
  const names = name === undefined ? assignments.map((assignment) => assignment.name) : [];
  const opening = names.length === 0 ? resolver : new WordResolver(walker, forget(state, names, false));
  const own = readRedirections(node.redirects, opening, walker);
  const objection = walker.dialect?.redirections(own, place.context.pipe);
  if (objection !== undefined) walker.doubt(objection, node.pos, node.end);
  const command = {
    words,
    assignments,
    redirections: [...own, ...place.redirections],
    context: place.context,
    ...inFolders(foldersIn(state)),
    position: walker.positionOf(node.pos),
  };
  return { command, afterAssignments, hasDeclared };
}

function readAssignments(
  { prefix, name }: Command,
  state: ShellState,
  walker: CommandWalker,
): { assignments: VariableAssignment[]; afterAssignments: ShellState } {
  const assignments: VariableAssignment[] = [];
  let assigned = state;
  for (const item of prefix) {
    if (item.type !== 'Assignment') continue;
    const read = new WordResolver(walker, assigned).assignment(item);
    if (read === undefined) walker.sweep(item);
    else assignments.push(read.assignment);
    // One assignment may not see the one before it.
    assigned = setVariable(assigned, item.name, name === undefined ? read?.known : undefined);
  }
  return { assignments, afterAssignments: assigned };
}

/** bash prints a substitution again before it runs it, redirections last: a plain word may become one of these. */
const RESERVED_WORDS = new Set(
  '! [[ ]] { } case coproc do done elif else esac fi for function if in select then time until while'.split(' '),
);

function objectToReservedName({ prefix, name }: Command, walker: CommandWalker): void {
  if (name !== undefined && prefix.length > 0 && RESERVED_WORDS.has(name.text)) {
    walker.doubt('a reserved word behind a redirection or an assignment', name.pos, name.end);
  }
}

function objectToGaps({ prefix, name, suffix }: Command, walker: CommandWalker): void {
  let before: { pos: number; end: number; isWord: boolean } | undefined;
  for (const part of name === undefined ? [...prefix, ...suffix] : [...prefix, name, ...suffix]) {
    const isWord = part.type === 'Word' || part.type === 'Assignment';
    if (before !== undefined) {
      const isGlued =
        before.end === part.pos && !(before.isWord && isWord) && !touchesParentheses(walker.source, part.pos);
      if (!isGlued && !isBlankGap(walker.source, before.end, part.pos))
        walker.doubt('how words are parted', before.pos, part.end);
    }
    before = { pos: part.pos, end: part.end, isWord };
    walker.noteWord(part);
  }
}

/** Attached to something, it may be half of a word. */
function touchesParentheses(source: string, pos: number): boolean {
  return source.charAt(pos - 1) === ')' || source.charAt(pos + 1) === '(';
}

/** POSIX has fewer. */
function isRedirectionOf(shell: Shell, operator: string): boolean {
  return shell === 'bash' || shell === 'zsh' || !/^(?:&>>?|<<<)$/.test(operator);
}

export function readRedirections(
  parsed: readonly ParsedRedirection[],
  resolver: WordResolver,
  walker: CommandWalker,
): Redirection[] {
  return parsed.flatMap((redirect): Redirection[] => {
    const { descriptor, pos, end } = redirect;
    const number = descriptor?.type === 'FileDescriptor' ? descriptor.value : undefined;
    if (descriptor?.type === 'FileDescriptorVariable') walker.doubt('a descriptor in a variable', pos, end);
    const digits = walker.shell === 'bash' ? /^\d{1,3}$/ : /^\d$/;
    if (descriptor !== undefined && !digits.test(walker.source.slice(descriptor.pos, descriptor.end))) {
      walker.doubt('the descriptor of a redirection', pos, end);
    }
    if (redirect.type === 'HereDoc') {
      walker.noteWord(redirect.body);
      if (redirect.closing !== undefined) walker.noteWord(redirect.closing);
      return [{ operator: '<<', descriptor: number, target: resolver.hereDocument(redirect) }];
    }
    const { operator, target } = redirect;
    if (target === undefined) {
      walker.doubt('a redirection to nothing', pos, end);
      return [];
    }
    const written = walker.source.slice(descriptor?.end ?? pos, target.pos);
    if (!written.startsWith(operator) || /[^ \t]/.test(written.slice(operator.length))) {
      walker.doubt('a redirection', pos, end);
    }
    if (walker.shell === 'zsh' && operator.startsWith('&') && /\d/.test(walker.source.charAt(pos - 1))) {
      walker.doubt('a digit in front of a redirection', pos, end);
    }
    if (!isRedirectionOf(walker.shell, operator)) walker.doubt(`the operator ${operator}`, pos, end);
    const word = resolver.single(target);
    if ((operator === '>&' || operator === '<&') && !/^(?:\d|-)$/.test(walker.source.slice(target.pos, target.end))) {
      walker.doubt('a copy of a descriptor', pos, end);
    }
    return [{ operator, descriptor: number, target: word }];
  });
}
