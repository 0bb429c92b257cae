/** Stages 5, 6 and 11: the user's and the workspace's permission rules. */
import { RULE_SOURCES, type RuleSource } from '../../rules/ruleSource';
import { actionText, agentWords } from '../../calls/actionText';
import { canonical } from '../../common/canonicalJson';
import { outageSentence } from '../model/outageSentence';
import { exemptionKey } from './exemption';
import { waitEnd } from '../model/waitingTime';
import { coveringRule } from './allowedCommand';
import { isForClassifierOnly } from '../../floor/classifierOnly';
import type { JsonObject } from '../../common/json';
import { quotedWords } from '../../common/repositoryWords';
import type { MalformedRule, PermissionRule } from '../../rules/permissionRule';
import { RULE_KINDS } from '../../calls/tools/ruleKind';
import type { UserAnswer, UserQuestion } from '../model/ports';
import { firstBroadMatch as firstMatchOf, matchesBroadly } from '../../rules/broadMatch';
import type { CompiledRule, RuleMatch } from '../../rules/compiledRule';
import { matchesNarrowly } from '../../rules/narrowMatch';
import { InputProblem } from '../../common/inputProblem';
import type { Approval } from '../model/answers';
import { quotedFact } from '../facts/factText';
import {
  cancelledVerdict,
  isWait,
  untilAborted,
  type CallContext,
  type Stage,
  type Verdict,
  type Wait,
} from '../model/stage';

/**
 * Places that a repository may write: a workspace's settings, and the machine settings of a remote host, which a container definition in
 * the repository can fill. What stands there only asks. A yes to it authorises nothing, since the repository chose what was asked and
 * when; and an entry of it that cannot be read may be set aside in this window, since the user cannot mend it for good and would be asked
 * about every call.
 */
const WRITTEN_BY_REPOSITORIES: ReadonlySet<RuleSource> = new Set(['remote', 'workspace']);

/**
 * Sources whose rules are the user's or an administrator's: approving one of theirs authorises the call itself. The built-in rules count
 * as the user's, who sees them in the settings, may remove them, and is asked about exactly this call like by a rule of their own.
 */
const AUTHORISING: ReadonlySet<RuleSource> = new Set(
  RULE_SOURCES.filter((source) => !WRITTEN_BY_REPOSITORIES.has(source)),
);

const MAX_FRAGMENT_CHARACTERS = 2_000;
const MAX_SHOWN_ENTRY = 200;
const MAX_SHOWN_MESSAGE = 300;

/** A person does not answer more dialogs than this about entries, one after the other, to let one call go on. */
const MAX_ASKED_ENTRIES = 5;

/** Far more rules than most people have; time is looked at between so many. */
const RULES_AT_ONCE = 500;
/** For one list. A hundred times what an ordinary call takes against thousands of rules. */
const MAX_MATCHING_MS = 1_000;

const MEND_ENTRY = 'Mend the entry in autoMode.permissions.deny or autoMode.permissions.ask.';

export const denyStage: Stage = (context) => {
  let match: RuleMatch | undefined;
  try {
    match = firstBroadMatch(context, 'deny');
  } catch (error) {
    return tooSlow('deny', error);
  }
  if (match === undefined) return undefined;
  return {
    outcome: 'block',
    stage: 'permissions.deny',
    rule: { text: match.rule.text, source: match.rule.source },
    reason: saidBy(match.rule, `The deny rule ${named(match.rule)} (${match.rule.source} settings) forbids this call.`),
    fragment: fragment(match),
    remedy: `Only a change of that rule in autoMode.permissions.deny clears this; do not look for another way to do the same.`,
  };
};

/** What a rule says: its own message, or our sentence, with the message of a rule that a repository wrote behind it as what it is. */
function saidBy({ message, source }: PermissionRule, sentence: string): string {
  if (message === undefined) return sentence;
  return WRITTEN_BY_REPOSITORIES.has(source)
    ? `${sentence} Its text is from the ${source} settings, not from the user: ${quotedWords(message, MAX_SHOWN_MESSAGE)}`
    : message;
}

function named({ text, source }: PermissionRule): string {
  return WRITTEN_BY_REPOSITORIES.has(source) ? quotedWords(text, MAX_SHOWN_ENTRY) : text;
}

