import { actionSummary, rawSummary } from '../calls/actionText';
import { livingShellKey } from './model/callKey';
import { callContext } from './callContext';
import type { EffectiveConfiguration } from './model/configuration';
import type { Decision, Stage as StageId } from './model/decision';
import { diskSnapshot } from '../files/diskSnapshot';
import { resolvePath } from '../files/pathResolution';
import { isAbsolute } from '../files/pathText';
import type { JsonObject, JsonValue } from '../common/json';
import { jsonCopy } from '../common/jsonCopy';
import type { Gate } from './model/ports';
import { checkRequestSchema, type CheckRequest } from '../calls/request';
import { Answers } from './model/answers';
import { classifierStage } from './stages/classifierStage';
import {
  allowOnceStage,
  cacheStage,
  hardDenyStage,
  readOnlyCommandStage,
  safeToolStage,
  workspaceEditStage,
} from './stages/localStages';
import { allowStage, askStage, denyStage } from './stages/permissionStages';
import { cancelledVerdict, isWait, type Stage, type Verdict, type Wait } from './model/stage';
import { InputProblem, toolCall, type ToolCall } from '../calls/toolCall';
import { Trace } from './model/trace';

/** The checks after the request was understood, in order. The first that has an opinion decides. */
const STAGES_IN_ORDER: readonly (readonly [StageId, Stage])[] = [
  ['permissions.deny', denyStage],
  ['permissions.ask', askStage],
  ['hard-deny', hardDenyStage],
  ['safe-tool', safeToolStage],
  ['workspace-edit', workspaceEditStage],
  ['read-only-command', readOnlyCommandStage],
  ['permissions.allow', allowStage],
  ['allow-once', allowOnceStage],
  ['cache', cacheStage],
  ['classifier', classifierStage],
];

/** These harm nothing, so a full disk does not stop them; every other allow must leave a trace on disk first. */
const ALLOWED_WITHOUT_LOG: ReadonlySet<StageId> = new Set<StageId>(['safe-tool', 'read-only-command']);

/**
 * Decides one tool call.
 * @param request what the caller sent, unchecked; see `checkRequestSchema`.
 * @param signal aborts when the agent gave up on the call: the decision is then a block, at once.
 * @returns the decision. Never rejects: every failure is a block that says so.
 */
export async function decide(request: unknown, gate: Gate, signal: AbortSignal): Promise<Decision> {
  const started = gate.clock.monotonic();
  const at = new Date(gate.clock.now()).toISOString();
  const id = gate.newId();
  let subject: Subject = { tool: 'unreadable request', summary: () => 'a request that could not be read' };
  let running: StageId = 'invalid-request';
  const trace = new Trace();
  let verdict: Verdict;
  let shown: string | undefined;
  try {
    const judging = rounds(request, gate, signal, {
      id,
      subject: (known) => {
        subject = known;
      },
      stage: (stage) => {
        running = stage;
      },
      running: () => running,
      trace,
    });
    let step = judging.next();
    while (step.done !== true) step = judging.next(await step.value.wait());
    // From the last look at the settings to the entry in the log there is no await.
    verdict = step.value;
    shown = subject.summary();
  } catch {
    // The cause may quote tool input, so it is not repeated here.
    verdict = {
      outcome: 'block',
      stage: running,
      reason: 'Auto Mode failed while it decided this call, so the call is blocked.',
      remedy: 'Try again; if it happens again, report it with the entry in the Auto Mode log.',
    };
  }
  const { input, summary, ...who } = subject;
  const decision: Decision = {
    id,
    at,
    durationMs: gate.clock.monotonic() - started,
    ...verdict,
    ...who,
    summary: shown ?? summaryAfterFailure(summary),
    trace: trace.steps,
  };
  return decision.outcome === 'defer' ? decision : recorded(decision, input, gate);
}

function summaryAfterFailure(summary: () => string): string {
  try {
    return summary();
  } catch {
    return 'a call that could not be shown';
  }
}

/** Told by the rounds on their way, so that a failure too is reported with the call and the stage it belongs to. */
interface Progress {
  /** The decision's own id. */
  readonly id: string;
  subject(subject: Subject): void;
  stage(stage: StageId): void;
  /** The stage told last. */
  running(): StageId;
  readonly trace: Trace;
}

/** Who asks for what: the part of a decision that is known before any stage runs. */
type Subject = Pick<Decision, 'tool'> &
  Partial<Pick<Decision, 'cwd' | 'agent' | 'sessionId' | 'callId' | 'subAgent' | 'mode'>> & {
    readonly input?: JsonValue;
    /** Made once at the end: to look for secrets takes longer than most stages. */
    readonly summary: () => string;
  };

