import { createHash } from 'node:crypto';
import { SETTINGS } from '../../config/contributions';
import type { RawValues } from '../../config/sources';
import type { EffectiveConfiguration } from '../../engine/model/configuration';
import type { DryRunWorld } from '../../engine/trial/dryRun';
import { isInside } from '../../files/pathText';
import { cannotBeDecidedAgain, isChanged, replayBetween, type ReplayedCall } from '../../engine/trial/replay';
import { ruleProposals, type NoProposal, type RuleProposal } from '../../engine/trial/ruleProposals';
import type { Confirm, Confirmation } from '../../editor/confirmation';
import { pacer } from '../../common/pacer';
import { MAX_PAST_CALLS, type PastCalls } from '../../log/pastCalls';
import { ListChangedError, type RuleLists, type UserPlace } from './ruleLists';
import type { RuleWriter, UndoableEdit } from './ruleWriter';
import { proposalScope, proposalSentence } from './proposalText';
import { t } from '@vscode/l10n';
import { visibleLine } from '../../common/visibleText';

export interface ReadyProposal extends RuleProposal {
  readonly key: string;
  /** Undefined: everywhere. */
  readonly folder: string | undefined;
}

export type ReadyProposals =
  | { readonly proposals: readonly ReadyProposal[]; readonly why?: undefined }
  | { readonly proposals: readonly []; readonly why: NoProposal };

export interface ProposalPreview {
  /** Calls that were decided again. */
  readonly looked: number;
  /** Newest first. */
  readonly changed: readonly ReplayedCall[];
}

export interface ProposedRulesParts {
  readonly world: DryRunWorld;
  readonly pastCalls: Pick<PastCalls, 'latest'>;
  readonly settings: {
    supposing(values: RawValues): (cwd: string | undefined) => EffectiveConfiguration;
    /** @throws ForbiddenByPolicyError */
    refuseIfForbidden(): void;
  };
  readonly lists: Pick<RuleLists, 'withAdded'>;
  readonly writer: Pick<RuleWriter, 'append' | 'undo' | 'lastEdit'>;
  readonly confirm: Confirm;
  readonly onDidChange: () => void;
}

/** Shows what was tried by then. */
const MAX_PREVIEW_MS = 15_000;

export class ProposedRules {
  #last: { readonly proposal: ReadyProposal; readonly edit: UndoableEdit } | undefined;

  constructor(private readonly parts: ProposedRulesParts) {}

  /** Until undone or another change. */
  get last(): ReadyProposal | undefined {
    return this.#last?.edit === this.parts.writer.lastEdit ? this.#last?.proposal : undefined;
  }

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

  /** @returns undefined: no effect */
  worldWith({ rules, folder }: ReadyProposal): DryRunWorld | undefined {
    return this.#worldWith(rules, folder);
  }

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
   * On the user's word.
   * @param preview changed past calls
   * @returns whether they were added
   */
  async add(proposal: ReadyProposal, confirmation: Confirmation, preview: readonly string[] = []): Promise<boolean> {
    const { settings, writer, confirm } = this.parts;
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
    const edit = await writer.append([{ section: SETTINGS.permissionsAllow, place: placeOf(folder), entries: rules }]);
    this.#last = { proposal, edit };
    this.parts.onDidChange();
    return true;
  }

  /** Only tightens, so asks nobody. Resolves to whether a rule was still there. */
  async undo(): Promise<boolean> {
    const { writer, onDidChange } = this.parts;
    const last = this.#last;
    if (last === undefined || last.edit !== writer.lastEdit) return false;
    try {
      await writer.undo(last.edit);
      return true;
    } catch (error) {
      if (error instanceof ListChangedError) return false;
      throw error;
    } finally {
      onDidChange();
    }
  }

  #worldWith(rules: readonly string[], folder: string | undefined): DryRunWorld | undefined {
    const { settings, world, lists } = this.parts;
    const added = lists.withAdded(SETTINGS.permissionsAllow, placeOf(folder), rules);
    if (added === undefined) return undefined;
    const configurationFor = settings.supposing(added);
    return { ...world, configurationFor: (cwd) => configurationFor(cwd) };
  }

  /** The innermost open one. */
  #folderOf(request: unknown): string | undefined {
    const { world } = this.parts;
    const cwd = typeof request === 'object' && request !== null && 'cwd' in request ? request.cwd : undefined;
    if (typeof cwd !== 'string') return undefined;
    const { workspaceFolders } = world.configurationFor(cwd, undefined);
    const around = workspaceFolders.filter((folder) => isInside(cwd, folder, world.machine.platform));
    return around.toSorted((a, b) => b.length - a.length)[0];
  }
}

function placeOf(folder: string | undefined): UserPlace {
  return folder === undefined ? { kind: 'user' } : { kind: 'folder', folder };
}