/** The first deny or ask rule that some part of the call meets. Throws `InputProblem` where that takes too long to find out. */
export function firstBroadMatch(context: CallContext, list: 'deny' | 'ask'): RuleMatch | undefined {
  const { call, gate, permissions } = context;
  const rules = permissions[list];
  const started = gate.clock.monotonic();
  for (const some of inParts(rules)) {
    if (gate.clock.monotonic() - started > MAX_MATCHING_MS) {
      throw new RulesTooSlow(`it takes too long to hold it against the ${rules.length} ${list} rules`);
    }
    const match = firstMatchOf(some, call, gate.files, gate.machine);
    if (match !== undefined) return match;
  }
  return undefined;
}

const partsOf = new WeakMap<readonly CompiledRule[], readonly (readonly CompiledRule[])[]>();

/** The same parts each time: what is found out about a list of rules is kept with it. */
function inParts(rules: readonly CompiledRule[]): readonly (readonly CompiledRule[])[] {
  const known = partsOf.get(rules);
  if (known !== undefined) return known;
  const parts = Array.from({ length: Math.ceil(rules.length / RULES_AT_ONCE) }, (_, part) =>
    rules.slice(part * RULES_AT_ONCE, (part + 1) * RULES_AT_ONCE),
  );
  partsOf.set(rules, parts);
  return parts;
}

/** The call names so much, or so many rules are made to be slow, that it cannot be told in bounded time what they say. */
class RulesTooSlow extends InputProblem {}

function tooSlow(list: 'deny' | 'ask', error: unknown): Verdict {
  if (!(error instanceof RulesTooSlow)) throw error;
  return {
    outcome: 'block',
    stage: `permissions.${list}`,
    reason: `The call cannot be judged: ${error.message}.`,
    remedy: `Split the call into smaller ones, or shorten autoMode.permissions.${list}.`,
  };
}

function fragment(match: RuleMatch): string {
  return shortened(match.fragment, MAX_FRAGMENT_CHARACTERS);
}

