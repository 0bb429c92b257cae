/** Stages 14 and 15: the classifier, and the user where settings or a pause put a question. */
import { foldersOf, writtenText, type Analysis } from '../../shell/analysis';
import type { ClassifierAnswer, ClassifierQuestion } from '../ports';
import { contextKey } from '../callKey';
import { isCacheable } from './localStages';
import { ask, refused } from './permissionStages';
import { cancelledVerdict, type CallContext, type Stage, type Verdict } from './stage';

type Outage = Extract<ClassifierAnswer, { kind: 'outage' }>;
type Judgement = Extract<ClassifierAnswer, { kind: 'verdict' }>;

export const classifierStage: Stage = async (context) => {
  const { gate, signal } = context;
  let answer: ClassifierAnswer;
  try {
    answer = await untilAborted(gate.classifier.classify(question(context), signal), signal);
  } catch (error) {
    if (signal.aborted) return cancelledVerdict();
    throw error;
  }
  return answer.kind === 'outage' ? onOutage(answer, context) : onJudgement(answer, context);
};

function question({ call, configuration, gate, protectedPath, authorisation }: CallContext): ClassifierQuestion {
  const { agent, cwd, sessionModel, transcript = [], loadedContext = [] } = call.request;
  const facts = call.understood
    ? call.touches.map(({ path, change, resolved }) => {
        const real = resolved.real ?? 'unknown';
        const state =
          resolved.remote || resolved.real === undefined ? 'not looked at' : gate.files.inspect(resolved.real);
        const shown = typeof state === 'string' ? state : state.type;
        return `File ${JSON.stringify(path)}: ${change}; resolved path ${JSON.stringify(real)}; at present: ${shown}.`;
      })
    : ['The tool is not one that the gate knows.'];
  if (call.line !== undefined) facts.push(...commandFacts(call.line.analysis));
  if (protectedPath !== undefined) facts.push(`The call changes a protected path (${protectedPath}).`);
  return {
    tool: call.tool,
    input: call.input,
    cwd,
    agent,
    transcript,
    loadedContext,
    rules: configuration.rules,
    settings: configuration.classifier,
    sessionModel,
    facts,
    authorisation,
  };
}

/** More say no more than the line itself, which the question holds whole. */
const MAX_COMMAND_FACTS = 40;

/**
 * What the gate read in the line: each command with its folder, then what it did not understand. The classifier takes this for the
 * gate's own words, so everything that comes from the line stands in quotes.
 */
function commandFacts({ commands, unknown }: Analysis): readonly string[] {
  const read = commands
    .filter(({ words }) => words.length > 0)
    .map((command) => {
      const { words, context } = command;
      const folders = foldersOf(command).map((folder) => JSON.stringify(folder));
      // Names of hosts and containers are text of the line too.
      const elsewhere = context.elsewhere === undefined ? undefined : JSON.stringify(context.elsewhere);
      const where = elsewhere ?? (folders.length === 0 ? 'a folder that is not known' : folders.join(' or '));
      return `Runs ${JSON.stringify(words.map(writtenText).join(' '))} in ${where}.`;
    });
  // The parser quotes words of the line in what it says.
  const doubts = unknown.map(
    ({ why, fragment }) => `Not understood: ${JSON.stringify(why)}: ${JSON.stringify(fragment)}.`,
  );
  const shorten = (list: readonly string[]): readonly string[] =>
    list.length <= MAX_COMMAND_FACTS
      ? list
      : [...list.slice(0, MAX_COMMAND_FACTS), `And ${list.length - MAX_COMMAND_FACTS} more.`];
  return [...shorten(doubts), ...shorten(read)];
}

/** The answer, or a rejection as soon as the signal aborts: a provider that does not heed it holds nothing up. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(new Error('aborted'));
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}

async function onOutage(outage: Outage, context: CallContext): Promise<Verdict> {
  const details = {
    outage: outage.outage,
    ...(outage.usage === undefined ? {} : { classifier: outage.usage }),
  };
  if (context.userSaidRun) {
    return { outcome: 'allow', stage: 'user', reason: 'The user released exactly this call.', ...details };
  }
  const mayAsk = context.configuration.classifier.whenUnavailable === 'ask' && outage.outage !== 'too-large';
  if (mayAsk && context.interactive) {
    return askUser(context, 'outage', `No classifier could judge this call: ${outage.message}`, details);
  }
  return {
    outcome: 'block',
    stage: 'classifier',
    tier: 'none',
    reason: `${outage.message} This is no judgement of the call: the classifier could not answer.`,
    ...(outage.remedy === undefined ? {} : { remedy: outage.remedy }),
    ...details,
  };
}

async function onJudgement(judgement: Judgement, context: CallContext): Promise<Verdict> {
  const { decision, tier, reason, usage, rule } = judgement;
  const details = {
    tier,
    classifier: usage,
    ...(rule === undefined ? {} : { rule: { text: rule, source: 'classifier' as const } }),
  };
  const isHard = decision === 'block' && tier === 'hard_deny';
  if (context.gate.memory.paused && !isHard) {
    if (!context.interactive) {
      return {
        outcome: 'block',
        stage: 'user',
        reason: 'Auto mode is paused after too many blocked calls, and nobody can be asked here.',
        remedy: 'The user resumes auto mode with the command "Auto Mode: Resume".',
        ...details,
      };
    }
    return askUser(context, 'paused', `Auto mode is paused. The classifier says ${decision}: ${reason}`, details);
  }
  if (decision === 'allow') {
    const { call, configuration, gate } = context;
    if (isCacheable(context)) gate.memory.remember(contextKey(call, configuration, gate.files));
    return { outcome: 'allow', stage: 'classifier', reason, ...details };
  }
  if (!isHard && context.configuration.classifier.onBlock === 'ask' && context.interactive) {
    return askUser(context, 'soft-block', `The classifier would block this call: ${reason}`, details);
  }
  return {
    outcome: 'block',
    stage: 'classifier',
    reason,
    remedy: isHard
      ? 'Nothing clears this rule; tell the user and stop trying to do this.'
      : "The user's explicit word for exactly this action, or an allow exception in autoMode.rules.allow, clears it.",
    ...details,
  };
}

async function askUser(
  context: CallContext,
  why: 'outage' | 'paused' | 'soft-block',
  because: string,
  details: Partial<Verdict>,
): Promise<Verdict> {
  const answer = await ask(context, { why, because, yesRuns: true, canIgnoreEntry: false });
  if (answer.kind === 'approved') {
    return { outcome: 'allow', stage: 'user', reason: 'The user approved exactly this call.', ...details };
  }
  return { ...details, ...refused(answer, context, { stage: 'user' }) };
}
