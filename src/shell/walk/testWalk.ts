import type { TestCommand } from 'unbash';
import { inFolders, textWord } from '../model/analysis';
import type { ConstructWalker } from './constructWalker';
import { bothWays, foldersIn, type Outcome, type ShellState } from './shellState';
import type { Surroundings } from './surroundings';
import { isPlainNumber, readTest } from './testWords';

export function walkTest(node: TestCommand, state: ShellState, around: Surroundings, walker: ConstructWalker): Outcome {
  walker.noteWord(node);
  const resolver = walker.resolver(state, around);
  const { tokens, numbers, objection } = readTest(node, walker.source);
  if (objection !== undefined || walker.shell !== 'bash') {
    walker.doubt(objection ?? 'a test that only bash has', node.pos, node.end);
  }
  const words = tokens.map((token) => {
    if ('operator' in token) return textWord(token.operator, walker.positionOf(token.pos));
    const word = resolver.single(token.operand);
    if (numbers.has(token.operand) && !isPlainNumber(word)) walker.doubt('arithmetic in a test', node.pos, node.end);
    return word;
  });
  walker.listing.addCommand({
    words,
    assignments: [],
    redirections: around.redirections,
    context: around.context,
    ...inFolders(foldersIn(state)),
    position: walker.positionOf(node.pos),
  });
  return bothWays(state);
}
