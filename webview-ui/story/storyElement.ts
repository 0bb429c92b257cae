import { t } from '@vscode/l10n';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { ShownText, Story, StoryAction, StoryBlock, StoryFocus, StorySlice } from '../../src/panel/story';
import { deciderOf } from '../../src/texts/deciders';
import { ActEvent } from '../common/actEvent';
import { deciderMark, deciderMarkStyles } from '../common/deciderMark';
import { icon, type IconName } from '../common/icon';
import { LookEvent } from '../common/lookEvent';
import { PageEvent } from '../common/pageEvent';
import { sectionStyles } from '../common/sectionStyles';
import { unseenStyles } from '../common/unseenStyles';
import { ruleOffer } from './ruleOffer';
import './stageRow';
import { part } from './storyPart';
import { storyPieceStyles } from './storyPiece';
import { storyStyles } from './storyStyles';
import { StoryTextEvent } from './storyTextElement';
import { commandTree, runTree } from './storyTree';

type Shown = Story<ShownText>;
type Drawn = Extract<StorySlice, { readonly state: 'shown' }>;

@customElement('auto-mode-story')
export class StoryElement extends LitElement {
  static override styles = [sectionStyles, deciderMarkStyles, storyPieceStyles, unseenStyles, storyStyles];

  @property({ attribute: false }) slice: StorySlice | undefined;
  @state() private adding = false;
  @state() private more = false;
  readonly #pages = new Map<string, number>();
  #id: string | undefined;
  /** Has the focus while something else is drawn. */
  #focused: Element | undefined;

