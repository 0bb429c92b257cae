/** Stages 5, 6 and 11: the user's and the workspace's permission rules. */
import { RULE_SOURCES, type RuleSource } from '../decision';
import { actionText, agentWords } from '../actionText';
import { coveringRule } from '../command/allowedCommand';
import { RULE_KINDS, type MalformedRule, type PermissionRule } from '../permissionRule';
import type { UserAnswer, UserQuestion } from '../ports';
import { matchesBroadly, matchesNarrowly, type RuleMatch } from '../ruleMatching';
import { cancelledVerdict, type CallContext, type Stage, type Verdict } from './stage';

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

export const denyStage: Stage = (context) => {
  const match = firstBroadMatch(context, 'deny');
  if (match === undefined) return undefined;
  return {
    outcome: 'block',
    stage: 'permissions.deny',
    rule: { text: match.rule.text, source: match.rule.source },
    reason: match.rule.message ?? `The deny rule ${match.rule.text} (${match.rule.source} settings) forbids this call.`,
    fragment: fragment(match),
    remedy: `Only a change of that rule in autoMode.permissions.deny clears this; do not look for another way to do the same.`,
  };
};

/** The first deny or ask rule that some part of the call meets. */
export function firstBroadMatch(context: CallContext, list: 'deny' | 'ask'): RuleMatch | undefined {
  const { call, gate } = context;
  for (const rule of context.permissions[list]) {
    const match = matchesBroadly(rule, call, gate.files, gate.machine);
    if (match !== undefined) return match;
  }
  return undefined;
}

function fragment(match: RuleMatch): string {
  const whole = match.fragment;
  return whole.length <= MAX_FRAGMENT_CHARACTERS ? whole : `${whole.slice(0, MAX_FRAGMENT_CHARACTERS)}…`;
}

export const askStage: Stage = (context) => {
  const malformed = malformedFor(context);
  const match = firstBroadMatch(context, 'ask');
  if (match === undefined && malformed.length === 0) return undefined;
  if (context.interactive && context.floor !== undefined) return undefined;
  return askAboutAll(malformed, match, context);
};

async function askAboutAll(
  malformed: readonly MalformedRule[],
  match: RuleMatch | undefined,
  context: CallContext,
): Promise<Verdict | undefined> {
  for (const entry of malformed) {
    const verdict = await askAboutMalformed(entry, context);
    if (verdict !== undefined) return verdict;
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

async function askAboutMalformed(entry: MalformedRule, context: CallContext): Promise<Verdict | undefined> {
  const rule = { text: entry.text, source: entry.source };
  const because = `The entry ${JSON.stringify(entry.text)} in the ${entry.source} settings cannot be read: ${entry.problem}.`;
  const remedy = 'Mend the entry in autoMode.permissions.deny or autoMode.permissions.ask.';
  if (!context.interactive) {
    return { outcome: 'block', stage: 'permissions.ask', rule, remedy, reason: `${because} Nobody can be asked here.` };
  }
  const canIgnoreEntry = WRITTEN_BY_REPOSITORIES.has(entry.source);
  const answer = await ask(context, { why: 'malformed-rule', because, yesRuns: false, canIgnoreEntry });
  if (answer.kind === 'ignore-entry' && canIgnoreEntry) {
    context.gate.memory.ignoreEntry(entry.text);
    return undefined;
  }
  return answer.kind === 'approved' ? undefined : refused(answer, context, { rule, remedy });
}

async function askAboutRule(match: RuleMatch, context: CallContext): Promise<Verdict | undefined> {
  const { rule } = match;
  const reference = { text: rule.text, source: rule.source };
  const because =
    rule.message ?? `The ask rule ${rule.text} (${rule.source} settings) wants you to look at this call first.`;
  if (!context.interactive) {
    return {
      outcome: 'block',
      stage: 'permissions.ask',
      rule: reference,
      fragment: fragment(match),
      reason: `The ask rule ${rule.text} (${rule.source} settings) wants the user's word for this call, and nobody can be asked here.`,
      remedy:
        'Run the agent where a VS Code window has the folder open, or change the rule in autoMode.permissions.ask.',
    };
  }
  const yesRuns = await approvalStandsInOutage(context, rule.source);
  const answer = await ask(context, { why: 'ask-rule', because, yesRuns, canIgnoreEntry: false });
  if (answer.kind !== 'approved') {
    return refused(answer, context, { rule: reference, fragment: fragment(match), remedy: undefined });
  }
  if (AUTHORISING.has(rule.source)) {
    context.authorisation = `The user was shown this call because of the ask rule ${rule.text} and approved exactly this call.`;
    context.userSaidRun ||= yesRuns;
  }
  return undefined;
}

/** Without a usable classifier the user would be asked again at once; one dialog then says that yes runs the call. */
async function approvalStandsInOutage(context: CallContext, source: RuleSource): Promise<boolean> {
  const { classifier } = context.configuration;
  if (classifier.whenUnavailable !== 'ask' || !AUTHORISING.has(source)) return false;
  return !(await context.gate.classifier.usable(classifier, context.call.request.sessionModel));
}

/** Puts one question about the whole call to the user. */
export function ask(
  context: CallContext,
  question: Pick<UserQuestion, 'why' | 'because' | 'yesRuns' | 'canIgnoreEntry'>,
): Promise<UserAnswer> {
  const { call, gate, signal } = context;
  const { cwd, agent, sessionId, callId } = call.request;
  return gate.user.ask(
    { ...question, tool: call.tool, action: actionText(call), said: agentWords(call), cwd, agent, sessionId, callId },
    signal,
  );
}

/** The block that follows from any answer but yes. */
export function refused(
  answer: UserAnswer,
  context: CallContext,
  details: Pick<Verdict, 'rule' | 'fragment' | 'remedy'> & { readonly stage?: Verdict['stage'] },
): Verdict {
  if (context.signal.aborted) return cancelledVerdict();
  const reasons: Record<string, string> = {
    declined: 'The user declined this call.',
    closed: 'The user closed the question about this call without approving it.',
    expired: 'The question about this call was not answered in time.',
    'too-many-waiting': 'Too many questions are waiting for the user already.',
  };
  const { stage = 'permissions.ask', rule, fragment: caught, remedy } = details;
  return {
    outcome: 'block',
    stage,
    reason: reasons[answer.kind] ?? 'The user did not approve this call.',
    ...(rule === undefined ? {} : { rule }),
    ...(caught === undefined ? {} : { fragment: caught }),
    remedy: remedy ?? 'Ask the user what to do instead; do not look for another way to do the same.',
  };
}

export const allowStage: Stage = (context) => {
  const { call, configuration, protectedPath } = context;
  if (!configuration.trusted || protectedPath !== undefined) return undefined;
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
