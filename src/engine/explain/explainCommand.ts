import { foldersOf, writtenText, type Shell, type SimpleCommand } from '../../shell/model/analysis';
import { Round } from '../round';
import type { EffectiveConfiguration } from '../model/configuration';
import type { Runs, Stage } from '../model/decision';
import { mustBeJudged } from '../closure/mustBeJudged';
import { shownRuns } from '../closure/shownRuns';
import { readOnlyClosureObjection } from '../proof/readOnlyClosure';
import type { Gate } from '../model/ports';
import { checkRequestSchema, type CheckRequest } from '../../calls/request';
import { Answers } from '../model/answers';
import { malformedFor } from '../stages/askStage';
import { firstBroadMatch, withPlace } from '../stages/ruleMatches';
import type { CallContext } from '../model/stage';
import { resolvedTouches, toolCall, type ToolCall } from '../../calls/toolCall';
import { coveringRule } from '../stages/allowedCommand';
import { keptRemoval } from '../stages/keptRemovalStage';
import { localGitOpinion } from '../stages/localGitStage';
import { writesAreOn } from '../stages/workspaceWriteStage';
import type { Act } from '../writes/acts';
import { workspaceWrite } from '../writes/workspaceWrite';
import type { CommandLine } from '../../calls/command/commandLine';
import { containedObjection, NOTHING_OF_PROJECT } from '../contained/containedCommand';
import { readOnlyObjection } from '../proof/readOnlyCommand';
import { readOnlyPlace } from '../proof/readOnlyPlace';
import { shellTouches } from '../../calls/command/shellTouches';
import { whyJudged } from './whyJudged';

export type ExplainedOutcome = 'allowed' | 'blocked' | 'asks' | 'judged';

export interface Explained {
  readonly outcome: ExplainedOutcome;
  readonly stage: Stage;
  readonly why: string;
}

export interface ExplainedCommand extends Explained {
  readonly command: string;
  readonly folders: readonly string[];
  /** Outermost first. */
  readonly via: readonly string[];
}

export interface Explanation extends Explained {
  readonly command: string;
  /** `other` is not read. */
  readonly shell: Shell;
  /** The call's folder is in a git work tree. */
  readonly worktree?: { readonly root: string; readonly of: string };
  readonly commands: readonly ExplainedCommand[];
  readonly more?: number;
  /** One sentence each. */
  readonly changes: readonly string[];
  /** Unless empty, nothing is settled locally. */
  readonly unknown: readonly { readonly why: string; readonly fragment: string }[];
  /** The files' contents that it runs, as a tree in order. */
  readonly runs?: Runs;
}

/**
 * As the gate's `bash` tool.
 * @throws InputProblem if no such line can run
 */
export function explainCommand(command: string, cwd: string | undefined, gate: Gate): Explanation {
  const request = checkRequestSchema.parse({ tool: 'bash', input: { command }, ...(cwd === undefined ? {} : { cwd }) });
  const explanation = explainCall(request, gate);
  if (explanation === undefined) throw new Error('the tool bash runs a command line');
  return explanation;
}

/**
 * @param most how many are explained; the rest is counted
 * @returns undefined without a shell line
 * @throws InputProblem
 */
export function explainCall(
  request: CheckRequest,
  gate: Gate,
  most = Number.POSITIVE_INFINITY,
): Explanation | undefined {
  const configuration = gate.configurationFor(request.cwd, undefined);
  const call = toolCall(request, gate.machine, gate.files);
  const { line, command } = call;
  if (line === undefined || command === undefined) return undefined;
  const { commands, unknown, shell } = line.analysis;
  const named = commands.filter(({ words }) => words.length > 0);
  const whole = contextOf(call, configuration, gate);
  const runs = shownRuns(whole.closure, gate);
  return {
    command,
    shell,
    ...worktreeOf(configuration),
    commands: named.slice(0, most).map((simple) => explained(simple, call, line, configuration, gate)),
    ...(named.length > most ? { more: named.length - most } : {}),
    unknown: unknown.map(({ why, fragment }) => ({ why, fragment })),
    changes: [...new Set(workspaceWrite(line, whole).acts.map(changeSentence))],
    ...(runs === undefined ? {} : { runs }),
    ...outcomeOf(whole, line),
  };
}

function worktreeOf({ worktree, workspaceFolders: [root] }: EffectiveConfiguration): Pick<Explanation, 'worktree'> {
  return worktree === undefined || root === undefined ? {} : { worktree: { root, of: worktree.of } };
}

function contextOf(call: ToolCall, configuration: EffectiveConfiguration, gate: Gate): CallContext {
  return new Round(call, configuration, { request: call.request, gate, answers: new Answers() }, false);
}

