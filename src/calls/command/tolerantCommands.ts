/** What a line may run beside its certain commands. Good enough to block, never to allow. */
import type { Analysis, SimpleCommand } from '../../shell/model/analysis';
import { readTolerantly } from '../../shell/reading/tolerantReading';
import { likelyCommands } from './likelyCommands';

const MOST_FRAGMENTS = 32;

export interface TolerantReading {
  /** With likely values for what is known only at run time, in command order. */
  readonly likely: readonly SimpleCommand[];
  /** By part that the analysis did not understand. */
  readonly fragments: readonly (readonly SimpleCommand[])[];
}

export function readBeyondAnalysis(analysis: Analysis, home: string): TolerantReading {
  const cwd = analysis.commands[0]?.cwd;
  return {
    likely: likelyCommands(analysis, home),
    fragments: notUnderstood(analysis).map((text) => readTolerantly(text, { cwd, home })),
  };
}

/** Many small parts are not worth their time. */
export function notUnderstood({ script, commands, unknown }: Analysis): readonly string[] {
  if (unknown.length === 0) return [];
  const whole =
    commands.length === 0 || unknown.length > MOST_FRAGMENTS || unknown.some(({ fragment }) => fragment === '');
  return whole ? [script] : [...new Set(unknown.map(({ fragment }) => fragment))];
}