function recorded(decision: Decision, input: JsonValue | undefined, gate: Gate): Decision {
  let final = decision;
  const written = succeeds(() => gate.writeLog(decision, input));
  if (!written && decision.outcome === 'allow' && !ALLOWED_WITHOUT_LOG.has(decision.stage)) {
    // Without the classifier's words: they spoke for the call, and must not count as its block.
    const { tier: _tier, classifier: _classifier, ...rest } = decision;
    final = {
      ...rest,
      outcome: 'block',
      reason: 'The decision log on disk cannot be written, and a call is not allowed without a trace.',
      remedy: 'Free disk space or mend the permissions of the log folder (command "Auto Mode: Show Log").',
    };
  }
  // The log has it by now: what fails in counting or showing it changes nothing about the decision.
  succeeds(() => {
    gate.note(final);
    return true;
  });
  return final;
}

/** False as well where the work throws. */
function succeeds(work: () => boolean): boolean {
  try {
    return work();
  } catch {
    return false;
  }
}

/**
 * Settings under which a decision may begin to wait, and times that one question may be put in it. More than that come from something
 * that changes the settings or the files over and over, and whoever waits for an answer is not to be kept.
 */
const MAX_ROUNDS = 3;

/**
 * The rounds of one decision. A round goes through all stages with one snapshot of the configuration and one look at the disk, and runs
 * without a break. Where a stage must wait, for the user or the classifier, the round ends: it yields the wait, and once the answer is
 * there a new round starts from the beginning, which knows the answers so far.
 *
 * So only a round in which nobody was waited for decides, and its verdict is the one that the settings and files of that very moment
 * give: a deny rule written or a link turned while a dialog was open counts, and nothing that was allowed under former settings stands
 * by itself. What it costs is the local stages once more for each answer, some milliseconds beside seconds. Two things end a decision
 * from within a wait, both as a block: the user's refusal, which no setting takes back, and the cancellation of the call. A verdict that
 * the former settings would have given, block or allow, is not kept otherwise; where auto mode was switched off meanwhile, the call is
 * left to the agent like a new one.
 */
function* rounds(
  raw: unknown,
  world: Gate,
  signal: AbortSignal,
  progress: Progress,
): Generator<Wait, Verdict, Verdict | undefined> {
  let gate = withSnapshot(world);
  const read = readRequest(raw, gate, progress);
  if (read.problem !== undefined) return invalidRequest(read.problem, gate, read.request);
  const { request } = read;
  const answers = new Answers(progress.id);
  let released = false;
  let exempted = false;
  const waitedUnder = new Set<EffectiveConfiguration>();
  const put = new Map<string, number>();
  for (;;) {
    const configuration = gate.configurationFor(request.cwd, request.sessionId);
    const opinion = round(request, configuration, answers, gate, signal, progress);
    if (answers.exempted === 'earlier' && !exempted) {
      exempted = true;
      progress.trace.note('permissions.ask', 'exempted');
    }
    if (answers.released && !released && (isWait(opinion) || opinion.stage !== 'allow-once')) {
      released = true;
      progress.trace.note('allow-once', 'released');
    }
    if (!isWait(opinion)) return opinion;
    const times = (put.get(opinion.about) ?? 0) + 1;
    put.set(opinion.about, times);
    waitedUnder.add(configuration);
    if (times > MAX_ROUNDS || waitedUnder.size > MAX_ROUNDS) return keptChanging(progress.running());
    const since = gate.clock.monotonic();
    const final = yield opinion;
    const answered = answers.takeSaid();
    const said = signal.aborted ? 'cancelled' : (answered ?? 'cancelled');
    progress.trace.note(progress.running(), said, gate.clock.monotonic() - since);
    if (signal.aborted) return cancelledVerdict();
    if (final !== undefined) return final;
    gate = withSnapshot(world);
  }
}

function withSnapshot(world: Gate): Gate {
  return { ...world, files: diskSnapshot(world.files, world.clock) };
}

/** All stages, one after the other and without a break. */
function round(
  request: CheckRequest,
  configuration: EffectiveConfiguration,
  answers: Answers,
  gate: Gate,
  signal: AbortSignal,
  progress: Progress,
): Verdict | Wait {
  if (!configuration.enabled) {
    noteUnjudged(request, gate);
    return disabled();
  }
  if (signal.aborted || request.cancelled === true) return cancelledVerdict();
  let call: ToolCall;
  try {
    call = toolCall(request, gate.machine, gate.files);
  } catch (error) {
    if (error instanceof InputProblem) return invalidRequest(error.message, gate, request);
    throw error;
  }
  progress.subject({ ...subjectOf(request), summary: () => actionSummary(call, gate.redact) });
  const context = callContext(call, configuration, gate, signal, answers);
  for (const [id, stage] of STAGES_IN_ORDER) {
    progress.stage(id);
    const opinion = stage(context);
    if (opinion === undefined) continue;
    if (!isWait(opinion) && opinion.outcome === 'allow') noteEffects(call, gate);
    return opinion;
  }
  throw new Error('no stage decided');
}

