import { t } from '@vscode/l10n';
import { visibleLine } from '../../common/visibleText';
import type { DryRunWorld } from '../../engine/trial/dryRun';
import { codeVerdict, type CodeVerdict } from '../../engine/trial/replay';
import { checkSettling, exactOnly, type PastDecision } from '../../engine/trial/settlingRule';
import type { DecisionLog } from '../../log/decisionLog';
import { findRecord } from '../../log/logSearch';
import { pastCall } from '../../log/pastCalls';
import type { InsightSettling } from '../../panel/insights';
import type { JsonValue } from '../../common/json';
import type { ProposedRules, ReadyProposal } from '../rules/proposedRules';
import { proposalScope } from '../rules/proposalText';
import { concernedCalls, wordOf, type ConcernedCall } from './concernedCalls';
import { commandOf, type CountedLine } from './lineBook';
import { noSettlingText } from './settlingText';

export interface SettlingParts {
  readonly log: Pick<DecisionLog, 'filePaths'>;
  readonly world: DryRunWorld;
  readonly rules: Pick<ProposedRules, 'proposals' | 'worldWith'>;
  /** The first open folder. */
  readonly folder: () => string | undefined;
  readonly breathe: () => Promise<void>;
}

export interface Settled {
  readonly shown: InsightSettling;
  readonly proposal?: ReadyProposal;
}

interface Candidate {
  readonly line: CountedLine;
  readonly call: string;
  readonly proposals: readonly ReadyProposal[];
}

const REDACTED = '[REDACTED ';

/**
 * The harmless rule that would settle each line, if any.
 * @param found called as soon as a line's is known
 */
export async function settle(
  lines: readonly CountedLine[],
  parts: SettlingParts,
  found: (line: CountedLine, settled: Settled) => void,
  signal: AbortSignal,
): Promise<void> {
  const { log, world, rules, breathe } = parts;
  const none = (line: CountedLine, why: Parameters<typeof noSettlingText>[0]): void => {
    found(line, { shown: { kind: 'none', why: noSettlingText(why) } });
  };
  const candidates: Candidate[] = [];
  for (const line of lines) {
    if (signal.aborted) return;
    const record = await findRecord(log, line.id);
    await breathe();
    if (record?.input === undefined) none(line, 'not-kept');
    else {
      const { request } = pastCall(record.decision, record.input as JsonValue);
      if (JSON.stringify(request).includes(REDACTED)) none(line, 'redacted');
      else {
        const exact = exactOnly(rules.proposals(request));
        if (typeof exact === 'string') none(line, exact);
        else
          candidates.push({ line, call: triedText(request, record.decision, record.input, parts), proposals: exact });
      }
    }
  }
  const words = new Set(candidates.flatMap(({ proposals }) => proposals.flatMap((one) => one.rules.map(wordOf))));
  if (words.size === 0) return;
  const calls = await concernedCalls(log, [...words], signal);
  const verdicts = new Map<PastDecision, CodeVerdict>();
  const before = (call: PastDecision): CodeVerdict => {
    const verdict = verdicts.get(call) ?? codeVerdict(call.request, world);
    verdicts.set(call, verdict);
    return verdict;
  };
  for (const candidate of candidates) {
    const settled = await checked(candidate, calls, before, parts, signal);
    if (signal.aborted) return;
    found(candidate.line, settled);
  }
}

async function checked(
  { call, proposals }: Candidate,
  calls: ReadonlyMap<string, readonly ConcernedCall[] | undefined>,
  before: (call: PastDecision) => CodeVerdict,
  { world, rules, breathe }: SettlingParts,
  signal: AbortSignal,
): Promise<Settled> {
  let why: Parameters<typeof noSettlingText>[0] = 'unsure';
  for (const proposal of proposals) {
    if (signal.aborted) break;
    const concerned = [...new Set(proposal.rules.map(wordOf))].map((word) => calls.get(word));
    if (!concerned.every((known) => known !== undefined)) continue;
    const all = [...new Map(concerned.flat().map((one) => [one.call, one])).values()];
    const worlds = { now: world, then: rules.worldWith(proposal) };
    const check = await checkSettling(proposal, all, worlds, before, breathe);
    if (check.why === undefined) {
      const { key, rules: texts } = proposal;
      const scope = proposal.folder === undefined ? t('In all folders') : visibleLine(proposalScope(proposal));
      return {
        proposal,
        shown: { kind: 'rule', key, rules: texts.map(visibleLine), scope, covered: check.covered, call },
      };
    }
    why = check.why;
  }
  return { shown: { kind: 'none', why: noSettlingText(why) } };
}

/** A command line if the trial reads it as this call. */
function triedText(
  request: unknown,
  {
    agent,
    tool,
    cwd,
  }: { readonly agent?: string | undefined; readonly tool: string; readonly cwd?: string | undefined },
  input: unknown,
  { folder }: SettlingParts,
): string {
  const command = cwd === folder() ? commandOf({ agent, tool }, input) : undefined;
  return command !== undefined && !command.trimStart().startsWith('{') ? command : JSON.stringify(request);
}
