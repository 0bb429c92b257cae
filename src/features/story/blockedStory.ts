import { t } from '@vscode/l10n';
import type { Confirmation } from '../../editor/confirmation';
import { visibleLine } from '../../common/visibleText';
import type { StoryBlock } from '../../panel/story';
import { proposalPreviewText } from '../rules/changedCallText';
import type { ProposedRules } from '../rules/proposedRules';
import { proposalScope } from '../rules/proposalText';
import { BlockedRelease, type BlockedReleaseParts, type Release } from './blockedRelease';
import { RuleOffers, type RuleOffersParts } from './ruleOffers';

export interface BlockedStoryParts extends BlockedReleaseParts, RuleOffersParts {
  readonly rules: Pick<ProposedRules, 'last' | 'proposals' | 'preview' | 'add' | 'undo'>;
  readonly allowOnce: (id: string, confirmation: Confirmation) => Promise<unknown>;
  /** In a read-only editor. */
  readonly openDocument: (name: string, text: string) => Promise<void>;
  /** What may change whether a call can be released. */
  readonly onDidChange: (listener: () => void) => { dispose(): void };
}

interface Looked {
  readonly id: string;
  /** The whole call is shown. */
  readonly whole: boolean;
  readonly adding: boolean;
}

const GATHERING_MS = 150;

/** For the block in the panel: one release, or a rule. */
export class BlockedStory {
  readonly #releases: BlockedRelease;
  readonly #offers: RuleOffers;
  #looked: Looked | undefined;
  #release: Release | undefined;
  #added: string | undefined;
  #removed: { readonly id: string; readonly text: string } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly parts: BlockedStoryParts,
    private readonly changed: () => void,
  ) {
    this.#releases = new BlockedRelease(parts);
    this.#offers = new RuleOffers(parts, changed);
    parts.onDidChange(() => {
      this.#later(GATHERING_MS);
    });
  }

  /** @param looked undefined: no block */
  look(looked: Looked | undefined): void {
    const before = this.#looked;
    const isOther = looked?.id !== before?.id;
    this.#looked = looked;
    const wanted = looked?.adding === true ? looked.id : undefined;
    if (wanted !== (before?.adding === true ? before.id : undefined)) this.#offers.propose(wanted);
    if (isOther) this.#release = undefined;
    if (looked !== undefined && (isOther || looked.whole !== before?.whole)) void this.#refresh();
  }

  /** Undefined until it is known. */
  slice(): StoryBlock | undefined {
    const release = this.#release;
    const id = this.#looked?.id;
    if (release === undefined || id === undefined) return undefined;
    const offer = this.#offers.of(id);
    const { last } = this.parts.rules;
    return {
      ...release,
      ...(offer === undefined ? {} : { offer }),
      ...(last === undefined || this.#added !== id
        ? {}
        : {
            added: t('Added: {rules}. {scope}', {
              rules: last.rules.map(visibleLine).join(', '),
              scope: proposalScope(last),
            }),
          }),
      ...(this.#removed?.id === id ? { removed: this.#removed.text } : {}),
    };
  }

  async allowOnce(id: string): Promise<void> {
    // Only a call shown whole may be released.
    if (this.#looked?.id !== id || this.#release?.release !== 'offered')
      throw new Error(t('Open the whole action first.'));
    await this.parts.allowOnce(id, 'given');
    const left = await this.#releases.releasedFor(id);
    await this.#refresh();
    if (left !== undefined) this.#later(left + 100);
  }

  async openAction(id: string): Promise<void> {
    await this.#releases.openWhole(id);
    await this.#refresh();
  }

  async addRule(id: string, key: string): Promise<void> {
    await this.parts.rules.add(this.#offers.previewed(id, key).proposal, 'given');
    this.#offers.propose(undefined);
    this.#added = id;
    this.#removed = undefined;
    if (this.#looked?.id === id) this.#looked = { ...this.#looked, adding: false };
    await this.#refresh();
    this.changed();
  }

  async showChanged(id: string, key: string): Promise<void> {
    const { openDocument, language } = this.parts;
    const { proposal, preview } = this.#offers.previewed(id, key);
    await openDocument('auto-mode-rule-preview.txt', proposalPreviewText(proposal, preview, language));
  }

  async undoRule(): Promise<void> {
    const { last } = this.parts.rules;
    const undone = await this.parts.rules.undo();
    if (undone && last !== undefined && this.#added !== undefined) {
      const text = t('Removed: {rules}.', { rules: last.rules.map(visibleLine).join(', ') });
      this.#removed = { id: this.#added, text };
    }
    await this.#refresh();
    this.changed();
  }

  #later(milliseconds: number): void {
    if (this.#looked === undefined) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#refresh();
    }, milliseconds);
  }

  async #refresh(): Promise<void> {
    const looked = this.#looked;
    if (looked === undefined) return;
    const release = await this.#releases.releaseOf(looked.id, looked.whole).catch(() => undefined);
    if (this.#looked?.id !== looked.id || this.#looked.whole !== looked.whole) return;
    if (JSON.stringify(release) === JSON.stringify(this.#release)) return;
    this.#release = release;
    this.changed();
  }
}
