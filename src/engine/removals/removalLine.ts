import { opensForWriting, programName, writtenText, type SimpleCommand, type Word } from '../../shell/model/analysis';
import type { CommandLine } from '../../calls/command/commandLine';
import { isPattern } from '../../files/namePattern';
import { runsOn } from '../contained/containedCommand';
import { readOnlyObjection } from '../proof/readOnlyCommand';
import { readOnlyPlace } from '../proof/readOnlyPlace';
import type { CallContext } from '../model/stage';
import { endlessObjection } from '../writes/endlessWrites';
import { takesMissingForVersion } from './gitDiscards';
import { ordinaryRemoval, removedBy, type Removal } from './removedBy';

/** Undefined unless all that it removes is certain. Rules and floor come before. */
export function lineRemoval(line: CommandLine, context: CallContext): Removal | undefined {
  const { configuration, permissions, gate, call } = context;
  const { analysis, use } = line;
  const { removals } = gate;
  if (removals === undefined || use.oddField !== undefined || analysis.unknown.length > 0) return undefined;
  if (runsOn(call.input)) return undefined;
  const place = readOnlyPlace(context);
  const world = { configuration, permissions, place, removals };
  const removed = new Map<SimpleCommand, readonly string[]>();
  for (const command of analysis.commands) {
    const found = removedBy(command, world);
    if (found !== undefined) removed.set(command, found);
  }
  if (!analysis.commands.every((command) => removed.has(command) || isInstant(command))) return undefined;
  // An agent can make nested loops last at will.
  if (analysis.commands.some(({ context }) => context.rounds !== undefined)) return undefined;
  if (removed.size > 1 && [...removed.keys()].some(takesMissingForVersion)) return undefined;
  if (analysis.commands.some(({ redirections }) => redirections.some(opensForReading))) return undefined;
  const isAll = removed.size === analysis.commands.length;
  if (removed.size === 0 || !(isAll || configuration.fastPaths.readOnlyCommands)) return undefined;
  if (readOnlyObjection(line, place, new Set(removed.keys())) !== undefined) return undefined;
  if (analysis.commands.some((command) => endlessObjection(command, analysis) !== undefined)) return undefined;
  const all = [...removed.values()].flat();
  if (analysis.commands.length > 1 && all.some(changesWhatIsIgnored)) return undefined;
  return ordinaryRemoval(all, world);
}

/** While another command waits, what is removed may change. */
const INSTANT: ReadonlySet<string> = new Set(['cd', 'echo', 'printf', 'true', ':', 'pwd', 'ls', 'test', '[']);

function isInstant(command: SimpleCommand): boolean {
  return INSTANT.has(programName(command) ?? '') && !command.words.some(takesLong);
}

/** It walks through many folders, or computes long. */
function takesLong(word: Word): boolean {
  const text = writtenText(word);
  const isRecursive = /^-(?:[a-zA-Z0-9]*R|-rec)/.test(text);
  const patterns = text.split('/').filter((name) => isPattern(name) || /[[(]/.test(name));
  const isExpanded = word.text === undefined && (patterns.length > 1 || text.includes('**'));
  return isRecursive || isExpanded || /\$\{[^}]*[/#%@^,]/.test(word.raw);
}

/** It may open a pipe that nobody fills yet. */
function opensForReading(redirection: SimpleCommand['redirections'][number]): boolean {
  return redirection.operator !== '>&' && !opensForWriting(redirection);
}

/** Another command then cleans or searches more. */
function changesWhatIsIgnored(path: string): boolean {
  return /\/\.\w*ignore$/i.test(path);
}
