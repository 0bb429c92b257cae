/** What may run beside the certain commands. Only to block. */
import { oncePerWith } from '../../common/oncePer';
import { LONGEST_FRAGMENT } from '../../shell/model/listing';
import type { Analysis, SimpleCommand } from '../../shell/model/analysis';
import { runTolerantly, type TolerantRun } from './openedTolerantly';
import { likelyCommands } from './likelyCommands';

const MOST_FRAGMENTS = 32;

export interface TolerantReading {
  /** With likely values, in order. */
  readonly likely: readonly SimpleCommand[];
  /** For each part that the analysis does not understand. */
  readonly fragments: readonly TolerantRun[];
}

/** @throws InputProblem for too much */
export function readBeyondAnalysis(analysis: Analysis, home: string): TolerantReading {
  return { likely: likelyCommands(analysis, home), fragments: readNotUnderstood(analysis, home) };
}

/** @throws InputProblem for too much */
export const readNotUnderstood = oncePerWith((analysis: Analysis, home: string): readonly TolerantRun[] => {
  const cwd = analysis.commands[0]?.cwd;
  return notUnderstood(analysis).map((text) => runTolerantly(text, { cwd, home, platform: analysis.platform }));
});

/** The whole line if a part may be cut, or if small parts are too many. */
export function notUnderstood({ script, commands, unknown }: Analysis): readonly string[] {
  if (unknown.length === 0) return [];
  const isCut = unknown.some(({ fragment }) => fragment === '' || fragment.length >= LONGEST_FRAGMENT);
  const whole = commands.length === 0 || unknown.length > MOST_FRAGMENTS || isCut;
  return whole ? [script] : [...new Set(unknown.map(({ fragment }) => fragment))];
}
