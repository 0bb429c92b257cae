/** Stages 14 and 15: the classifier, and the user where settings or a pause put a question. */
import { foldersOf, writtenText, type Analysis } from '../../shell/analysis';
import type { ClassifierAnswer, ClassifierQuestion } from '../ports';
import { canonical, contextKey } from '../callKey';
import type { EffectiveConfiguration } from '../configuration';
import type { JsonObject } from '../json';
import { isCacheable } from './localStages';
import { ask } from './permissionStages';
import { cancelledVerdict, isWait, untilAborted, type CallContext, type Stage, type Verdict, type Wait } from './stage';

type Outage = Extract<ClassifierAnswer, { kind: 'outage' }>;
type Judgement = Extract<ClassifierAnswer, { kind: 'verdict' }>;

export const classifierStage: Stage = (context) => {
  const { answers, configuration, gate, signal } = context;
  const asked = question(context);
  const key = questionKey(asked, configuration);
  const answer = answers.classifier.get(key);
  if (answer !== undefined) return answer.kind === 'outage' ? onOutage(answer, context) : onJudgement(answer, context);
  return {
    about: 'the classifier',
    wait: async () => {
      const given = await untilAborted(gate.classifier.classify(asked, signal), signal);
      if (given === undefined) return cancelledVerdict();
      answers.classifier.set(key, given);
      return undefined;
    },
  };
};

/**
 * What an answer of the classifier rests on, so far as it can change while one call is decided: another question needs another answer,
 * be it for the call or against it. A block by a rule that the user has just removed would name a rule that there is none of. Trust is
 * no part of the question; but what was asked for a trusted workspace is asked again for one that is not.
 */
function questionKey(
  { rules, settings, facts, authorisation }: ClassifierQuestion,
  { trusted }: EffectiveConfiguration,
): string {
  return canonical({ rules, settings, facts, authorisation, trusted } as unknown as JsonObject);
}

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

function onOutage(outage: Outage, context: CallContext): Verdict | Wait {
  const details = {
    outage: outage.outage,
    ...(outage.usage === undefined ? {} : { classifier: outage.usage }),
  };
  if (context.userSaidRun) {
    return { outcome: 'allow', stage: 'user', reason: 'The user released exactly this call.', ...details };
  }
  const mayAsk = context.configuration.classifier.whenUnavailable === 'ask' && outage.outage !== 'too-large';
  if (mayAsk && context.interactive) {
    const because = `No classifier could judge this call: ${outage.message}`;
    return askUser(context, { why: 'outage', because, about: { outage: outage.message } }, details);
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

function onJudgement(judgement: Judgement, context: CallContext): Verdict | Wait {
  const { decision, tier, reason, usage, rule } = judgement;
  const details = {
    tier,
    classifier: usage,
    ...(rule === undefined ? {} : { rule: { text: rule, source: 'classifier' as const } }),
  };
  const isHard = decision === 'block' && tier === 'hard_deny';
  // The judgement, not the wording of the dialog: a pause may begin or end while it is open, and a yes is one all the same.
  const about = { decision, tier, reason };
  const { answers, gate } = context;
  if (!isHard && (gate.memory.paused || answers.askedInPause === canonical(about))) {
    if (!context.interactive) {
      return {
        outcome: 'block',
        stage: 'user',
        reason: 'Auto mode is paused after too many blocked calls, and nobody can be asked here.',
        remedy: 'The user resumes auto mode with the command "Auto Mode: Resume".',
        ...details,
      };
    }
    answers.askedInPause = canonical(about);
    const because = `Auto mode is paused. The classifier says ${decision}: ${reason}`;
    return askUser(context, { why: 'paused', because, about }, details);
  }
  if (decision === 'allow') {
    const { call, configuration } = context;
    if (isCacheable(context)) gate.memory.remember(contextKey(call, configuration, gate.files));
    return { outcome: 'allow', stage: 'classifier', reason, ...details };
  }
  if (!isHard && context.configuration.classifier.onBlock === 'ask' && context.interactive) {
    const because = `The classifier would block this call: ${reason}`;
    return askUser(context, { why: 'soft-block', because, about }, details);
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

function askUser(
  context: CallContext,
  question: { readonly why: 'outage' | 'paused' | 'soft-block'; readonly because: string; readonly about: JsonObject },
  details: Partial<Verdict>,
): Verdict | Wait {
  const answer = ask(context, { ...question, yesRuns: true }, { ...details, stage: 'user' });
  if (isWait(answer)) return answer;
  return { outcome: 'allow', stage: 'user', reason: 'The user approved exactly this call.', ...details };
}