function keptChanging(stage: StageId): Verdict {
  return {
    outcome: 'block',
    stage,
    reason: 'The settings, or the files of this call, kept changing while it was decided, so it is blocked.',
    remedy: 'Try again once they have settled.',
  };
}

type ReadRequest =
  | { readonly request: CheckRequest; readonly problem?: undefined }
  | { readonly problem: string; readonly request: CheckRequest | undefined };

function readRequest(raw: unknown, gate: Gate, progress: Progress): ReadRequest {
  const copy = jsonCopy(raw);
  if (!copy.ok) return { problem: copy.problem, request: undefined };
  const parsed = checkRequestSchema.safeParse(copy.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') ?? '';
    return {
      problem: `${field === '' ? 'the request' : field}: ${issue?.message ?? 'does not fit'}`,
      request: undefined,
    };
  }
  const request = parsed.data;
  progress.subject({ ...subjectOf(request), summary: () => rawSummary(request.tool, request.input, gate.redact) });
  const { cwd } = request;
  const problem = cwd === undefined ? undefined : folderProblem(cwd, gate);
  return problem === undefined
    ? { request }
    : { problem: `cwd: the folder ${JSON.stringify(cwd)} ${problem}`, request };
}

/** Why the folder is none that a call can run in, as the end of a sentence. A folder on another machine is not looked at. */
function folderProblem(cwd: string, { machine, files }: Gate): string | undefined {
  const { remote, real } = resolvePath(cwd, undefined, machine, files);
  if (remote) return undefined;
  if (!isAbsolute(cwd, machine.platform)) return 'is no absolute path';
  const facts = files.inspect(real ?? files.realPath(cwd) ?? cwd);
  const exists = typeof facts === 'object' && facts.type === 'directory';
  return exists ? undefined : 'does not exist';
}

function subjectOf(request: CheckRequest): Omit<Subject, 'summary'> {
  const { tool, input, cwd, agent, sessionId, callId, subAgent, mode } = request;
  return {
    tool,
    input: input satisfies JsonObject,
    ...(cwd === undefined ? {} : { cwd }),
    ...(agent === undefined ? {} : { agent }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(callId === undefined ? {} : { callId }),
    ...(subAgent === undefined ? {} : { subAgent }),
    ...(mode === undefined ? {} : { mode }),
  };
}

function invalidRequest(problem: string, gate: Gate, request: CheckRequest | undefined): Verdict {
  if (!gate.configurationFor(request?.cwd, request?.sessionId).enabled) return disabled();
  return {
    outcome: 'block',
    stage: 'invalid-request',
    reason: `The request cannot be judged: ${problem}.`,
    remedy: 'Send one JSON object with at least "tool" (a string) and "input" (an object that fits the tool).',
  };
}

function disabled(): Verdict {
  return {
    outcome: 'defer',
    stage: 'disabled',
    reason: "Auto mode is off here; the agent's own permission flow applies.",
  };
}

/** What an allowed call leaves behind that later decisions depend on. */
function noteEffects(call: ToolCall, gate: Gate): void {
  noteAgentWrites(call, gate);
  const shell = livingShellKey(call);
  const analysis = call.line?.analysis;
  if (shell !== undefined && (analysis?.changesShell === true || analysis?.unknown.length !== 0)) {
    gate.memory.noteLivingShellChanged(shell);
  }
}

/** While auto mode is off lines run unseen, and what they leave in a shell that lives on is there when it is on again. */
function noteUnjudged(request: CheckRequest, gate: Gate): void {
  try {
    const shell = livingShellKey(toolCall(request, gate.machine, gate.files));
    if (shell !== undefined) gate.memory.noteLivingShellChanged(shell);
  } catch {
    // Such a call runs no command line.
  }
}

/**
 * Content that an agent may write it may also overwrite later without losing anything of the user's. What stands in the file already
 * is not the agent's for being written once more.
 */
function noteAgentWrites(call: ToolCall, { files, writes }: Gate): void {
  for (const { change, newText, resolved } of call.touches) {
    const { real } = resolved;
    if (change !== 'overwrite' || newText === undefined || real === undefined) continue;
    // UTF-8 takes at most three bytes for what counts as one in a string.
    if (files.readText(real, newText.length * 3) !== newText) writes.note(real, newText);
  }
}
