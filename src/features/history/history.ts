import { t } from '@vscode/l10n';
import type { HistoryAction, HistoryFocus, HistoryRow, HistorySlice } from '../../panel/history';
import type { PanelDenial } from '../../panel/panelDenial';
import type { Confirmation } from '../../editor/confirmation';
import { NO_FILTER, type BlockedCalls, type FoundBlocks } from '../../log/blockedCalls';
import { Listeners } from '../../common/listeners';
import type { ProposedRules } from '../rules/proposedRules';
import { agentName } from '../../editor/agentName';
import { proposalPreviewText } from './changedCallText';
import { proposalScope } from '../rules/proposalText';
import { visibleLine } from '../../common/visibleText';
import { visibleDenial } from '../../panel/visibleSnapshot';
import { BlockedCallDetails, type BlockedCallDetailsParts } from './blockedCallDetails';
import type { PanelFeature } from '../../panel/panelFeature';
import { RuleOffers, type RuleOffersParts } from './ruleOffers';

export interface HistoryFeatureParts extends BlockedCallDetailsParts, RuleOffersParts {
  readonly blocked: BlockedCalls;
  /** Newest first, from memory. */
  readonly shown: () => readonly PanelDenial[];
  readonly allowOnce: (id: string, confirmation: Confirmation) => Promise<unknown>;
  readonly rules: ProposedRules;
  /** In a read-only editor. */
  readonly openDocument: (name: string, text: string) => Promise<void>;
  readonly copy: (text: string) => PromiseLike<void>;
  readonly save: (filter: HistoryFocus['filter']) => Promise<void>;
  readonly onDidChange: (listener: () => void) => { dispose(): void };
}

const GATHERING_MS = 150;

export class HistoryFeature implements PanelFeature<'history'> {
  readonly #listeners = new Listeners();
  readonly #details: BlockedCallDetails;
  readonly #offers: RuleOffers;
  #focus: HistoryFocus | undefined;
  #slice: HistorySlice | undefined;
  #found: FoundBlocks | undefined;
  #work: AbortController | undefined;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer ends. */
  #due = 0;

  constructor(private readonly parts: HistoryFeatureParts) {
    this.#details = new BlockedCallDetails(parts);
    this.#offers = new RuleOffers(parts, () => void this.#refresh());
    parts.onDidChange(() => {
      this.#later(GATHERING_MS);
    });
  }

  readonly onDidChange = this.#listeners.subscribe;

  look(focus: HistoryFocus | undefined): void {
    if (JSON.stringify(focus) === JSON.stringify(this.#focus)) return;
    const isOther = focus?.adding !== this.#focus?.adding;
    this.#focus = focus;
    if (isOther) this.#offers.propose(focus?.adding);
    if (focus === undefined) {
      this.#work?.abort();
      this.#work = undefined;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#slice = undefined;
      this.#found = undefined;
      return;
    }
    void this.#refresh();
  }

  slice(): HistorySlice | undefined {
    return this.#slice;
  }

  async execute(action: HistoryAction): Promise<void> {
    const { parts } = this;
    switch (action.kind) {
      case 'allowOnce':
        await this.#allowOnce(action.id);
        break;
      case 'openAction':
        await this.#details.openWhole(action.id);
        break;
      case 'copy':
        await this.#copy(action.id);
        break;
      case 'addRule':
        await this.#add(action.id, action.key);
        break;
      case 'showChanged':
        await this.#showChanged(action.id, action.key);
        break;
      case 'undoRule':
        await parts.rules.undo();
        break;
      case 'export':
        await parts.save(action.filter);
        break;
    }
    await this.#refresh();
  }

  async #allowOnce(id: string): Promise<void> {
    const row = this.#slice?.rows.find((candidate) => candidate.id === id);
    // Only a call shown whole may be released.
    if (row?.detail?.release !== 'offered') throw new Error(t('Open the whole action first.'));
    await this.parts.allowOnce(id, 'given');
    const left = await this.#details.releasedFor(id);
    if (left !== undefined) this.#later(left + 100);
  }

  async #copy(id: string): Promise<void> {
    const row = this.parts.shown().find((denial) => denial.id === id) ?? this.#found?.rows.find((one) => one.id === id);
    if (row !== undefined) await this.parts.copy(JSON.stringify(row, undefined, 2));
  }

  async #showChanged(id: string, key: string): Promise<void> {
    const { openDocument, language } = this.parts;
    const { proposal, preview } = this.#offers.previewed(id, key);
    await openDocument('auto-mode-rule-preview.txt', proposalPreviewText(proposal, preview, language));
  }

  async #add(id: string, key: string): Promise<void> {
    await this.parts.rules.add(this.#offers.previewed(id, key).proposal, 'given');
    this.#offers.propose(undefined);
    if (this.#focus !== undefined) this.#focus = { ...this.#focus, adding: undefined };
  }

  /** Never postpones an earlier change: endless decisions would show nothing. */
  #later(milliseconds: number): void {
    if (this.#focus === undefined) return;
    const due = this.parts.now() + milliseconds;
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // Finishes first: a slow log would never be shown otherwise.
      if (this.#work !== undefined) this.#again = true;
      else void this.#refresh();
    }, milliseconds);
  }

  /** Meanwhile shows what is known. */
  async #refresh(): Promise<void> {
    const { parts } = this;
    const focus = this.#focus;
    if (focus === undefined) return;
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    const shown = parts.shown();
    const isPlain = JSON.stringify(focus.filter) === JSON.stringify(NO_FILTER);
    const needsLog = !isPlain || focus.count > shown.length;
    const isReading = setTimeout(() => {
      if (!work.signal.aborted && this.#slice !== undefined) this.#show({ ...this.#slice, focus, loading: true });
    }, GATHERING_MS);
    try {
      const found =
        isPlain && focus.count <= shown.length && this.#found === undefined
          ? { rows: shown.slice(0, focus.count), total: shown.length, agents: [], stages: [] }
          : await parts.blocked.find(focus.filter, focus.count, work.signal);
      if (needsLog) this.#found = found;
      const rows = await Promise.all(found.rows.map((denial) => this.#row(denial, focus)));
      if (work.signal.aborted || this.#focus !== focus) return;
      this.#show({
        focus,
        rows,
        total: found.total,
        loading: false,
        agents: found.agents.map((id) => ({ id, name: agentName(id) })),
        stages: found.stages,
        added: this.#added(),
      });
    } finally {
      clearTimeout(isReading);
      if (this.#work === work) {
        this.#work = undefined;
        if (this.#again) this.#later(0);
        this.#again = false;
      }
    }
  }

  #show(slice: HistorySlice): void {
    this.#slice = slice;
    this.#listeners.fire();
  }

  #added(): string | undefined {
    const { rules } = this.parts;
    const { last } = rules;
    if (last === undefined) return undefined;
    return t('Added: {rules}. {scope}', {
      rules: last.rules.map(visibleLine).join(', '),
      scope: proposalScope(last),
    });
  }

  async #row(denial: PanelDenial, focus: HistoryFocus): Promise<HistoryRow> {
    const visible = visibleDenial(denial);
    if (!focus.open.includes(denial.id)) return visible;
    return { ...visible, detail: await this.#details.of(denial, this.#offers.of(denial.id)) };
  }
}
