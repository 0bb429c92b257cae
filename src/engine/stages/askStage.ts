/** Stage 6: ask rules and malformed entries. */
import { canonical } from '../../common/canonicalJson';
import type { JsonObject } from '../../common/json';
import { quotedWords } from '../../common/repositoryWords';
import { RULE_KINDS } from '../../calls/tools/ruleKind';
import { matchesBroadly } from '../../rules/broadMatch';
import type { MalformedRule } from '../../rules/permissionRule';
import { RULE_SOURCES, type RuleSource } from '../../rules/ruleSource';
import { quotedFact } from '../facts/factText';
import { isWait, type CallContext, type Passed, type Stage, type Verdict, type Wait } from '../model/stage';
import { exemptionKey } from './exemption';
import {
  firstBroadMatch,
  fragment,
  named,
  saidBy,
  shortened,
  tooSlow,
  withPlace,
  WRITTEN_BY_REPOSITORIES,
  type FoundMatch,
} from './ruleMatches';
import { userApproval } from './userApproval';

/**
 * A yes to a rule of the user or an administrator authorises the call. Built-in rules count as the user's: visible and
 * removable.
 */
const AUTHORISING: ReadonlySet<RuleSource> = new Set(
  RULE_SOURCES.filter((source) => !WRITTEN_BY_REPOSITORIES.has(source)),
);

const MAX_SHOWN_ENTRY = 200;

const MAX_ASKED_ENTRIES = 5;

const MEND_ENTRY = 'Mend the entry in autoMode.permissions.deny or autoMode.permissions.ask.';

export const askStage: Stage = (context) => {
  const malformed = malformedFor(context);
  let match: FoundMatch | undefined;
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
  match: FoundMatch | undefined,
  context: CallContext,
): Verdict | Wait | Passed | undefined {
  const [first] = malformed;
  if (first !== undefined && malformed.length > MAX_ASKED_ENTRIES) return tooManyMalformed(first, malformed.length);
  for (const entry of malformed) {
    const opinion = askAboutMalformed(entry, context);
    if (opinion !== undefined) return opinion;
  }
  return match === undefined ? undefined : askAboutRule(match, context);
}

export function malformedFor(context: CallContext): readonly MalformedRule[] {
  return context.permissions.malformed.filter(
    (entry) =>
      concerns(entry, context) &&
      !(WRITTEN_BY_REPOSITORIES.has(entry.source) && context.gate.memory.ignoresEntry(entry.text)),
  );
}

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
  const because = `${place}: ${entry.problem}.`;
  const answer = userApproval(context, {
    why: 'malformed-rule',
    because,
    yesRuns: false,
    about: { ...rule, entry: entry.text },
    ignorable: WRITTEN_BY_REPOSITORIES.has(entry.source) ? entry.text : undefined,
    refusal: { rule, remedy },
  });
  return isWait(answer) ? answer : undefined;
}

function askAboutRule(match: FoundMatch, context: CallContext): Verdict | Wait | Passed | undefined {
  const { rule } = match;
  const reference = { text: rule.text, source: rule.source };
  const because = withPlace(
    saidBy(rule, `The ask rule ${named(rule)} (${rule.source} settings) wants you to look at this call first.`),
    match,
  );
  if (!context.interactive) {
    return {
      outcome: 'block',
      stage: 'permissions.ask',
      rule: reference,
      fragment: fragment(match),
      reason: withPlace(
        `The ask rule ${named(rule)} (${rule.source} settings) wants the user's word for this call, and nobody can be asked here.`,
        match,
      ),
      remedy:
        'Run the agent where a VS Code window has the folder open, or change the rule in autoMode.permissions.ask.',
    };
  }
  const { gate } = context;
  const exemption = exemptionKey(context, reference, because);
  // Nobody saw this call, so nobody authorised it.
  if (exemption !== undefined && gate.memory.exempted(exemption)) return { exempted: true };
  const yesRuns = approvalHoldsInOutage(context, rule.source);
  if (typeof yesRuns === 'object') return yesRuns;
  const answer = userApproval(context, {
    why: 'ask-rule',
    because,
    note: noteOf(match),
    yesRuns,
    about: { ...reference, because },
    // Such a yes covers more than this rule.
    exemption: yesRuns ? undefined : exemption,
    refusal: { rule: reference, fragment: fragment(match), remedy: undefined },
  });
  if (isWait(answer)) return answer;
  if (!AUTHORISING.has(rule.source)) return undefined;
  const authorisation = `The user was shown this call because of the ask rule ${quotedFact(rule.text)} and approved exactly this call.`;
  return { authorisation, userSaidRun: yesRuns };
}

function noteOf({ rule: { message, source }, inside }: FoundMatch): string | undefined {
  const quoted = message !== undefined && WRITTEN_BY_REPOSITORIES.has(source);
  const said = quoted ? quotedWords(message, MAX_SHOWN_ENTRY) : message;
  const parts = [said, inside].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** Without a classifier the user would be asked again at once, so a yes runs the call. */
function approvalHoldsInOutage({ answers, configuration }: CallContext, source: RuleSource): boolean | Wait {
  const { classifier } = configuration;
  if (classifier.whenUnavailable !== 'ask' || !AUTHORISING.has(source)) return false;
  const key = canonical(classifier as unknown as JsonObject);
  const usable = answers.isUsable(key);
  return usable === undefined ? { from: 'usable', about: 'whether a classifier is usable', key } : !usable;
}
