/** What the line removes is kept first, so nobody is asked. */
import { mustBeJudged } from '../closure/mustBeJudged';
import { keyOfCall } from '../model/callKey';
import type { RemovalRun } from '../model/ports';
import type { CallContext, Stage } from '../model/stage';
import { lineRemoval } from '../removals/removalLine';
import type { Removal } from '../removals/removedBy';
import { inChangedShell } from './localStages';

export const keptRemovalStage: Stage = (context) => {
  const { call, configuration, gate, answers } = context;
  const { agent, sessionId } = call.request;
  const { line, command } = call;
  // For any other caller nothing runs, so nothing is kept.
  if (line === undefined || command === undefined || agent === undefined || sessionId === undefined) return undefined;
  if (gate.memory.paused || mustBeJudged(context) || inChangedShell(call, gate.memory)) return undefined;
  const removal = keptRemoval(context);
  if (removal === undefined) return undefined;
  const { folder, paths, entries } = removal;
  const run: Omit<RemovalRun, 'decisionId'> = {
    ...{ agent, line: command, folder, paths },
    snapshots: configuration.snapshots,
  };
  // What came or went meanwhile is kept anew.
  const key = JSON.stringify([keyOfCall(context), folder, paths, entries]);
  const kept = answers.keptRemoval(key);
  if (kept === undefined) return { from: 'removals', about: 'what is removed', key, run };
  if (kept.kind === 'not-possible') return undefined;
  return {
    outcome: 'allow',
    stage: 'kept-removal',
    reason: 'The command only removes ordinary files of the workspace, and all of them are kept: Undo puts them back.',
  };
};

/** Undefined unless an agent makes the call. */
export function keptRemoval(context: CallContext): Removal | undefined {
  const { call, configuration, protectedPath } = context;
  const { trusted, fastPaths, snapshots } = configuration;
  const isOn = trusted && fastPaths.keptRemovals && snapshots.enabled;
  if (!isOn || call.line === undefined || protectedPath !== undefined) return undefined;
  return lineRemoval(call.line, context);
}
