/** Stage 11a: the project's code runs in a sandbox without a question. */
import { nodesOf } from '../../closure/closure';
import { mustBeJudged } from '../closure/mustBeJudged';
import { isAboutAllFiles } from '../contained/changeRules';
import { containedObjection } from '../contained/containedCommand';
import { leadingFolder } from '../contained/leadingFolder';
import { masksFailure } from '../contained/masksFailure';
import { newParts } from '../contained/newParts';
import { partKinds } from '../contained/partKinds';
import { keyOfCall } from '../model/callKey';
import { linkedWorkTreeAt } from '../../files/git/linkedWorkTree';
import type { ContainedRun, Gate, LinkedRepository } from '../model/ports';
import type { CallContext, Passed, Stage } from '../model/stage';
import { turnOfOwnJudge } from './agentJudgeStage';
import { inChangedShell } from './localStages';

export const containedStage: Stage = (context, passed) => {
  if (notContained(context, passed) !== undefined) return undefined;
  const run = containedRun(context);
  if (run === undefined) return undefined;
  const prepared = context.answers.preparedRun(run.callKey);
  if (prepared === undefined) return { from: 'containment', about: 'a contained run', key: run.callKey, run };
  if (prepared.kind === 'not-possible') return undefined;
  const contained =
    'It runs in a sandbox: without network, and with nothing to change but ordinary files of the workspace.';
  return {
    outcome: 'allow',
    stage: 'contained',
    reason: prepared.unkept === undefined ? contained : `${contained} ${prepared.unkept}`,
    rewritten: `${leadingFolder(context.call.command ?? '', context.call.line)?.prefix ?? ''}${prepared.command}`,
  };
};

/** Why the judge must decide; ends a sentence. */
function notContained(context: CallContext, passed: Passed): string | undefined {
  const { agent = '', sessionId = '' } = context.call.request;
  return neverContained(context, passed) ?? context.gate.containment?.objection(agent, sessionId);
}

/** Why it runs contained in no session; ends a sentence. */
export function neverContained(context: CallContext, passed: Passed): string | undefined {
  const { call, configuration, permissions, gate, protectedPath } = context;
  const { line, request, command } = call;
  const { containment } = gate;
  if (line === undefined || command === undefined || containment === undefined) return 'nothing can run contained here';
  if (!configuration.fastPaths.containedCommands) return 'autoMode.fastPaths.containedCommands is off';
  if (!configuration.trusted) return 'the workspace is not trusted';
  if (passed.authorisation !== undefined || passed.userSaidRun === true || passed.exempted === true) {
    return 'a rule asked about it';
  }
  if (isAboutAllFiles(permissions)) return 'a rule is about every file that is read or changed';
  if (protectedPath !== undefined) return 'it changes a protected path';
  if (gate.memory.paused || mustBeJudged(context) || inChangedShell(call, gate.memory)) return 'it is judged each time';
  if (turnOfOwnJudge(context) === 'always') return 'the judge of the agent decides as well';
  const { agent, sessionId } = request;
  if (agent === undefined || sessionId === undefined || request.takesRewritten !== true) {
    return 'no agent runs it that could be given another call';
  }
  const objection = containedObjection(line, call.input, {
    machine: gate.machine,
    files: gate.files,
    workspaceFolders: configuration.workspaceFolders,
    commands: configuration.contained.commands,
  });
  if (objection !== undefined) return `${objection.why}${objection.fragment === '' ? '' : ` (${objection.fragment})`}`;
  const stopped = containment.stoppedBefore(keyOfCall(context));
  return stopped === undefined ? undefined : `a contained run of it was stopped at ${stopped}`;
}

function containedRun(context: CallContext): Omit<ContainedRun, 'decisionId'> | undefined {
  const { call, configuration, permissions, gate, closure } = context;
  const { request, line, command } = call;
  const { agent, sessionId, environment } = request;
  const path = environment?.['PATH'];
  if (line === undefined || command === undefined || agent === undefined || sessionId === undefined) return undefined;
  if (typeof path !== 'string') return undefined;
  const leading = leadingFolder(command, line);
  const cwd = leading?.folder ?? line.cwd;
  if (cwd === undefined) return undefined;
  return {
    callKey: keyOfCall(context),
    agent,
    sessionId,
    line: leading?.rest ?? command,
    masksFailure: masksFailure(leading?.rest ?? command),
    shell: line.analysis.shell,
    cwd,
    workspaceFolders: configuration.workspaceFolders,
    repositories: linkedRepositories(configuration.workspaceFolders, gate),
    path,
    ...newParts(configuration, permissions, gate),
    kindOf: partKinds(configuration, permissions, gate),
    snapshots: configuration.snapshots,
    hashes: new Map(
      nodesOf(closure.closure).flatMap(({ node: { path, sha256 } }) => (sha256 === undefined ? [] : [[path, sha256]])),
    ),
  };
}

/** A work tree's `.git` is a file that the sandbox cannot change; its repository lies elsewhere. */
function linkedRepositories(
  folders: readonly string[],
  { machine, files }: Pick<Gate, 'machine' | 'files'>,
): readonly LinkedRepository[] {
  return folders.flatMap((folder) => {
    const real = files.realPath(folder);
    return (real === undefined ? undefined : linkedWorkTreeAt(real, { machine, files })) ?? [];
  });
}
