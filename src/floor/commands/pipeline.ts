import type { SimpleCommand } from '../../shell/model/analysis';

/** People's pipelines are shorter. */
const FURTHEST = 64;

/** Nearest first; nested pipelines may give one too many. */
export function feedersOf(command: SimpleCommand, commands: readonly SimpleCommand[]): readonly SimpleCommand[] {
  const { pipe } = command.context;
  if (pipe === undefined || pipe.index === 0) return [];
  const feeders: SimpleCommand[] = [];
  const from = commands.indexOf(command) - 1;
  for (let at = from; at >= 0 && at > from - FURTHEST; at -= 1) {
    const other = commands[at];
    const place = other?.context.pipe;
    const atStart = feeders.at(-1)?.context.pipe?.index === 0;
    if (other === undefined || (atStart && place?.index !== 0)) break;
    if (place?.length === pipe.length && place.index < pipe.index) feeders.push(other);
  }
  return feeders;
}
