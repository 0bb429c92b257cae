/** Lines that remove or discard files, and otherwise only read. */
import type { SimpleCommand } from '../../shell/model/analysis';
import type { CommandLine } from '../../calls/command/commandLine';
import { runsOn } from '../contained/containedCommand';
import { readOnlyObjection } from '../proof/readOnlyCommand';
import { readOnlyPlace } from '../proof/readOnlyPlace';
import type { CallContext } from '../model/stage';
import { endlessObjection } from '../writes/endlessWrites';
import { ordinaryRemoval, removedBy, type Removal, type Removed } from './removedBy';

/** Undefined unless all that the line removes is certain. Rules and floor were asked before. */
export function lineRemoval(line: CommandLine, context: CallContext): Removal | undefined {
  const { configuration, permissions, gate, call } = context;
  const { analysis, use } = line;
  const { removals } = gate;
  if (removals === undefined || use.oddField !== undefined || analysis.unknown.length > 0) return undefined;
  if (runsOn(call.input)) return undefined;
  const place = readOnlyPlace(context);
  const world = { configuration, permissions, place, removals };
  const removed = new Map<SimpleCommand, Removed>();
  for (const command of analysis.commands) {
    const found = removedBy(command, world);
    if (found !== undefined) removed.set(command, found);
  }
  const isAll = removed.size === analysis.commands.length;
  if (removed.size === 0 || !(isAll || configuration.fastPaths.readOnlyCommands)) return undefined;
  if (readOnlyObjection(line, place, new Set(removed.keys())) !== undefined) return undefined;
  if (analysis.commands.some((command) => endlessObjection(command, analysis) !== undefined)) return undefined;
  const all = [...removed.values()];
  if (mayMeet(all)) return undefined;
  return ordinaryRemoval(
    all.flatMap(({ paths }) => paths),
    world,
  );
}

/** One command may change what another one finds. */
function mayMeet(all: readonly Removed[]): boolean {
  return all.some((one) =>
    all.some((other) => {
      if (one === other) return false;
      // With another list of what is ignored, more is untracked.
      if (one.isCleaned === true && other.paths.some((path) => /(?:^|\/)\.gitignore$/i.test(path))) return true;
      // A link that git puts back would lead elsewhere.
      return one.discardsFrom?.some((from) => other.paths.some((path) => path.startsWith(`${from}/`))) === true;
    }),
  );
}
