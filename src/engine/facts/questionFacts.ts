/**
 * One sentence each. The classifier trusts them, so text of call or disk is quoted. Counts bound the work, not a clock:
 * equal calls give equal questions.
 */
import { foldersOf, type Analysis, type SimpleCommand } from '../../shell/model/analysis';
import type { CommandLine } from '../../calls/command/commandLine';
import { quotedFact, quotedWords, withRest } from './factText';
import { closureFacts } from './closureFacts';
import { fileFacts } from './fileFacts';
import { hostFacts } from './hostFacts';
import type { CallContext } from '../model/stage';

export function questionFacts({ call, closure, gate, protectedPath }: CallContext): readonly string[] {
  return [
    ...(call.understood
      ? fileFacts(call.touches, gate.files, areGuesses(call.line))
      : ['The tool is not one that the gate knows.']),
    ...(call.line === undefined ? [] : commandFacts(call.line.analysis)),
    ...hostFacts(call, gate),
    ...closureFacts({ closure, gate }),
    ...(protectedPath === undefined ? [] : [`The call changes a protected path (${quotedFact(protectedPath)}).`]),
  ];
}

/** In text not understood, every path-like word counts. */
function areGuesses(line: CommandLine | undefined): boolean {
  return line !== undefined && (line.analysis.unknown.length > 0 || line.analysis.code.length > 0);
}

const MAX_COMMANDS = 40;

function commandFacts({ commands, unknown }: Analysis): readonly string[] {
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
  const elsewhere = context.elsewhere === undefined ? undefined : quotedFact(context.elsewhere);
  const where = elsewhere ?? (folders.length === 0 ? 'a folder that is not known' : folders.join(' or '));
  return `Runs ${quotedWords(words)} in ${where}.`;
}