function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}…`;
}

export const askStage: Stage = (context) => {
  const malformed = malformedFor(context);
  let match: RuleMatch | undefined;
  try {
    match = firstBroadMatch(context, 'ask');
  } catch (error) {
    return tooSlow('ask', error);
  }
  if (match === undefined && malformed.length === 0) return undefined;
  if (context.interactive && context.floor !== undefined) return undefined;
  return askAboutAll(malformed, match, context);
};

function askAboutAll(
  malformed: readonly MalformedRule[],
  match: RuleMatch | undefined,
  context: CallContext,
): Verdict | Wait | undefined {
  const [first] = malformed;
  if (first !== undefined && malformed.length > MAX_ASKED_ENTRIES) return tooManyMalformed(first, malformed.length);
  for (const entry of malformed) {
    const opinion = askAboutMalformed(entry, context);
    if (opinion !== undefined) return opinion;
  }
  return match === undefined ? undefined : askAboutRule(match, context);
}

/** The entries that cannot be read and so ask about this call, but for those that the user set aside. */
export function malformedFor(context: CallContext): readonly MalformedRule[] {
  return context.permissions.malformed.filter(
    (entry) =>
      concerns(entry, context) &&
      !(WRITTEN_BY_REPOSITORIES.has(entry.source) && context.gate.memory.ignoresEntry(entry.text)),
  );
}

/** As far as a rule for any input of that tool would go. */
function concerns({ text, source, tool }: MalformedRule, { call, gate }: CallContext): boolean {
  if (tool === undefined) return true;
  const kind = RULE_KINDS.find((candidate) => candidate === tool);
  const rule = { text, source, message: undefined, tool, kind, pattern: undefined };
  return (
    matchesBroadly({ rule, text: undefined, structure: undefined, paths: [] }, call, gate.files, gate.machine) !==
    undefined
  );
}

function tooManyMalformed(first: MalformedRule, count: number): Verdict {
  const text = shortened(first.text, MAX_SHOWN_ENTRY);
  return {
    outcome: 'block',
    stage: 'permissions.ask',
    rule: { text, source: first.source },
    reason: `${count} entries of the permission settings cannot be read, the first of them ${quotedWords(text, MAX_SHOWN_ENTRY)} (${first.source} settings): ${first.problem}.`,
    remedy: MEND_ENTRY,
  };
}

function askAboutMalformed(entry: MalformedRule, context: CallContext): Verdict | Wait | undefined {
  const rule = { text: shortened(entry.text, MAX_SHOWN_ENTRY), source: entry.source };
  const place = `${quotedWords(rule.text, MAX_SHOWN_ENTRY)} in the ${entry.source} settings`;
  const remedy = MEND_ENTRY;
  if (!context.interactive) {
    const reason = `The entry ${place} cannot be read: ${entry.problem}. Nobody can be asked here.`;
    return { outcome: 'block', stage: 'permissions.ask', rule, remedy, reason };
  }
  // The question says before it that the entry cannot be read.
  const because = `${place}: ${entry.problem}.`;
  const ignore = (): void => {
    context.gate.memory.ignoreEntry(entry.text);
  };
  const question = { why: 'malformed-rule', because, yesRuns: false, about: { ...rule, entry: entry.text } } as const;
  const answer = ask(context, WRITTEN_BY_REPOSITORIES.has(entry.source) ? { ...question, ignore } : question, {
    rule,
    remedy,
  });
  return isWait(answer) ? answer : undefined;
}

function askAboutRule(match: RuleMatch, context: CallContext): Verdict | Wait | undefined {
  const { rule } = match;
  const reference = { text: rule.text, source: rule.source };
  const because = saidBy(
    rule,
    `The ask rule ${named(rule)} (${rule.source} settings) wants you to look at this call first.`,
  );
  if (!context.interactive) {
    return {
      outcome: 'block',
      stage: 'permissions.ask',
      rule: reference,
      fragment: fragment(match),
      reason: `The ask rule ${named(rule)} (${rule.source} settings) wants the user's word for this call, and nobody can be asked here.`,
      remedy:
        'Run the agent where a VS Code window has the folder open, or change the rule in autoMode.permissions.ask.',
    };
  }
  const { call, gate } = context;
  const exemption = exemptionKey(call, reference, because, gate);
  // It stands in for the answer and for no more: nobody looked at this call, so it is not authorised by the user.
  if (exemption !== undefined && gate.memory.exempted(exemption)) {
    context.answers.exempted ??= 'earlier';
    return undefined;
  }
  const yesRuns = approvalStandsInOutage(context, rule.source);
  if (typeof yesRuns === 'object') return yesRuns;
  const question = {
    why: 'ask-rule',
    because,
    yesRuns,
    about: { ...reference, because },
    // A yes that runs the call is about more than this rule.
    exempt:
      exemption === undefined || yesRuns
        ? undefined
        : () => {
            gate.memory.exempt(exemption);
          },
  } as const;
  const answer = ask(context, question, { rule: reference, fragment: fragment(match), remedy: undefined });
  if (isWait(answer)) return answer;
  if (AUTHORISING.has(rule.source)) {
    context.authorisation = `The user was shown this call because of the ask rule ${quotedFact(rule.text)} and approved exactly this call.`;
    context.userSaidRun ||= yesRuns;
  }
  return undefined;
}

/** Without a usable classifier the user would be asked again at once; one dialog then says that yes runs the call. */
function approvalStandsInOutage(context: CallContext, source: RuleSource): boolean | Wait {
  const { answers, call, configuration, gate, signal } = context;
  const { classifier } = configuration;
  if (classifier.whenUnavailable !== 'ask' || !AUTHORISING.has(source)) return false;
  const key = canonical(classifier as unknown as JsonObject);
  const usable = answers.usable.get(key);
  if (usable !== undefined) return !usable;
  return {
    about: 'whether a classifier is usable',
    wait: async () => {
      const answer = await untilAborted(gate.classifier.usable(classifier, call.request.sessionModel), signal);
      if (answer === undefined) return cancelledVerdict();
      answers.usable.set(key, answer);
      answers.said = answer ? 'usable' : 'not-usable';
      return undefined;
    },
  };
}

interface Question extends Pick<UserQuestion, 'why' | 'because' | 'yesRuns'> {
  /** What makes this question another one: the rule that asks and what it says, or the judgement. */
  readonly about: JsonObject;
  /** Sets the entry that asks aside in this window; absent where that cannot be done. */
  readonly ignore?: (() => void) | undefined;
  /** Keeps the question from being put again; absent where that cannot be done. */
  readonly exempt?: (() => void) | undefined;
}

/**
 * The user's approval of the whole call, where it was given in this decision already; else what puts the question to them.
 *
 * A yes is good for the same question again: the same rule or judgement in the same words, where the call's paths still lead where
 * they led. The call itself cannot change. A yes that runs the call includes one that only goes on, not the other way round.
 */
