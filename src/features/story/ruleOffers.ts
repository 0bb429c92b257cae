import type { RuleOffer, RulePreview, ShownProposal } from '../../panel/ruleOffer';
import type { BlockedCalls } from '../../log/blockedCalls';
import type { ProposalPreview, ReadyProposal, ProposedRules } from '../rules/proposedRules';
import { shownChange } from '../rules/changedCallText';
import { noProposalText, previewText, proposalScope, proposalSentence } from '../rules/proposalText';
import { t } from '@vscode/l10n';
import { shortLine, visibleLine } from '../../common/visibleText';

export interface RuleOffersParts {
  readonly blocked: Pick<BlockedCalls, 'call'>;
  readonly rules: Pick<ProposedRules, 'proposals' | 'preview'>;
  readonly language: string;
}

export interface PreviewedProposal {
  readonly proposal: ReadyProposal;
  readonly preview: ProposalPreview;
}

interface Offered {
  readonly id: string;
  readonly shown: RuleOffer;
  readonly previewed: ReadonlyMap<string, PreviewedProposal>;
}

const MAX_EXAMPLES = 5;
const NONE: ReadonlyMap<string, PreviewedProposal> = new Map();

export class RuleOffers {
  #offer: Offered | undefined;
  #work: AbortController | undefined;

  constructor(
    private readonly parts: RuleOffersParts,
    private readonly changed: () => void,
  ) {}

  /** @param id undefined: ends the offer */
  propose(id: string | undefined): void {
    this.#work?.abort();
    this.#offer = undefined;
    if (id === undefined) return;
    const work = new AbortController();
    this.#work = work;
    this.#offer = { id, shown: { working: true, proposals: [] }, previewed: NONE };
    void this.#workOut(id, work.signal).catch((error: unknown) => {
      const why = shortLine(error instanceof Error ? error.message : String(error), 300);
      this.#offered({ id, shown: { working: false, why, proposals: [] }, previewed: NONE }, work.signal);
    });
  }

  of(id: string): RuleOffer | undefined {
    return this.#offer?.id === id ? this.#offer.shown : undefined;
  }

  /** @throws Error with a sentence for the user if the preview was not shown */
  previewed(id: string, key: string): PreviewedProposal {
    const found = this.#offer?.id === id ? this.#offer.previewed.get(key) : undefined;
    if (found === undefined) throw new Error(t('This rule is not offered any more.'));
    return found;
  }

  async #workOut(id: string, signal: AbortSignal): Promise<void> {
    const { blocked, rules, language } = this.parts;
    const none = (why: Parameters<typeof noProposalText>[0]): void => {
      const shown = { working: false, why: noProposalText(why), proposals: [] };
      this.#offered({ id, shown, previewed: NONE }, signal);
    };
    const call = await blocked.call(id);
    if (call === undefined) {
      none('not-kept');
      return;
    }
    if (call.secret) {
      none('redacted');
      return;
    }
    const { proposals: ready, why } = rules.proposals(call.request);
    if (why !== undefined) {
      none(why);
      return;
    }
    let proposals: readonly ShownProposal[] = ready.map((proposal) => ({
      key: proposal.key,
      rules: proposal.rules.map(visibleLine),
      scope: proposalScope(proposal),
      sentence: proposalSentence(proposal),
    }));
    this.#offered({ id, shown: { working: true, proposals }, previewed: NONE }, signal);
    const previewed = new Map<string, PreviewedProposal>();
    for (const proposal of ready) {
      const worked = await rules.preview(proposal, signal);
      previewed.set(proposal.key, { proposal, preview: worked });
      const { looked, changed } = worked;
      const preview: RulePreview = {
        summary: previewText(looked, changed.length),
        examples: changed.slice(0, MAX_EXAMPLES).map((one) => shownChange(one, language)),
      };
      proposals = proposals.map((shown) => (shown.key === proposal.key ? { ...shown, preview } : shown));
      this.#offered({ id, shown: { working: proposal !== ready.at(-1), proposals }, previewed }, signal);
    }
  }

  #offered(offer: Offered, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#offer = offer;
    this.changed();
  }
}
