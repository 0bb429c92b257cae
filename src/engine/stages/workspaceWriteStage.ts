import { isForClassifierOnly } from '../../floor/classifierOnly';
import type { CallContext, Stage } from '../model/stage';
import { isWriter } from '../writes/writerCall';
import { workspaceWrite } from '../writes/workspaceWrite';
import { inChangedShell } from './localStages';

export const workspaceWriteStage: Stage = (context) => {
  const { call, gate } = context;
  const { line } = call;
  // Each change is judged by itself: filling a folder does not change it.
  if (line === undefined || !writesAreOn(context)) return undefined;
  if (inChangedShell(call, gate.memory) || isForClassifierOnly(call)) return undefined;
  if (!workspaceWrite(line, context).allowed) return undefined;
  return {
    outcome: 'allow',
    stage: 'workspace-write',
    reason: 'The command only changes ordinary files inside the workspace, and none of it is unknown.',
  };
};

/** What settings send to the classifier stays there as part of a line. */
export function writesAreOn({ call: { line }, configuration: { trusted, fastPaths } }: CallContext): boolean {
  if (!trusted || !fastPaths.workspaceWrites || !fastPaths.workspaceEdits) return false;
  return fastPaths.readOnlyCommands || line?.analysis.commands.every(isWriter) === true;
}
