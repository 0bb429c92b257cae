import { InputProblem } from '../common/inputProblem';
import { diskSnapshot } from '../files/diskSnapshot';
import { DiskBudget } from '../files/diskBudget';
import { trialCommand } from './contained/trial';
import { keepEffects } from './effects';
import { recallOf, type KnownCall, type Steps } from './known/recall';
import { Answers } from './model/answers';
import type { Decision, Stage as StageId } from './model/decision';
import type { Gate } from './model/ports';
import { isVerdict, isWait, type CallContext, type Passed, type Stage, type Verdict, type Wait } from './model/stage';
import { Trace } from './model/trace';
import { readRequest, type Reading } from './readRequest';
import { recorded, runsOf, subjectOf, summaryAfterFailure, summaryOf } from './record';
import { roundOf, UNREADABLE } from './round';
import { keptChanging, RoundLimit } from './roundLimit';
import { agentJudgeStage, turnOfOwnJudge } from './stages/agentJudgeStage';
import { allowStage } from './stages/allowStage';
import { askStage } from './stages/askStage';
import { classifierStage } from './stages/classifierStage';
import { containedStage, neverContained } from './stages/containedStage';
import { denyStage } from './stages/denyStage';
import { keptRemovalStage } from './stages/keptRemovalStage';
import { localGitStage } from './stages/localGitStage';
import {
  allowOnceStage,
  cacheStage,
  hardDenyStage,
  readOnlyCommandStage,
  safeToolStage,
  workspaceEditStage,
} from './stages/localStages';
import { cancelledStage, disabledStage, invalidRequestStage } from './stages/requestStages';
import { userStage } from './stages/userStage';
import { workspaceWriteStage } from './stages/workspaceWriteStage';
import { answered, type Patience } from './waiting';

const STAGES_IN_ORDER: readonly (readonly [StageId, Stage])[] = [
  ['invalid-request', invalidRequestStage],
  ['disabled', disabledStage],
  ['cancelled', cancelledStage],
  ['permissions.deny', denyStage],
  ['permissions.ask', askStage],
  ['hard-deny', hardDenyStage],
  ['safe-tool', safeToolStage],
  ['workspace-edit', workspaceEditStage],
  ['read-only-command', readOnlyCommandStage],
  ['workspace-write', workspaceWriteStage],
  ['local-git', localGitStage],
  ['permissions.allow', allowStage],
  ['kept-removal', keptRemovalStage],
  ['contained', containedStage],
  ['allow-once', allowOnceStage],
  ['cache', cacheStage],
  ['agent-judge', agentJudgeStage],
  ['classifier', classifierStage],
  ['user', userStage],
];

const UNJUDGED: ReadonlySet<StageId> = new Set<StageId>(['invalid-request', 'disabled', 'cancelled']);

export interface Settled {
  readonly stage: StageId;
  readonly opinion: Verdict | Wait;
  readonly passed: Passed;
  readonly context: CallContext;
  /** As that round saw the disk. */
  readonly runs: Pick<Decision, 'runs'>;
}

/**
 * All stages over one snapshot of configuration and disk, without effects.
 * @returns the first opinion; a failing stage blocks
 */
export function settle(
  { request, problem }: Reading,
  gate: Gate,
  answers: Answers,
  isCancelled: boolean,
  known?: KnownCall,
): Settled {
  const configuration = gate.configurationFor(request?.cwd, request?.sessionId);
  const isOver = isCancelled || request?.cancelled === true;
  const isKeepable = request !== undefined && problem === undefined && !isOver;
  const recall = isKeepable && known !== undefined ? recallOf(request, gate, configuration, answers, known) : undefined;
  const steps = recall ?? { request, gate, answers, step: <T>(work: () => T): T => work() };
  const unreadable = problem ?? (request === undefined ? UNREADABLE : undefined);
  const round = roundOf(steps, unreadable, configuration, isOver);
  const { stage, opinion, passed } = throughStages(round, steps);
  const runs = UNJUDGED.has(stage) ? {} : steps.step(() => runsOf(round));
  recall?.keep();
  const context = recall === undefined ? round : round.over({ request, gate, answers });
  return { stage, opinion, passed, context, runs };
}

function throughStages(context: CallContext, steps: Steps): Omit<Settled, 'context' | 'runs'> {
  let passed: Passed = {};
  for (const [stage, check] of STAGES_IN_ORDER) {
    const opinion = orFailed(stage, () => steps.step(() => check(context, passed)));
    if (opinion === undefined) continue;
    if (isVerdict(opinion) || isWait(opinion)) return { stage, opinion, passed };
    passed = { ...passed, ...opinion };
  }
  return { stage: 'user', opinion: failed('user'), passed };
}