export function ask(context: CallContext, question: Question, refusal: Refusal): Approval | Wait {
  const { answers, call, gate, signal } = context;
  const { why, because, yesRuns, ignore, exempt } = question;
  const about = canonical(question.about);
  const key = canonical([about, call.touches.map(({ resolved }) => resolved.candidates)]);
  const given = answers.user.get(key);
  if (given !== undefined && (given.runs || !yesRuns)) return given;
  const { cwd, agent, subAgent, mode, sessionId, callId } = call.request;
  return {
    about,
    wait: async () => {
      const words = {
        why,
        because,
        yesRuns,
        canIgnoreEntry: ignore !== undefined,
        canExempt: exempt !== undefined,
        answerBy: waitEnd(signal),
      };
      const shown = {
        tool: call.tool,
        action: actionText(call),
        said: agentWords(call),
        cwd,
        agent,
        subAgent,
        mode,
        sessionId,
        callId,
      };
      const answer = await untilAborted(gate.user.ask({ ...words, ...shown }, signal), signal);
      if (answer === undefined) return cancelledVerdict();
      answers.said = answer.kind;
      if (answer.kind === 'exempt' && exempt !== undefined) {
        // The next round finds it, if it still is about the same question then.
        exempt();
        answers.exempted = 'now';
        return undefined;
      }
      if (answer.kind === 'ignore-entry' && ignore !== undefined) ignore();
      else if (answer.kind !== 'approved') return refused(answer, refusal);
      answers.user.set(key, { runs: yesRuns });
      return undefined;
    },
  };
}

type Refusal = Pick<Verdict, 'rule' | 'fragment' | 'remedy' | 'tier' | 'outage' | 'classifier'> & {
  readonly stage?: Verdict['stage'];
};

/** The block that follows from any answer but yes. It is the user's word, and stands whatever the settings have become. */
function refused(answer: UserAnswer, refusal: Refusal): Verdict {
  const reasons: Record<string, string> = {
    declined: 'The user declined this call.',
    closed: 'The user closed the question about this call without approving it.',
    expired: 'The question about this call was not answered in time.',
    'too-many-waiting': 'Too many questions are waiting for the user already.',
  };
  const { stage = 'permissions.ask', fragment: caught, remedy, ...details } = refusal;
  const words = wordsOf(answer);
  const reason = words === '' ? (reasons[answer.kind] ?? 'The user did not approve this call.') : declinedWith(words);
  // Neither the classifier nor the user has said anything about the call.
  const unjudged = answer.kind === 'expired' || answer.kind === 'too-many-waiting' ? details.outage : undefined;
  return {
    ...details,
    outcome: 'block',
    stage,
    reason: unjudged === undefined ? reason : `${reason} ${outageSentence(unjudged)}`,
    ...(caught === undefined ? {} : { fragment: caught }),
    remedy: remedy ?? (words === '' ? ASK_THE_USER : FOLLOW_THE_USER),
  };
}

const ASK_THE_USER = 'Ask the user what to do instead; do not look for another way to do the same.';
const FOLLOW_THE_USER = 'Do as the user says there; do not look for another way to do the same.';

/** What the user may tell the agent with a refusal: a few sentences. */
const MAX_WORDS = 1_000;

/** On one line, so that what follows in the reply is not taken for the user's words. */
function wordsOf(answer: UserAnswer): string {
  const words = answer.kind === 'declined' ? (answer.words ?? '') : '';
  return shortened(
    words
      .slice(0, 2 * MAX_WORDS)
      .replace(/\s+/gu, ' ')
      .trim(),
    MAX_WORDS,
  );
}

function declinedWith(words: string): string {
  return `The user declined this call, and tells you in their own words: “${words}”`;
}

export const allowStage: Stage = (context) => {
  const { call, configuration, protectedPath } = context;
  if (!configuration.trusted || protectedPath !== undefined || isForClassifierOnly(call)) return undefined;
  const match = call.command === undefined ? firstNarrowMatch(context) : coveringRule(context);
  if (match === undefined) return undefined;
  return {
    outcome: 'allow',
    stage: 'permissions.allow',
    rule: { text: match.text, source: match.source },
    reason: `The allow rule ${match.text} (${match.source} settings) covers this call.`,
  };
};

function firstNarrowMatch({ call, permissions, gate }: CallContext): PermissionRule | undefined {
  return permissions.allow.find((rule) => matchesNarrowly(rule, call, gate.machine) !== undefined)?.rule;
}
