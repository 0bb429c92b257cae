/** Stages 7, 8, 9, 12 and 13. */
import { projectFolders } from '../model/configuration';
import { contextKey, keyOfCall, livingShellKey } from '../model/callKey';
import { mustBeJudged } from '../closure/mustBeJudged';
import { questionFacts } from '../facts/questionFacts';
import { readOnlyObjection } from '../proof/readOnlyCommand';
import { readToolObjection } from '../proof/privateReads';
import { skillObjection } from '../proof/loadedSkill';
import { ownOutputOf } from '../proof/sessionFolders';
import { readOnlyClosureObjection } from '../proof/readOnlyClosure';
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
  // A device may act; a pipe loses its content.
  if (call.touches.some(({ resolved: { real } }) => real !== undefined && isSpecial(gate.files.inspect(real)))) {
    return undefined;
  }
  const place = { ...gate, workspaceFolders: configuration.workspaceFolders, isOwnOutput: ownOutputOf(call, gate) };
  if (readToolObjection(call, place) !== undefined) return undefined;
  // An agent from the main folder keeps its skills in a work tree.
  if (skillObjection(call, { ...gate, projectFolders: projectFolders(configuration) }) !== undefined) return undefined;
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
  if (!verdict.allowed) return undefined;
  const where = configuration.worktree === undefined ? 'the workspace' : 'its git work tree of the workspace';
  return { outcome: 'allow', stage: 'workspace-edit', reason: `The call changes an ordinary file inside ${where}.` };
};

export const readOnlyCommandStage: Stage = (context) => {
  const { call, configuration, gate } = context;
  const { line } = call;
  if (line === undefined || !configuration.fastPaths.readOnlyCommands || inChangedShell(call, gate.memory)) {
    return undefined;
  }
  const place = readOnlyPlace(context);
  if (readOnlyObjection(line, place) === undefined) {
    return {
      outcome: 'allow',
      stage: 'read-only-command',
      reason: 'The command only reads, and none of it is unknown.',
    };
  }
  if (mustBeJudged(context) || readOnlyClosureObjection(context, place) !== undefined) return undefined;
  const reason = 'The command and the shell scripts that it runs only read, and none of it is unknown.';
  return { outcome: 'allow', stage: 'read-only-command', reason };
};

export function inChangedShell(call: ToolCall, memory: GateMemory): boolean {
  const key = livingShellKey(call);
  return key !== undefined && memory.livingShellChanged(key);
}

export const allowOnceStage: Stage = (context) => {
  const { answers, call, configuration, gate } = context;
  if (!configuration.trusted || gate.memory.paused) return undefined;
  if (!answers.released && !gate.memory.holdsAllowOnce(keyOfCall(context))) return undefined;
  // A link may have turned since the question.
  const isPlain = call.touches.every(({ resolved }) => resolved.candidates.length === 1);
  if (isPlain && settlesLocally(context)) {
    return { outcome: 'allow', stage: 'allow-once', reason: 'The user released exactly this call, once.' };
  }
  const authorisation = 'The user saw that this call was blocked and released exactly this call, once.';
  return { released: true, authorisation, userSaidRun: true };
};

export const cacheStage: Stage = (context, passed) => {
  const { answers, gate } = context;
  // Once it was asked about this call, its answer counts.
  if (answers.isJudged) return undefined;
  if (!isCacheable(context, passed) || !gate.memory.cached(cacheKey(context))) return undefined;
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

/** With facts for a shell command: its words do not say all. */
export function cacheKey(context: CallContext): string {
  return contextKey(context, context.call.line === undefined ? [] : questionFacts(context));
}

/** The classifier sees every change of protected paths and every run of unknown content. */
function settlesLocally(context: CallContext): boolean {
  return context.protectedPath === undefined && !runsUnknownContent(context);
}

function runsUnknownContent(context: CallContext): boolean {
  const { call, closure, gate } = context;
  if (call.guessedLines.length > 0 || call.kind === 'other' || call.kind === 'agent') return true;
  if (call.command === undefined) return false;
  if (call.line === undefined || call.line.use.oddField !== undefined) return true;
  return !closure.closure.complete || inChangedShell(call, gate.memory) || mustBeJudged(context);
}