/** One look at the disk for a whole round. */
export function lookAt(gate: Gate, budget: DiskBudget): Gate {
  return { ...gate, files: diskSnapshot(gate.files, gate.machine, budget) };
}

/**
 * A round ends where it must wait; a new one starts with the answer, so a changed rule or link counts.
 * @param raw unchecked; see `checkRequestSchema`
 * @returns never rejects: every failure blocks and says so
 */
export async function decide(
  raw: unknown,
  gate: Gate,
  signal: AbortSignal,
  answerBy?: Patience['answerBy'],
): Promise<Decision> {
  const draft = { id: gate.newId(), at: new Date(gate.clock.now()).toISOString() };
  const started = gate.clock.monotonic();
  const trace = new Trace();
  let reading: Reading = { request: undefined, problem: undefined };
  let last: Settled | undefined;
  let verdict: Verdict | undefined;
  let summary: string | undefined;
  let runs: Pick<Decision, 'runs'> = {};
  try {
    const budget = new DiskBudget(gate.clock);
    let now = lookAt(gate, budget);
    reading = readRequest(raw);
    const answers = new Answers();
    const limit = new RoundLimit();
    const known = gate.known === undefined ? undefined : { rounds: gate.known, before: 0 };
    while (verdict === undefined) {
      last = settle(reading, now, answers, signal.aborted, known);
      const { opinion, context, stage } = last;
      noteOnTheWay(last, answers, trace);
      keepEffects(opinion, last.passed, context, answers, draft.id);
      if (!isWait(opinion)) verdict = asGiven(opinion, last, draft.id);
      else if (!limit.allows(opinion, context.configuration)) verdict = keptChanging(stage);
      else {
        const since = gate.clock.monotonic();
        const answer = await answered(opinion, answers, context, { signal, answerBy, decisionId: draft.id });
        trace.note(stage, answer.said, gate.clock.monotonic() - since);
        verdict = answer.verdict;
        now = lookAt(gate, budget);
        if (known !== undefined) known.before += 1;
      }
    }
    summary = summaryOf(reading, gate, judgedContext(last));
    runs = last?.runs ?? {};
  } catch {
    verdict = failed(last?.stage ?? 'invalid-request');
  }
  // No await between the last look at the settings and the log entry.
  const decision: Decision = {
    ...draft,
    durationMs: gate.clock.monotonic() - started,
    ...verdict,
    ...subjectOf(reading),
    ...runs,
    summary: summary ?? summaryAfterFailure(reading, gate, judgedContext(last)),
    trace: trace.steps,
  };
  return recorded(decision, reading.request?.input, gate);
}

/** An allow settles a call, so where the agent's judge decides too, it becomes `defer`. */
function asGiven(verdict: Verdict, { context, passed }: Settled, decisionId: string): Verdict {
  if (verdict.outcome !== 'allow') return verdict;
  if (turnOfOwnJudge(context) === 'always') return { ...verdict, outcome: 'defer' };
  try {
    const rewritten = mayBeTrial(verdict, context, passed) ? trialCommand(context, decisionId) : undefined;
    return rewritten === undefined ? verdict : { ...verdict, rewritten };
  } catch {
    // A failed trial changes nothing.
    return verdict;
  }
}

/** Some agents take another command only where they ask their user, which they do not about reads. */
function mayBeTrial({ stage }: Verdict, context: CallContext, passed: Passed): boolean {
  if (stage === 'read-only-command') return true;
  return (stage === 'classifier' || stage === 'cache') && neverContained(context, passed) === undefined;
}

function judgedContext(last: Settled | undefined): CallContext | undefined {
  return last === undefined || UNJUDGED.has(last.stage) ? undefined : last.context;
}

function noteOnTheWay({ opinion, passed }: Settled, answers: Answers, trace: Trace): void {
  if (passed.exempted === true && !answers.exemptedNow) trace.noteOnce('permissions.ask', 'exempted');
  if (passed.released === true && (isWait(opinion) || opinion.stage !== 'allow-once')) {
    trace.noteOnce('allow-once', 'released');
  }
}

function orFailed<T>(stage: StageId, work: () => T): T | Verdict {
  try {
    return work();
  } catch (error) {
    return error instanceof InputProblem ? tooMuch(stage, error) : failed(stage);
  }
}

/** Its message holds counts and names of our own. */
function tooMuch(stage: StageId, { message }: InputProblem): Verdict {
  return {
    outcome: 'block',
    stage,
    reason: `Auto Mode cannot check this call, so the call is blocked: ${message}.`,
    remedy: 'Split it into smaller calls.',
  };
}

/** Without the cause, which may quote tool input. */
export function failed(stage: StageId): Verdict {
  return {
    outcome: 'block',
    stage,
    reason: 'Auto Mode failed while it decided this call, so the call is blocked.',
    remedy: 'Try again; if it happens again, report it with the entry in the Auto Mode log.',
  };
}
