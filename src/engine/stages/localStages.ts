/** Stages 7, 8, 9, 12 and 13. */
import { callKey, contextKey, livingShellKey } from '../model/callKey';
import { readOnlyObjection } from '../proof/readOnlyCommand';
import { readToolObjection } from '../proof/privateReads';
import { skillObjection } from '../proof/loadedSkill';
import { ownOutputOf } from '../proof/sessionFolders';
import { readOnlyPlace } from '../proof/readOnlyPlace';
import { callChanges } from '../edits/protectedChange';
import { workspaceEditVerdict } from '../edits/workspaceEdit';
import type { GateMemory } from '../model/ports';
import type { FileSystem } from '../../files/fileSystem';
import type { ToolCall } from '../../calls/toolCall';
import type { CallContext, Passed, Stage } from '../model/stage';

export const hardDenyStage: Stage = ({ floor }) =>
  floor === undefined
    ? undefined
    : {
        outcome: 'block',
        stage: 'hard-deny',
        tier: 'hard_deny',
        rule: { text: floor.check, source: 'hard-floor' },
        reason: floor.reason,
        fragment: floor.fragment,
        remedy: floor.remedy,
      };

export const safeToolStage: Stage = ({ call, configuration, gate }) => {
  if (!call.safe) return undefined;
  // A remote path may hang; an unknown one is no ordinary read.
  if (call.touches.some(({ resolved }) => resolved.remote || resolved.unknown !== undefined)) return undefined;
  // A device may have effects; a pipe loses its content.
  if (call.touches.some(({ resolved: { real } }) => real !== undefined && isSpecial(gate.files.inspect(real)))) {
    return undefined;
  }
  const place = { ...gate, workspaceFolders: configuration.workspaceFolders, isOwnOutput: ownOutputOf(call, gate) };
  if (readToolObjection(call, place) !== undefined || skillObjection(call, place) !== undefined) return undefined;
  return { outcome: 'allow', stage: 'safe-tool', reason: `${call.tool} only reads or coordinates.` };
};

function isSpecial(facts: ReturnType<FileSystem['inspect']>): boolean {
  return typeof facts === 'object' && facts.type === 'other';
}

export const workspaceEditStage: Stage = ({ call, configuration, protectedPath, gate }) => {
  const isEdit = call.kind === 'edit' || call.kind === 'write' || call.kind === 'delete';
  if (!isEdit || !call.understood || protectedPath !== undefined) return undefined;
  if (!configuration.trusted || !configuration.fastPaths.workspaceEdits) return undefined;
  const verdict = workspaceEditVerdict(callChanges(call), configuration, gate.machine, gate.files, gate.writes);
  return verdict.allowed
    ? { outcome: 'allow', stage: 'workspace-edit', reason: 'The call changes an ordinary file inside the workspace.' }
    : undefined;
};

export const readOnlyCommandStage: Stage = (context) => {
  const { call, configuration, gate } = context;
  const { line } = call;
  if (line === undefined || !configuration.fastPaths.readOnlyCommands || inChangedShell(call, gate.memory)) {
    return undefined;
  }
  return readOnlyObjection(line, readOnlyPlace(context)) === undefined
    ? { outcome: 'allow', stage: 'read-only-command', reason: 'The command only reads, and none of it is unknown.' }
    : undefined;
};

export function inChangedShell(call: ToolCall, memory: GateMemory): boolean {
  const key = livingShellKey(call);
  return key !== undefined && memory.livingShellChanged(key);
}

export const allowOnceStage: Stage = (context) => {
  const { answers, call, configuration, gate } = context;
  if (!configuration.trusted || gate.memory.paused) return undefined;
  if (!answers.released && !gate.memory.holdsAllowOnce(callKey(call.request))) return undefined;
  // A link may have turned since the user saw the call.
  const isPlain = call.touches.every(({ resolved }) => resolved.candidates.length === 1);
  if (isPlain && settlesLocally(context)) {
    return { outcome: 'allow', stage: 'allow-once', reason: 'The user released exactly this call, once.' };
  }
  const authorisation = 'The user saw that this call was blocked and released exactly this call, once.';
  return { released: true, authorisation, userSaidRun: true };
};

export const cacheStage: Stage = (context, passed) => {
  const { answers, call, configuration, gate } = context;
  // Once asked about this call, only it counts.
  if (answers.classifier.size > 0) return undefined;
  if (!isCacheable(context, passed) || !gate.memory.cached(contextKey(call, configuration, gate.files)))
    return undefined;
  return {
    outcome: 'allow',
    stage: 'cache',
    reason: 'The classifier allowed the same call in the same context before.',
  };
};

export function isCacheable(context: CallContext, { authorisation }: Passed): boolean {
  const { call, configuration, gate } = context;
  if (!configuration.trusted || gate.memory.paused || authorisation !== undefined) return false;
  return call.request.sessionId !== undefined && settlesLocally(context);
}

/** The classifier always sees changes of protected paths and runs of unknown files. */
function settlesLocally({ call, protectedPath }: CallContext): boolean {
  return protectedPath === undefined && !runsUnknownContent(call);
}

function runsUnknownContent(call: ToolCall): boolean {
  return call.command !== undefined || call.guessedLines.length > 0 || call.kind === 'other' || call.kind === 'agent';
}
