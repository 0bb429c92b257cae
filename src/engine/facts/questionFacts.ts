/**
 * What the gate itself knows about a call, for the classifier: one sentence each. The classifier takes them for the gate's own words, so
 * everything in them that comes from the call or from the disk stands in quotes. They decide nothing by themselves. How much is looked
 * at is bounded by numbers and sizes, never by a clock: two questions about the same call have to be the same.
 */
import { foldersOf, type Analysis, type SimpleCommand } from '../../shell/model/analysis';
import type { CommandLine } from '../../calls/command/commandLine';
import { quotedFact, quotedWords, withRest } from './factText';
import { fileFacts } from './fileFacts';
import { hostFacts } from './hostFacts';
import type { CallContext } from '../model/stage';

export function questionFacts({ call, gate, protectedPath }: CallContext): readonly string[] {
  return [
    ...(call.understood
      ? fileFacts(call.touches, gate.files, areGuesses(call.line))
      : ['The tool is not one that the gate knows.']),
    ...(call.line === undefined ? [] : commandFacts(call.line.analysis)),
    ...hostFacts(call, gate),
    ...(protectedPath === undefined ? [] : [`The call changes a protected path (${quotedFact(protectedPath)}).`]),
  ];
}

/** Where a part is not understood, or is in another language, every word that looks like a path is taken for one. */
function areGuesses(line: CommandLine | undefined): boolean {
  return line !== undefined && (line.analysis.unknown.length > 0 || line.analysis.code.length > 0);
}

/** More say no more than the line itself, which the question holds whole. */
const MAX_COMMANDS = 40;

/** What the gate did not understand in the line, then each command with its folder. */
function commandFacts({ commands, unknown }: Analysis): readonly string[] {
  // The parser quotes words of the line in what it says.
  const doubts = unknown
    .slice(0, MAX_COMMANDS)
    .map(({ why, fragment }) => `Not understood: ${quotedFact(why)}: ${quotedFact(fragment)}.`);
  const named = commands.filter(({ words }) => words.length > 0);
  return [
    ...withRest(doubts, unknown.length, 'part(s) not understood'),
    ...withRest(named.slice(0, MAX_COMMANDS).map(commandFact), named.length, 'command(s)'),
  ];
}

function commandFact(command: SimpleCommand): string {
  const { words, context } = command;
  const folders = foldersOf(command).map(quotedFact);
  // Names of hosts and containers are text of the line too.
  const elsewhere = context.elsewhere === undefined ? undefined : quotedFact(context.elsewhere);
  const where = elsewhere ?? (folders.length === 0 ? 'a folder that is not known' : folders.join(' or '));
  return `Runs ${quotedWords(words)} in ${where}.`;
}
