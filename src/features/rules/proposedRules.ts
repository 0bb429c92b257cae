import { createHash } from 'node:crypto';
import type { SettingKey } from '../../config/contributions';
import type { PathRules, RawValues } from '../../config/sources';
import type { EffectiveConfiguration } from '../../engine/model/configuration';
import type { DryRunWorld } from '../../engine/trial/dryRun';
import { isInside } from '../../files/pathText';
import { cannotBeDecidedAgain, isChanged, replayBetween, type ReplayedCall } from '../../engine/trial/replay';
import { ruleProposals, type NoProposal, type RuleProposal } from '../../engine/trial/ruleProposals';
import type { Confirm, Confirmation } from '../../editor/confirmation';
import { pacer } from '../../common/pacer';
import { MAX_PAST_CALLS, type PastCalls } from '../../log/pastCalls';
import { addedRules, removedRules, UnusableSettingError, type RulesAdded } from './ruleChange';
import type { Turns } from '../../common/turns';
import { proposalScope, proposalSentence } from './proposalText';
import { t } from '@vscode/l10n';
import { visibleLine } from '../../common/visibleText';

/** A proposal as it can be added: what will be written, and what it means. */
export interface ReadyProposal extends RuleProposal {
  /** Of exactly these rules at exactly this place. */
  readonly key: string;
  /** Set where the rules hold in this folder alone. */
  readonly folder: string | undefined;
}

export type ReadyProposals =
  | { readonly proposals: readonly ReadyProposal[]; readonly why?: undefined }
  | { readonly proposals: readonly []; readonly why: NoProposal };

export interface ProposalPreview {
  /** Calls that were decided again. */
  readonly looked: number;
  /** Newest first: those that would have ended otherwise. */
  readonly changed: readonly ReplayedCall[];
}

export interface RuleAdditionParts {
  readonly world: DryRunWorld;
  readonly pastCalls: Pick<PastCalls, 'latest'>;
  readonly settings: {
    readonly paths: PathRules;
    /** @throws Error where that cannot be told. */
    userValues(): RawValues;
    supposing(values: RawValues): (cwd: string | undefined) => EffectiveConfiguration;
    /** Undefined removes it. @throws Error where that fails */
    write(key: SettingKey, value: unknown): Promise<void>;
    /** One change after the other: each is worked out from what the one before it has left. */
    readonly inTurn: Turns;
    /** @throws ForbiddenByPolicyError */
    refuseIfForbidden(): void;
  };
  readonly confirm: Confirm;
  /** Called once `last` is another one. */
  readonly onDidChange: () => void;
}

/** A preview takes some seconds at most; what was looked at by then is told. */
const MAX_PREVIEW_MS = 15_000;

/** Adds allow rules that were proposed for a blocked call, and takes them out again. */
export class RuleAddition {
  #undo: { readonly proposal: ReadyProposal; readonly added: RulesAdded } | undefined;

  constructor(private readonly parts: RuleAdditionParts) {}

  /** What was added last, as long as it can be taken back. */
  get last(): ReadyProposal | undefined {
    return this.#undo?.proposal;
  }

  /** At most three proposals for exactly this call; see `ruleProposals`. */
  proposals(request: unknown): ReadyProposals {
    const { world } = this.parts;
    const folder = this.#folderOf(request);
    const found = ruleProposals(request, world, [
      ...(folder === undefined
        ? []
        : [{ id: 'folder' as const, with: (rules: readonly string[]) => this.#worldWith(rules, folder) }]),
      { id: 'user' as const, with: (rules: readonly string[]) => this.#worldWith(rules, undefined) },
    ]);
    if (found.why !== undefined) return found;
    return {
      proposals: found.proposals.map((proposal) => {
        const place = proposal.scope === 'folder' ? folder : undefined;
        const key = createHash('sha256')
          .update(JSON.stringify([proposal.rules, place ?? null]))
          .digest('hex');
        return { ...proposal, folder: place, key };
      }),
    };
  }

  /** Which of the latest calls would have ended otherwise. */
  async preview({ rules, folder }: ReadyProposal, signal: AbortSignal): Promise<ProposalPreview> {
    const { world, pastCalls } = this.parts;
    const other = this.#worldWith(rules, folder);
    if (other === undefined) return { looked: 0, changed: [] };
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(MAX_PREVIEW_MS)]);
    const calls = await pastCalls.latest(MAX_PAST_CALLS, bounded);
    const replayed = await replayBetween(calls, world, other, pacer(), bounded);
    const known = replayed.filter(({ before }) => !cannotBeDecidedAgain(before));
    return { looked: known.length, changed: known.filter(isChanged) };
  }

  /**
   * Writes the rules, on the user's word. Resolves to whether they were added.
   * @param preview lines for the dialog: which past calls they would have changed
   */
  async add(proposal: ReadyProposal, confirmation: Confirmation, preview: readonly string[] = []): Promise<boolean> {
    const { settings, confirm } = this.parts;
    settings.refuseIfForbidden();
    const detail = [
      ...proposal.rules.map((rule) => `│ ${visibleLine(rule)}`),
      '',
      proposalScope(proposal),
      proposalSentence(proposal),
      ...(preview.length === 0 ? [] : ['', ...preview]),
    ].join('\n');
    if (confirmation === 'ask') {
      const question = t('Add these allow rules to your settings?');
      if (!(await confirm(question, detail, t('Add Rules')))) return false;
      settings.refuseIfForbidden();
    }
    const { rules, folder } = proposal;
    return settings.inTurn(async () => {
      const added = addedRules(settings.userValues(), folder, rules, settings.paths);
      await settings.write(added.change.key, added.change.value);
      this.#undo = { proposal, added };
      this.parts.onDidChange();
      return true;
    });
  }

  /** Takes out what was added last. Resolves to whether something of it was still there. */
  async undo(): Promise<boolean> {
    const { settings } = this.parts;
    return settings.inTurn(async () => {
      const undo = this.#undo;
      if (undo === undefined) return false;
      const { rules, folder } = undo.proposal;
      const change = removedRules(settings.userValues(), folder, rules, undo.added, settings.paths);
      if (change !== undefined) await settings.write(change.key, change.value);
      this.#undo = undefined;
      this.parts.onDidChange();
      return change !== undefined;
    });
  }

  #worldWith(rules: readonly string[], folder: string | undefined): DryRunWorld | undefined {
    const { settings, world } = this.parts;
    let added: RulesAdded;
    try {
      added = addedRules(settings.userValues(), folder, rules, settings.paths);
    } catch (error) {
      if (error instanceof UnusableSettingError) return undefined;
      throw error;
    }
    const configurationFor = settings.supposing({ [added.change.key]: added.change.value });
    return { ...world, configurationFor: (cwd) => configurationFor(cwd) };
  }

  /** The innermost open folder in which the call runs. */
  #folderOf(request: unknown): string | undefined {
    const { world } = this.parts;
    const cwd = typeof request === 'object' && request !== null && 'cwd' in request ? request.cwd : undefined;
    if (typeof cwd !== 'string') return undefined;
    const { workspaceFolders } = world.configurationFor(cwd, undefined);
    const around = workspaceFolders.filter((folder) => isInside(cwd, folder, world.machine.platform));
    return around.toSorted((a, b) => b.length - a.length)[0];
  }
}