function explained(
  command: SimpleCommand,
  call: ToolCall,
  line: CommandLine,
  configuration: EffectiveConfiguration,
  gate: Gate,
): ExplainedCommand {
  const { analysis } = line;
  const code = analysis.code.filter((inline) => inline.command === command);
  const alone: CommandLine = { ...line, analysis: { ...analysis, commands: [command], code, unknown: [] } };
  const text = command.words.map(writtenText).join(' ');
  const { touches } = shellTouches(alone.analysis, gate.machine, gate.files);
  const part: ToolCall = {
    ...call,
    command: text,
    line: alone,
    touches: resolvedTouches(touches, command.cwd, gate.machine, gate.files),
  };
  return {
    command: text,
    folders: foldersOf(command),
    via: command.context.via,
    ...outcomeOf(contextOf(part, configuration, gate), alone),
  };
}

function outcomeOf(context: CallContext, line: CommandLine): Explained {
  const { configuration, floor } = context;
  const deny = firstBroadMatch(context, 'deny');
  if (deny !== undefined) {
    const why = withPlace(`The deny rule ${deny.rule.text} forbids it.`, deny);
    return { outcome: 'blocked', stage: 'permissions.deny', why };
  }
  if (floor !== undefined) return { outcome: 'blocked', stage: 'hard-deny', why: floor.reason };
  const ask = firstBroadMatch(context, 'ask');
  if (ask !== undefined) {
    const why = withPlace(`The ask rule ${ask.rule.text} wants the user's word.`, ask);
    return { outcome: 'asks', stage: 'permissions.ask', why };
  }
  const [malformed] = malformedFor(context);
  if (malformed !== undefined) {
    const { text, source } = malformed;
    const why = `The entry ${text} in the ${source} settings cannot be read, and asks until it is mended.`;
    return { outcome: 'asks', stage: 'permissions.ask', why };
  }
  const { trusted, fastPaths } = configuration;
  const place = readOnlyPlace(context);
  const objection = readOnlyObjection(line, place);
  if (objection === undefined && fastPaths.readOnlyCommands) {
    return { outcome: 'allowed', stage: 'read-only-command', why: 'It only reads.' };
  }
  if (fastPaths.readOnlyCommands && !mustBeJudged(context) && readOnlyClosureObjection(context, place) === undefined) {
    return { outcome: 'allowed', stage: 'read-only-command', why: 'It and the shell scripts that it runs only read.' };
  }
  const write = workspaceWrite(line, context);
  if (write.allowed && writesAreOn(context)) {
    return { outcome: 'allowed', stage: 'workspace-write', why: 'It only changes ordinary files of the workspace.' };
  }
  const isOrdinary = trusted && context.protectedPath === undefined;
  const { objection: ofGit, reason } = localGitOpinion(line, context);
  if (reason !== undefined && isOrdinary && fastPaths.localGit) {
    return { outcome: 'allowed', stage: 'local-git', why: reason };
  }
  const rule = isOrdinary ? coveringRule(context) : undefined;
  if (rule !== undefined) {
    return { outcome: 'allowed', stage: 'permissions.allow', why: `The allow rule ${rule.text} covers it.` };
  }
  if (keptRemoval(context) !== undefined) {
    return {
      outcome: 'allowed',
      stage: 'kept-removal',
      why: 'All that it removes is kept first, so that Undo puts it back, unless that is too large.',
    };
  }
  const contained = containedNow(context, line);
  if (contained === undefined) {
    return {
      outcome: 'allowed',
      stage: 'contained',
      why: 'It runs in a sandbox, once its agent was seen to run what it is given back.',
    };
  }
  return {
    outcome: 'judged',
    stage: 'classifier',
    why: whyJudged(line, trusted, { reading: objection, write, ofGit, contained }),
  };
}

/** For an agent that runs what it is given back; otherwise ends a sentence. */
function containedNow(
  { call, configuration, gate, protectedPath }: CallContext,
  line: CommandLine,
): string | undefined {
  const { trusted, fastPaths, contained, workspaceFolders } = configuration;
  const { machine, files, containment } = gate;
  const objection = containedObjection(line, call.input, {
    machine,
    files,
    workspaceFolders,
    commands: contained.commands,
  });
  if (objection !== undefined) return objection.why === NOTHING_OF_PROJECT ? '' : objection.why;
  if (protectedPath !== undefined) return 'it changes a protected path';
  if (!trusted || !fastPaths.containedCommands)
    return 'autoMode.fastPaths.containedCommands is off, or the workspace is not trusted';
  return containment === undefined ? 'no sandbox is used here' : containment.unavailable();
}

const CHANGES: Readonly<Record<Act['kind'], string>> = {
  folder: 'makes the folder',
  overwrite: 'writes',
  append: 'changes',
  'move-from': 'moves',
  'move-to': 'moves something to',
  delete: 'deletes',
};

function changeSentence({ kind, touch }: Act): string {
  return `${CHANGES[kind]} ${touch.path}`;
}
