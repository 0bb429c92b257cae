import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type {
  FeatureAction,
  FeatureName,
  PanelDestination,
  PanelFocus,
  PanelPage,
  PanelSlices,
} from '../../src/panel/features';
import type { SnapshotMessage } from '../../src/panel/messages';
import { LINKED_PAGES, pageNames } from '../../src/texts/pageNames';
import { ActEvent } from '../common/actEvent';
import type { ActivitySection } from '../activity/activitySection';
import { Announcer } from './announcer';
import { type ClickedCommand, CommandEvent } from '../common/clickedCommand';
import { needsNonce, withNonce } from './commandNonce';
import { focusedElement } from './focusedElement';
import { FoldEvent } from '../common/foldEvent';
import type { HostConnection } from './hostConnection';
import { LookEvent } from '../common/lookEvent';
import { OneTimeNumbers } from './oneTimeNumbers';
import { PageEvent } from '../common/pageEvent';
import './pageNavigation';
import { isPage, PAGES } from './pages';
import type { PageView } from '../common/pageView';
import type { RuleEditingPage } from '../rules/ruleEditingPage';
import { FocusLeftEvent, type QuestionsSection } from '../questions/questionsSection';
import { unseenStyles } from '../common/unseenStyles';

/** Each is its own element, so a repeated text is news. */
interface Announcement {
  readonly text: string;
  readonly number: number;
}

/** The longest wait for a frame before the rest of the page. */
const MAX_BEGINNING_MS = 200;

/** A page that is always refused must not restart for ever. */
const MAX_RESTARTS = 5;

@customElement('auto-mode-panel')
export class PanelElement extends LitElement {
  static override styles = [
    unseenStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 18px;
        min-width: 0;
      }

      .page {
        display: flex;
        flex-direction: column;
        gap: 18px;
        min-width: 0;
      }

      .page[hidden] {
        display: none;
      }
    `,
  ];

  @property({ attribute: false }) message: SnapshotMessage | undefined;
  @state() private said: Announcement = { text: '', number: 0 };
  @state() private warned: Announcement = { text: '', number: 0 };
  @state() private open: readonly string[] = [];
  @state() private page: PanelPage = 'overview';
  @state() private focusOfPanel: PanelFocus = {};
  /** Nothing was painted yet. */
  @state() private begins = true;
  @state() private restarts = 0;
  /** The other pages could not be loaded. */
  @state() private isIncomplete = false;
  @query('h1') private heading!: HTMLElement | null;
  /** Had the focus when a story opened, and is behind it. */
  #opener: HTMLElement | undefined;
  /** Its row gets the focus once drawn: the panel was hidden since its story opened. */
  #awaited: string | undefined;
  #followed: string | undefined;
  #connection: HostConnection | undefined;
  readonly #numbers = new OneTimeNumbers();
  readonly #announcer = new Announcer({
    say: (text) => {
      this.said = { text, number: this.said.number + 1 };
    },
    warn: (text) => {
      this.warned = { text, number: this.warned.number + 1 };
    },
  });

  connect(connection: HostConnection): void {
    this.#connection = connection;
    const { open, page, focus, followed } = connection.memory;
    this.open = open;
    this.#followed = followed;
    this.page = isPage(page) ? page : 'overview';
    connection.onMessage((message) => {
      if (message.kind === 'refusal') this.#lookAtLess(message.features);
      else this.#receive(message);
    });
    this.addEventListener(CommandEvent.type, (event) => {
      if (event instanceof CommandEvent) this.#send(event.command);
    });
    this.addEventListener(ActEvent.type, (event) => {
      if (event instanceof ActEvent) this.#act(event.act);
    });
    this.addEventListener(LookEvent.type, (event) => {
      if (event instanceof LookEvent) this.#lookElsewhere((focus) => (event as LookEvent).changed(focus));
    });
    this.addEventListener(PageEvent.type, (event) => {
      if (event instanceof PageEvent) void this.#arrive({ page: event.page, focus: {}, section: event.section });
    });
    this.addEventListener(FoldEvent.type, (event) => {
      if (event instanceof FoldEvent) this.#unfold(event.id, event.open);
    });
    this.addEventListener(FocusLeftEvent.type, () => this.heading?.focus());
    this.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      // The key must not press what has the focus next.
      const [target] = event.composedPath().filter((part) => part instanceof HTMLElement);
      if (target?.localName === 'vscode-button') event.preventDefault();
    });
    this.#look(focus);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { message } = this;
    if (!changed.has('message') || message === undefined) return;
    this.#announcer.show(message.snapshot);
  }

  protected override render(): TemplateResult {
    const { message, said, warned } = this;
    // There before any text: screen readers do not speak what arrives together with its region.
    return html`<div class="unseen" role="status" aria-live="polite">
        ${keyed(said.number, html`<p>${said.text}</p>`)}
      </div>
      <div class="unseen" role="alert">${keyed(warned.number, html`<p>${warned.text}</p>`)}</div>
      ${message === undefined ? html`<slot></slot>` : this.#pages({ message, open: this.open, focus: this.focusOfPanel, begins: this.begins })}`;
  }

