import { t } from '@vscode/l10n';
import { lastDays } from '../../common/localDay';
import { Listeners } from '../../common/listeners';
import { shortLine, visibleLine } from '../../common/visibleText';
import { agentName } from '../../editor/agentName';
import type { UsageSums } from '../../log/usageSums';
import type { InsightDay, InsightFigures, InsightsAction, InsightsFocus, InsightsSlice } from '../../panel/insights';
import type { PanelFeature } from '../../panel/panelFeature';
import type { ProposedRules, ReadyProposal } from '../rules/proposedRules';
import { proposalScope } from '../rules/proposalText';
import { sumOf, type FigureBook } from './figureBook';
import { InsightLog, type InsightBooks } from './insightLog';
import type { CountedLine } from './lineBook';
import { settle, type Settled, type SettlingParts } from './settling';

export interface InsightsParts extends SettlingParts {
  readonly rules: Pick<ProposedRules, 'proposals' | 'worldWith' | 'last' | 'undo'>;
  /** Asks the user first. */
  readonly add: (proposal: ReadyProposal) => Promise<void>;
  readonly usage: () => ReadonlyMap<string, UsageSums>;
  /** After each decision here. */
  readonly decided: (listener: () => void) => { dispose(): void };
  readonly settingsChanged: (listener: () => void) => { dispose(): void };
  readonly now: () => number;
  readonly later: (milliseconds: number, work: () => void) => () => void;
  readonly warn: (line: string) => void;
}

const MOST_LINES = 10;
const MOST_AGENTS = 8;
/** Groups many calls a second. */
const FOLLOW_MS = 2_000;
/** Looking for rules takes longer. */
const SETTLE_AGAIN_MS = 10_000;
/** The page is left for good. */
const KEPT_MS = 5 * 60_000;

interface KnownSettling extends Settled {
  /** The line's newest decision. */
  readonly id: string;
  readonly at: number;
}

/** While the page is seen, counts the log and looks for rules that would settle frequent lines. */
export class InsightsFeature implements PanelFeature<'insights'> {
  readonly #log: InsightLog;
  readonly #listeners = new Listeners();
  readonly #subscriptions: readonly { dispose(): void }[];
  #focus: InsightsFocus | undefined;
  #slice: InsightsSlice | undefined;
  #books: InsightBooks | undefined;
  #settled = new Map<string, KnownSettling>();
  /** While the page is seen. */
  #looking = new AbortController();
  #work: AbortController | undefined;
  #isStale = false;
  #stopTimer: (() => void) | undefined;
  #stopForgetting: (() => void) | undefined;

