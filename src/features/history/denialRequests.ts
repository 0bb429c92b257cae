import * as z from 'zod';
import type { EffectiveConfiguration } from '../../engine/model/configuration';
import type { DryRunWorld } from '../../engine/trial/dryRun';
import { ruleProblem } from '../../rules/permissionRule';
import { cannotBeDecidedAgain, isChanged, replay } from '../../engine/trial/replay';
import { blockFilterSchema, NO_FILTER, type BlockedCalls } from '../../log/blockedCalls';
import { changedCall, type ChangedCall } from '../rules/changedCall';
import { pacer } from '../../common/pacer';
import { MAX_PAST_CALLS, type PastCalls } from '../../log/pastCalls';
import type { ProposalPreview, ReadyProposal, ProposedRules } from '../rules/proposedRules';
import { noProposalText } from '../rules/proposalText';

export interface DenialRequestParts {
  readonly blocked: Pick<BlockedCalls, 'call' | 'records'>;
  readonly rules: Pick<ProposedRules, 'proposals' | 'preview' | 'add' | 'undo'>;
  readonly pastCalls: Pick<PastCalls, 'latest'>;
  readonly world: DryRunWorld;
}

export const SECTIONS = ['deny', 'ask', 'allow'] as const;
const replaySchema = z.strictObject({ rule: z.string().max(2000), section: z.enum(SECTIONS) });
const addSchema = z.strictObject({ id: z.string().max(128), key: z.string().max(128).optional() });
const filterSchema = blockFilterSchema.partial();

const MAX_REPLAY_MS = 30_000;
const MAX_RECORDS_GIVEN = 1000;

export interface ReplayReport {
  readonly looked: number;
  /** Their folder is missing. */
  readonly missing: number;
  readonly changed: readonly ChangedCall[];
}

export class DenialRequests {
  constructor(private readonly parts: DenialRequestParts) {}

  /**
   * Writes nothing.
   * @throws TypeError for another argument or an unreadable rule
   */
  async replay(argument: unknown): Promise<ReplayReport> {
    const parsed = replaySchema.safeParse(argument);
    if (!parsed.success)
      throw new TypeError('Give {"rule": a rule such as "bash(npm test)", "section": "deny", "ask" or "allow"}.');
    const { rule, section } = parsed.data;
    const problem = ruleProblem(rule);
    if (problem !== undefined) throw new TypeError(`The rule cannot be read: ${problem}.`);
    const { pastCalls, world } = this.parts;
    const signal = AbortSignal.timeout(MAX_REPLAY_MS);
    const withRule = (before: EffectiveConfiguration): EffectiveConfiguration => ({
      ...before,
      permissions: {
        ...before.permissions,
        [section]: [...before.permissions[section], { text: rule, source: 'user' as const }],
      },
    });
    const calls = await pastCalls.latest(MAX_PAST_CALLS, signal);
    const all = await replay(calls, world, withRule, pacer(), signal);
    const replayed = all.filter(({ before }) => !cannotBeDecidedAgain(before));
    return {
      looked: replayed.length,
      missing: all.length - replayed.length,
      changed: replayed.filter(isChanged).map(changedCall),
    };
  }

  /**
   * Without `key` lists the rules for a blocked call; with one, asks and adds it.
   * @throws TypeError for another argument or an unknown key
   */
  async addRule(argument: unknown): Promise<unknown> {
    const parsed = addSchema.safeParse(argument);
    if (!parsed.success) throw new TypeError('Give {"id": the id of a denial, "key": of one of its proposals}.');
    const { id, key } = parsed.data;
    const found = await this.proposals(id);
    if (found.why !== undefined) return { proposals: [], why: found.why };
    if (key === undefined) {
      const proposals = [];
      for (const proposal of found.proposals) {
        const { looked, changed } = await this.preview(proposal);
        proposals.push({ ...proposal, looked, changed: changed.map(changedCall) });
      }
      return { proposals };
    }
    const proposal = found.proposals.find((candidate) => candidate.key === key);
    if (proposal === undefined) throw new TypeError('That proposal is not offered for this call any more.');
    return { added: await this.parts.rules.add(proposal, 'ask') };
  }

  /** Only tightens, so asks nobody. */
  async undoRule(): Promise<{ readonly undone: boolean }> {
    return { undone: await this.parts.rules.undo() };
  }

  async exportDenials(argument: unknown): Promise<readonly unknown[]> {
    const parsed = filterSchema.safeParse(argument ?? {});
    if (!parsed.success)
      throw new TypeError('Give {"search", "agent", "stage": texts, "unjudged": true or false}, each if wanted.');
    const given = Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
    const records: unknown[] = [];
    await this.parts.blocked.records({ ...NO_FILTER, ...given }, (record) => {
      if (records.length < MAX_RECORDS_GIVEN) records.push(record);
    });
    return records;
  }

  async proposals(
    id: string,
  ): Promise<{ readonly proposals: readonly ReadyProposal[]; readonly why?: string | undefined }> {
    const { blocked, rules } = this.parts;
    const call = await blocked.call(id);
    if (call === undefined) return { proposals: [], why: noProposalText('not-kept') };
    if (call.secret) return { proposals: [], why: noProposalText('redacted') };
    const { proposals, why } = rules.proposals(call.request);
    return why === undefined ? { proposals } : { proposals: [], why: noProposalText(why) };
  }

  preview(proposal: ReadyProposal): Promise<ProposalPreview> {
    return this.parts.rules.preview(proposal, new AbortController().signal);
  }
}
