/** Loops that may never end, and those that start background processes without a pause. */
import type { CompoundList, For, Statement, SyntaxNode, While } from 'unbash';
import type { CommandContext } from '../model/analysis';
import type { Surroundings } from './surroundings';

const INSTANT: ReadonlySet<string> = new Set(
  'true : echo printf let test [ export declare local typeset set unset disown cd pwd'.split(' '),
);

type Pace = 'starts' | 'instant' | 'waits';

export function inEndlessLoop(node: SyntaxNode, outside: Surroundings): Surroundings {
  const around =
    node.type === 'While' ? withRounds(node, outside) : node.type === 'For' ? withWords(node, outside) : outside;
  const isLoop =
    (node.type === 'While' && isEndless(node.clause, node.kind === 'while')) ||
    (node.type === 'ArithmeticFor' && (node.test === undefined || isNumber(textOf(node.test), true)));
  return isLoop && paceOf(node.body) === 'starts'
    ? { ...around, context: { ...around.context, startsForEver: true } }
    : around;
}

type Rounds = NonNullable<CommandContext['rounds']>;

function withRounds({ clause, kind, body }: While, around: Surroundings): Surroundings {
  if (kind === 'while' && readsLines(clause)) return inRounds('lines', around);
  const isWithoutEnd = isEndless(clause, kind === 'while') && paceOf(body) !== 'waits';
  return inRounds(isWithoutEnd ? 'endless' : 'unknown', around);
}

function withWords({ wordlist }: For, around: Surroundings): Surroundings {
  return inRounds(wordlist?.every(({ text }) => !/[$`]/.test(text)) === true ? 'words' : 'values', around);
}

function inRounds(rounds: Rounds, around: Surroundings): Surroundings {
  return { ...around, context: { ...around.context, rounds: roundsWithin(around.context.rounds, rounds) } };
}

/** The product of two unknown numbers is no bound. */
function roundsWithin(outer: Rounds | undefined, inner: Rounds): Rounds {
  if (outer === undefined || outer === 'words' || inner === 'endless') return inner;
  if (inner === 'words' || outer === 'endless') return outer;
  return 'unknown';
}

/** `while IFS= read -r x`. Options such as `-t` need no input; a redirection starts anew each round. */
function readsLines({ commands }: CompoundList): boolean {
  const [only, ...others] = commands;
  if (only === undefined || others.length > 0 || only.background === true) return false;
  const { command } = only;
  if (command.type !== 'Command' || command.name?.value !== 'read' || command.redirects.length > 0) return false;
  return wordsOf(command).every((word) => /^(?:-(?:[rs]*[adu]?|u\d)|\w*)$/.test(word));
}

function textOf(node: SyntaxNode): string {
  return 'value' in node && typeof node.value === 'string' ? node.value : '';
}

function isEndless({ commands }: CompoundList, answer: boolean): boolean {
  const last = commands.at(-1);
  const isQuick = commands.slice(0, -1).every((statement) => statementPace(statement) === 'instant');
  return last !== undefined && isQuick && last.background !== true && alwaysIs(last.command, answer);
}

function alwaysIs(node: SyntaxNode, answer: boolean): boolean {
  switch (node.type) {
    case 'Command': {
      const [name, ...words] = wordsOf(node);
      if (name === 'true' || name === ':' || name === 'echo' || name === 'printf') return answer;
      if (name === 'false') return !answer;
      return (
        (name === '[' || name === 'test') &&
        testIs(
          words.filter((word) => word !== ']'),
          answer,
        )
      );
    }
    case 'Pipeline': {
      const [only, ...others] = node.commands;
      const isNegated = node.prefixes.some(({ type }) => type === 'Negation');
      return only !== undefined && others.length === 0 && alwaysIs(only, isNegated ? !answer : answer);
    }
    case 'ArithmeticCommand':
      return isNumber(node.body, answer);
    case 'TestCommand':
      return (
        answer &&
        node.expression.type === 'TestUnary' &&
        /^(?:-n)?$/.test(node.expression.operator) &&
        /^[-\w]+$/.test(node.expression.operand.value)
      );
    default:
      return false;
  }
}

function testIs([first, operator, second, ...rest]: readonly string[], answer: boolean): boolean {
  if (first === undefined || rest.length > 0 || /[$`]/.test(`${first}${second ?? ''}`)) return false;
  if (operator === undefined) return answer === (first !== '');
  return answer && /^(?:=|==|-eq)$/.test(operator) && first === second;
}

function isNumber(text: string, answer: boolean): boolean {
  return /^\s*\d{1,9}\s*$/.test(text) && answer === Number(text) > 0;
}

function wordsOf(node: Extract<SyntaxNode, { type: 'Command' }>): readonly string[] {
  return [node.name, ...node.args].flatMap((word) => (word?.type === 'Word' ? [word.value] : []));
}

/** `sh -c 'x &'`, `eval 'x &'` */
function startsAndReturns([name = '', ...words]: readonly string[]): boolean {
  const [first, second, ...rest] = words;
  const text =
    name === 'eval' ? first : /^(?:\/bin\/)?(?:ba|da|z|k)?sh$/.test(name) && first === '-c' ? second : undefined;
  return text !== undefined && rest.length === 0 && /^[^;&|\n]+&\s*$/.test(text);
}

function paceOf({ commands }: CompoundList): Pace {
  return together(commands.map(statementPace));
}

function statementPace({ background, command }: Statement): Pace {
  return background === true ? 'starts' : nodePace(command);
}

function together(paces: readonly Pace[]): Pace {
  if (paces.includes('waits')) return 'waits';
  return paces.includes('starts') ? 'starts' : 'instant';
}

function nodePace(node: SyntaxNode): Pace {
  switch (node.type) {
    case 'Command':
      if (node.name === undefined || INSTANT.has(node.name.value)) return 'instant';
      return startsAndReturns(wordsOf(node)) ? 'starts' : 'waits';
    case 'Subshell':
    case 'BraceGroup':
      return paceOf(node.body);
    case 'Redirected':
      return nodePace(node.command);
    case 'AndOr':
    case 'Pipeline':
      return together(node.commands.map(nodePace));
    case 'If':
      return together([paceOf(node.clause), paceOf(node.then)]);
    case 'While':
      return isEndless(node.clause, node.kind === 'while') ? paceOf(node.body) : 'waits';
    case 'For':
      return paceOf(node.body);
    case 'ArithmeticCommand':
    case 'TestCommand':
      return 'instant';
    default:
      return 'waits';
  }
}
