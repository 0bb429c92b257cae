import type { ToolCall } from '../../calls/toolCall';
import { programName, writtenText } from '../../shell/model/analysis';
import type { DryRunWorld } from './dryRun';
import { isHarmless } from './harmlessCall';
import { readPastCall } from './readPastCall';
import { cannotBeDecidedAgain, codeVerdict, type CodeVerdict, type PastCall } from './replay';
import type { NoProposal, RuleProposal } from './ruleProposals';

/** `mixed`: some calls were blocked or differ; `rare`: too few ran; `unsure`: some are unknown. */
export type NoSettlingRule = NoProposal | 'wide' | 'destructive' | 'mixed' | 'rare' | 'unsure';

export interface PastDecision extends PastCall {
  /** Says nothing about the call. */
  readonly outage: boolean;
}

export type SettlingCheck =
  | { readonly covered: number; readonly why?: undefined }
  | { readonly covered?: undefined; readonly why: NoSettlingRule };

/** Fewer that ran are no habit. */
export const FEWEST_RUNS = 3;

/** Without patterns, for one command or address. */
export function exactOnly<Proposal extends RuleProposal>({
  proposals,
  why,
}: {
  readonly proposals: readonly Proposal[];
  readonly why?: NoProposal | undefined;
}): readonly Proposal[] | NoSettlingRule {
  if (why !== undefined) return why;
  const exact = proposals.filter(
    ({ shape, rules }) => (shape === 'command' || shape === 'address') && rules.every(isExact),
  );
  return exact.length === 0 ? 'wide' : exact;
}

/** Wildcards are escaped in `tool(pattern)`. */
export function isExact(rule: string): boolean {
  const pattern = /^[^()]+\((.+)\)$/s.exec(rule)?.[1];
  return pattern !== undefined && !/[*?[\]]/.test(pattern.replace(/\\./gs, ''));
}

/**
 * The rules would only let run what ran harmlessly before: all newly covered calls of the log are of one kind, none
 * blocked, none destructive. Uncertainty counts against them.
 * @param calls all that could be covered, once each
 * @param before with the present rules; computed once for all checks
 * @param breathe awaited between calls
 */
export async function checkSettling(
  proposal: Pick<RuleProposal, 'rules'>,
  calls: readonly { readonly call: PastDecision; readonly times: number }[],
  worlds: { readonly now: DryRunWorld; readonly then: DryRunWorld | undefined },
  before: (call: PastDecision) => CodeVerdict,
  breathe: () => Promise<void>,
): Promise<SettlingCheck> {
  const { now, then } = worlds;
  if (then === undefined) return { why: 'not-covered' };
  if (!proposal.rules.every(isExact)) return { why: 'wide' };
  const kinds = new Set<string>();
  let covered = 0;
  let ran = 0;
  for (const { call, times } of calls) {
    await breathe();
    const present = before(call);
    if (present.stage === 'permissions.allow') continue;
    await breathe();
    const after = codeVerdict(call.request, then);
    if (cannotBeDecidedAgain(present) || cannotBeDecidedAgain(after)) {
      if (holdsWords(call, proposal.rules)) return { why: 'unsure' };
      continue;
    }
    if (after.stage !== 'permissions.allow') continue;
    await breathe();
    const read = readPastCall(call.request, now);
    if (read === undefined) return { why: 'unsure' };
    if (call.outcome === 'block' && !call.outage) return { why: 'mixed' };
    if (!isHarmless(read, now)) return { why: 'destructive' };
    kinds.add(kindOf(read));
    if (kinds.size > 1) return { why: 'mixed' };
    covered += times;
    if (call.outcome === 'allow') ran += times;
  }
  return ran < FEWEST_RUNS ? { why: 'rare' } : { covered };
}

/** Programs with their verbs; those that only read are no kind. */
function kindOf({ kind, line }: ToolCall): string {
  const acts = (line?.analysis.commands ?? []).flatMap((command) => {
    if (command.words.length === 0 || command.context.pipe?.index) return [];
    const verb = command.words.slice(1).find(({ text }) => text?.startsWith('-') !== true);
    return [`${programName(command) ?? '?'} ${verb === undefined ? '' : writtenText(verb)}`];
  });
  return JSON.stringify([kind, [...new Set(acts)].filter((act) => !act.startsWith('cd ')).sort()]);
}

/** An unreadable call may concern a rule. */
function holdsWords({ request }: PastCall, rules: readonly string[]): boolean {
  const text = JSON.stringify(request);
  return rules.some((rule) => {
    const words = rule.slice(rule.indexOf('(') + 1, -1).split(' ');
    return words.every((word) => text.includes(word.replace(/\\(.)/gs, '$1')));
  });
}