  constructor() {
    super();
    this.addEventListener(StoryTextEvent.type, (event) => {
      if (event instanceof StoryTextEvent) this.#textWanted(event);
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // When a story opens the focus is on the panel's heading, outside of this element.
    document.addEventListener('keydown', this.#escape);
  }

  override disconnectedCallback(): void {
    document.removeEventListener('keydown', this.#escape);
    super.disconnectedCallback();
  }

  protected override willUpdate(): void {
    this.#focused = this.shadowRoot?.activeElement ?? undefined;
    if (this.slice?.id === this.#id) return;
    this.#id = this.slice?.id;
    this.#pages.clear();
    this.adding = false;
    this.more = false;
  }

  /** If the pressed button is missing, the focus goes before the others: a held key presses none of them. */
  protected override updated(): void {
    if (this.#focused === undefined || this.#focused.isConnected || !document.hasFocus()) return;
    this.renderRoot.querySelector<HTMLElement>('.acts')?.focus();
  }

  protected override render(): TemplateResult {
    const { slice } = this;
    return html`<button
        type="button"
        class="link back"
        data-story="back"
        @click=${() => {
          this.#back();
        }}
      >
        ${t('Back')}
      </button>
      ${
        slice?.state === 'shown'
          ? keyed(slice.id, this.#shown(slice))
          : html`<p role="status" data-state=${slice?.state ?? 'reading'}>
              ${slice?.state === 'gone' ? t('This decision is neither in this window nor in the log any more.') : t('Reading the decision…')}
            </p>`
      }`;
  }

  #shown({ id, story, block }: Drawn): TemplateResult {
    const { outcome, stage, unjudged, headline, origin, reason, steps, judge } = story;
    const mark: IconName = unjudged ? 'warning' : outcome === 'allow' ? 'pass' : 'error';
    return html`<article data-story-of=${id}>
      <div class="verdict" data-outcome=${outcome}>
        <h2>${icon(mark)}<span>${headline}</span></h2>
        ${deciderMark(deciderOf(stage))}
      </div>
      <p class="reason" data-reason>${reason}</p>
      ${this.#action(story)}
      <p class="quiet" data-origin>${origin}</p>
      ${this.#acts(id, story, block)}
      <auto-mode-story-stages .steps=${steps.list} .mark=${mark}></auto-mode-story-stages>
      ${steps.note === undefined ? nothing : html`<p class="quiet">${steps.note}</p>`} ${commandTree(story)}
      ${runTree(story.runs, (place) => {
        this.#act({ kind: 'openChange', id, place });
      })}
      ${judge === undefined ? nothing : this.#judge(id, judge)} ${this.#details(story)}
    </article>`;
  }

  /** Whole, and what the decision is about marked. */
  #action({ input: { notes, fields }, fragment, summary }: Shown): TemplateResult {
    return html`<div data-part="input">
      ${fields.length === 0 ? html`<p class="foreign">${summary}</p>` : nothing}
      ${repeat(
        fields,
        ({ text }) => text.name,
        ({ label, text }) =>
          html`${fields.length === 1 ? nothing : html`<div class="label">${label}</div>`}
            <auto-mode-story-text .text=${text} .label=${label}></auto-mode-story-text>`,
      )}
      ${notes.map((note) => html`<p class="quiet">${note}</p>`)}
      ${
        fragment === undefined
          ? nothing
          : html`<p>
              ${t('What it is about')}: <span class="foreign">${fragment.text}</span>
              <span class="quiet">${fragment.note}</span>
            </p>`
      }
    </div>`;
  }

  #acts(id: string, story: Shown, block: StoryBlock | undefined): TemplateResult {
    const isBlock = story.outcome === 'block';
    return html`<div class="buttons acts" tabindex="-1">
        ${block?.release === 'offered' ? this.#button('allowOnce', t('Allow Once'), { kind: 'allowOnce', id }, false) : nothing}
        ${block?.release === 'open-first' ? this.#button('openAction', t('Open the Whole Action'), { kind: 'openAction', id }) : nothing}
        ${
          isBlock
            ? button('offer', t('Add Rule…'), () => {
                this.#add(!this.adding);
              })
            : nothing
        }
        ${
          story.canUndo
            ? button('undo', t('Undo…'), () => {
                this.dispatchEvent(new ActEvent({ feature: 'undo', action: { kind: 'compare', id } }));
                this.dispatchEvent(new PageEvent('undo'));
              })
            : nothing
        }
        ${this.#button('copy', t('Copy'), { kind: 'copy', id })}
        ${
          isBlock || story.settings.length > 0
            ? html`<button
                type="button"
                class="link"
                data-story="more"
                aria-expanded=${this.more}
                @click=${() => {
                  this.more = !this.more;
                }}
              >
                ${t('More…')}
              </button>`
            : nothing
        }
      </div>
      ${this.more ? this.#others(id, story) : nothing}
      <p class="quiet" role="status" data-release-note>${block?.releaseNote ?? nothing}</p>
      ${this.#added(id, block)}
      ${
        this.adding
          ? ruleOffer(
              block?.offer,
              (kind, key) => {
                this.#act({ kind, id, key });
                // The host ends the offer with the rule added; a look sent now may overtake a click that waits.
                if (kind === 'addRule') this.adding = false;
              },
              () => {
                this.#add(false);
              },
            )
          : nothing
      }`;
  }

  #others(id: string, { outcome, settings }: Shown): TemplateResult {
    return html`<ul class="others">
      ${outcome === 'block' ? html`<li>${this.#link(t('Copy as JSON'), 'copyRecord', { kind: 'copyRecord', id })}</li>` : nothing}
      ${settings.map(
        ({ label }, place) =>
          html`<li data-setting=${label}>
            ${this.#link(t('Setting {name}', { name: label }), 'openSetting', { kind: 'openSetting', id, place })}
          </li>`,
      )}
    </ul>`;
  }

  /** There before its text: screen readers do not speak what arrives together with its region. */
  #added(id: string, block: StoryBlock | undefined): TemplateResult {
    return html`<p role="status" data-added>${block?.added ?? block?.removed ?? nothing}</p>
      ${block?.added === undefined ? nothing : this.#button('undoRule', t('Undo'), { kind: 'undoRule', id })}`;
  }

  #judge(id: string, { notes, blocks, canPreview }: NonNullable<Shown['judge']>): TemplateResult {
    return part(
      'judge',
      t('What the judge was sent and answered'),
      false,
      html`${notes.map((note) => html`<p>${note}</p>`)}
      ${repeat(
        blocks,
        ({ text }) => text.name,
        ({ heading, text }) =>
          part(
            text.name,
            heading,
            false,
            html`<auto-mode-story-text .text=${text} .label=${heading}></auto-mode-story-text>`,
          ),
      )}
      ${canPreview ? this.#link(t('Show What Would Be Sent Now'), 'preview', { kind: 'preview', id }) : nothing}`,
    );
  }

  #details({ remedy, rule, facts }: Shown): TemplateResult {
    const field = (label: string, value: string, foreign = ''): TemplateResult =>
      html`<div>
        <dt>${label}</dt>
        <dd class=${foreign}>${value}</dd>
      </div>`;
    return part(
      'facts',
      t('Details'),
      false,
      html`<dl>
        ${remedy === undefined ? nothing : field(t('What would clear it'), remedy)}
        ${
          rule === undefined
            ? nothing
            : html`${field(t('Rule'), rule.text, 'foreign')}
                <p>${rule.from}</p>`
        }
        ${facts.map(({ label, value }) => field(label, value))}
      </dl>`,
    );
  }

  #button(name: string, label: string, action: StoryAction, secondary = true): TemplateResult {
    return button(
      name,
      label,
      () => {
        this.#act(action);
      },
      secondary,
    );
  }

  #link(label: string, name: string, action: StoryAction): TemplateResult {
    return html`<button
      type="button"
      class="link"
      data-story=${name}
      @click=${() => {
        this.#act(action);
      }}
    >
      ${label}
    </button>`;
  }

  readonly #escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    this.#back();
  };

  #back(): void {
    this.dispatchEvent(new LookEvent('story', undefined));
  }

  #act(action: StoryAction): void {
    this.dispatchEvent(new ActEvent({ feature: 'story', action }));
  }

  #add(adding: boolean): void {
    this.adding = adding;
    this.#look();
  }

  #textWanted({ text, pages }: StoryTextEvent): void {
    const id = this.#id;
    if (id === undefined) return;
    if (pages === undefined) {
      this.#act({ kind: 'openText', id, text });
      return;
    }
    this.#pages.set(text, pages);
    this.#look();
  }

  #look(): void {
    const id = this.#id;
    if (id === undefined) return;
    const more = [...this.#pages].map(([text, pages]) => ({ text, pages }));
    const focus: StoryFocus = {
      id,
      ...(more.length === 0 ? {} : { more }),
      ...(this.adding ? { adding: true } : {}),
    };
    this.dispatchEvent(new LookEvent('story', focus));
  }
}

function button(name: string, label: string, run: () => void, secondary = true): TemplateResult {
  return html`<vscode-button ?secondary=${secondary} data-story=${name} @click=${run}>${label}</vscode-button>`;
}