  constructor(private readonly parts: InsightsParts) {
    this.#log = new InsightLog(parts.log);
    this.#subscriptions = [
      parts.decided(() => {
        this.#follow();
      }),
      parts.settingsChanged(() => {
        this.#settled = new Map();
        this.#restart();
      }),
    ];
  }

  readonly onDidChange = this.#listeners.subscribe;

  dispose(): void {
    this.look(undefined);
    this.#stopForgetting?.();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  look(focus: InsightsFocus | undefined): void {
    const before = this.#focus;
    this.#focus = focus;
    if (JSON.stringify(focus) === JSON.stringify(before)) return;
    this.#stopForgetting?.();
    this.#stopForgetting = undefined;
    if (focus === undefined) {
      this.#leave();
      return;
    }
    if (before === undefined) this.#looking = new AbortController();
    this.#show();
    this.#restart();
  }

  slice(): InsightsSlice | undefined {
    const { last } = this.parts.rules;
    if (this.#slice === undefined || last === undefined) return this.#slice;
    const rules = last.rules.map(visibleLine).join(', ');
    return { ...this.#slice, added: t('Added: {rules}. {scope}', { rules, scope: proposalScope(last) }) };
  }

  async execute(action: InsightsAction): Promise<void> {
    if (action.kind === 'undoRule') await this.parts.rules.undo();
    else await this.#add(action.line, action.key);
    this.#listeners.fire();
  }

  /** Looks at the log once more: what it holds by now counts. */
  async #add(key: string, proposal: string): Promise<void> {
    const line = this.#lines().find((one) => one.key === key);
    let fresh: Settled | undefined;
    if (line !== undefined) {
      const note = (_: CountedLine, settled: Settled): void => {
        fresh = settled;
        this.#note(line, settled);
      };
      await settle([line], this.parts, note, new AbortController().signal);
    }
    const offered = fresh?.proposal;
    if (offered?.key !== proposal) throw new Error(t('This rule is not offered any more.'));
    await this.parts.add(offered);
  }

  #leave(): void {
    this.#looking.abort();
    this.#work?.abort();
    this.#work = undefined;
    this.#isStale = false;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#slice = undefined;
    this.#stopForgetting = this.parts.later(KEPT_MS, () => {
      this.#books = undefined;
      this.#settled = new Map();
      this.#log.forget();
    });
  }

  /** Never postpones an earlier change: endless decisions would show nothing. */
  #follow(): void {
    if (this.#focus === undefined || this.#stopTimer !== undefined) return;
    this.#stopTimer = this.parts.later(FOLLOW_MS, () => {
      this.#stopTimer = undefined;
      if (this.#work === undefined) this.#restart();
      else this.#isStale = true;
    });
  }

  #restart(): void {
    if (this.#focus === undefined) return;
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    void this.#refresh(work.signal)
      .catch((error: unknown) => {
        this.parts.warn(`The insights could not be worked out: ${shortLine(String(error), 300)}`);
      })
      .finally(() => {
        if (this.#work !== work) return;
        this.#work = undefined;
        if (this.#isStale) this.#follow();
        this.#isStale = false;
      });
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    const books = await this.#log.upToDate(this.#looking.signal);
    if (books === undefined || signal.aborted) return;
    this.#books = books;
    this.#show();
    const now = this.parts.now();
    const outdated = this.#lines().filter(({ key, id }) => this.#settled.get(key)?.id !== id);
    const due = outdated.filter(({ key }) => now - (this.#settled.get(key)?.at ?? 0) >= SETTLE_AGAIN_MS);
    if (due.length < outdated.length) this.#isStale = true;
    await settle(
      due,
      this.parts,
      (line, settled) => {
        this.#note(line, settled);
      },
      signal,
    );
  }

  #note({ key, id }: CountedLine, settled: Settled): void {
    this.#settled.set(key, { ...settled, id, at: this.parts.now() });
    this.#show();
  }

  #lines(): readonly CountedLine[] {
    const { days, agent } = this.#focus ?? { days: 0 };
    return this.#books?.lines.top(MOST_LINES, lastDays(this.parts.now(), days), agent) ?? [];
  }

  #show(): void {
    const focus = this.#focus;
    if (focus === undefined) return;
    this.#slice = this.#sliceOf(focus);
    this.#listeners.fire();
  }

  #sliceOf(focus: InsightsFocus): InsightsSlice {
    const figures = this.#books?.figures;
    const names = lastDays(this.parts.now(), focus.days);
    const days = figures === undefined ? [] : this.#days(figures, names, focus.agent);
    return {
      focus,
      reading: figures === undefined,
      days,
      total: sumOf(days),
      agents: figures === undefined ? [] : agentsIn(figures, names),
      lines: this.#lines().map(({ key, text, judged, asked }) => {
        const settling = this.#settled.get(key)?.shown;
        return { key, text, judged, asked, ...(settling === undefined ? {} : { settling }) };
      }),
    };
  }

  /** The usage ledger keeps costs of days that the log dropped. It knows no agents. */
  #days(figures: FigureBook, names: readonly string[], agent: string | undefined): readonly InsightDay[] {
    const usage = agent === undefined ? this.parts.usage() : new Map<string, UsageSums>();
    return names.map((day) => {
      const sums = usage.get(day);
      const money =
        sums === undefined ? {} : { costUsd: sums.priced === 0 ? undefined : sums.costUsd, unpriced: sums.unpriced };
      return { ...figures.of(day, agent), ...money, day };
    });
  }
}

function agentsIn(figures: FigureBook, days: readonly string[]): InsightsSlice['agents'] {
  const of = (id: string): InsightFigures => sumOf(days.map((day) => figures.of(day, id)));
  return figures
    .agentsOf(days)
    .map((id) => ({ id, ...(id === '' ? {} : { name: visibleLine(agentName(id)) }), ...of(id) }))
    .sort((one, other) => other.calls - one.calls)
    .slice(0, MOST_AGENTS);
}