  #pages(view: PageView): TemplateResult {
    const { page } = this;
    const { snapshot } = view.message;
    if (snapshot.notStarted === true) {
      return html`<h1 class="unseen" tabindex="-1">${pageNames().overview}</h1>
        <auto-mode-status .snapshot=${snapshot}></auto-mode-status>`;
    }
    const story = this.#story();
    return html`${
        this.isIncomplete
          ? html`<p role="alert">${t('A part of the panel could not be loaded. Reload the window.')}</p>`
          : nothing
      }<auto-mode-pages .pages=${LINKED_PAGES} .page=${page}></auto-mode-pages>
      <h1 class="unseen" tabindex="-1">${story === undefined ? pageNames()[page] : t('Decision')}</h1>
      <auto-mode-questions .slice=${view.message.slices.questions}></auto-mode-questions>
      ${keyed(
        `${page} ${this.restarts}`,
        html`<div class="page" data-shown=${page} ?hidden=${story !== undefined}>${PAGES[page]?.draw(view)}</div>`,
      )}
      ${story === undefined ? nothing : html`<div class="page" data-shown="story">${story.draw(view)}</div>`}`;
  }

  #story(): (typeof PAGES)['story'] {
    return this.focusOfPanel.story === undefined ? undefined : PAGES.story;
  }

  #unfold(id: string, open: boolean): void {
    const others = this.open.filter((other) => other !== id);
    this.open = open ? [...others, id] : others;
    this.#remember();
  }

  #goOn(): void {
    const goOn = (): void => {
      this.begins = false;
      import('./otherPages').catch(() => {
        this.isIncomplete = true;
      });
    };
    // A hidden page has no frames.
    requestAnimationFrame(() => setTimeout(goOn));
    setTimeout(goOn, MAX_BEGINNING_MS);
  }

  #receive(message: SnapshotMessage): void {
    if (this.message === undefined) {
      // What stood there since the page began.
      this.replaceChildren();
      this.#goOn();
    }
    this.message = { ...message, slices: withLast(message.slices, this.message?.slices) };
    this.#numbers.renew(message.nonce);
    if (this.#awaited !== undefined) void this.#focusAwaited(this.#awaited);
    const { destination } = message;
    if (destination === undefined || destination.id === this.#followed) return;
    this.#followed = destination.id;
    if (isPage(destination.page)) void this.#arrive(destination);
  }

  async #arrive({ page, focus, section }: Omit<PanelDestination, 'id'>): Promise<void> {
    await this.updateComplete;
    // They are above every page: what the user is at stays.
    if (section === 'questions' && (await this.#questions?.focusHeading()) === true) return;
    await this.#turnTo(page, focus);
    if (section === 'tester') {
      await customElements.whenDefined('auto-mode-rules');
      await this.renderRoot.querySelector<RuleEditingPage>('auto-mode-rules')?.focusTester();
    }
    if (section === 'blocked') await this.#activity?.showBlocked();
  }

  async #turnTo(page: PanelPage, focus: PanelFocus = {}): Promise<void> {
    this.page = page;
    // What gets the focus must exist.
    this.begins = false;
    this.#look({ ...this.focusOfPanel, story: undefined, ...focus });
    await this.updateComplete;
    this.heading?.focus();
  }

  #lookElsewhere(changed: (focus: PanelFocus) => PanelFocus): void {
    const before = this.#story();
    const opener = focusedElement();
    const left = this.focusOfPanel.story?.id;
    this.#look(changed(this.focusOfPanel));
    if (this.#story() !== before) void this.#storyTurned(opener, left);
  }

  /** To the story, or back. */
  async #storyTurned(opener: HTMLElement | undefined, left: string | undefined): Promise<void> {
    await this.updateComplete;
    if (this.#story() !== undefined) {
      this.#opener = opener;
      this.heading?.focus();
      return;
    }
    if (this.#opener?.isConnected === true) this.#opener.focus();
    else {
      this.heading?.focus();
      this.#awaited = left;
    }
    this.#opener = undefined;
  }

  /** Unless the user has gone elsewhere. */
  async #focusAwaited(id: string): Promise<void> {
    await this.updateComplete;
    if (this.#awaited === id && focusedElement() === this.heading) await this.#activity?.focusOpener(id);
    if (focusedElement() !== this.heading) this.#awaited = undefined;
  }

  get #questions(): QuestionsSection | null {
    return this.renderRoot.querySelector<QuestionsSection>('auto-mode-questions');
  }

  get #activity(): ActivitySection | null {
    return this.renderRoot.querySelector<ActivitySection>('auto-mode-activity');
  }

  #look(focus: PanelFocus): void {
    this.focusOfPanel = focus;
    this.#remember();
    const features: readonly FeatureName[] =
      this.#story() === undefined ? (PAGES[this.page]?.features ?? []) : ['story', ...(PAGES.story?.features ?? [])];
    const here = Object.fromEntries(features.map((name) => [name, focus[name]]));
    this.#connection?.send({ kind: 'look', focus: { ...here, questions: {} } });
  }

  /** The host does not understand the remembered focus of these features: they start again. */
  #lookAtLess(refused: readonly FeatureName[]): void {
    const { focusOfPanel } = this;
    // Dropped already.
    if (refused.every((name) => focusOfPanel[name] === undefined)) return;
    if (this.restarts >= MAX_RESTARTS) return;
    this.restarts += 1;
    this.#look({ ...focusOfPanel, ...Object.fromEntries(refused.map((name) => [name, undefined])) });
  }

  #remember(): void {
    if (this.#connection === undefined) return;
    this.#connection.memory = { open: this.open, page: this.page, focus: this.focusOfPanel, followed: this.#followed };
  }

  #act(act: FeatureAction): void {
    this.#numbers.spend(JSON.stringify(act), (nonce) => this.#connection?.send({ kind: 'act', nonce, act }));
  }

  #send(clicked: ClickedCommand): void {
    if (!needsNonce(clicked)) this.#connection?.send(clicked);
    else this.#numbers.spend(JSON.stringify(clicked), (nonce) => this.#connection?.send(withNonce(clicked, nonce)));
  }
}

/** Keeps the page behind a story, so that the focus can return to its row. */
function withLast({ story, ...slices }: PanelSlices, last: PanelSlices | undefined): PanelSlices {
  const known = Object.entries(slices).filter(([, slice]) => slice !== undefined);
  return { ...last, ...Object.fromEntries(known), story };
}
