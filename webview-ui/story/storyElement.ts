import { t } from '@vscode/l10n';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { ShownText, Story, StoryAction, StorySlice } from '../../src/panel/story';
import { ActEvent } from '../common/actEvent';
import { icon } from '../common/icon';
import { LookEvent } from '../common/lookEvent';
import { PageEvent } from '../common/pageEvent';
import { sectionStyles } from '../common/sectionStyles';
import { storyStyles } from './storyStyles';
import { StoryTextEvent } from './storyTextElement';

type Shown = Story<ShownText>;

@customElement('auto-mode-story')
export class StoryElement extends LitElement {
  static override styles = [sectionStyles, storyStyles];

  @property({ attribute: false }) slice: StorySlice | undefined;
  readonly #pages = new Map<string, number>();
  #id: string | undefined;

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

  protected override render(): TemplateResult {
    const { slice } = this;
    if (slice?.id !== this.#id) {
      this.#id = slice?.id;
      this.#pages.clear();
    }
    return html`<div class="row">
        <vscode-button
          secondary
          data-story="back"
          @click=${() => {
            this.#back();
          }}
          >${t('Back')}</vscode-button
        >
        ${
          slice?.state === 'shown'
            ? html`<vscode-button
                secondary
                data-story="copy"
                @click=${() => {
                  this.#act({ kind: 'copy', id: slice.id });
                }}
                >${t('Copy')}</vscode-button
              >`
            : nothing
        }
        ${slice?.state === 'shown' && slice.story.canUndo ? this.#undoButton(slice.id) : nothing}
      </div>
      ${
        slice?.state === 'shown'
          ? keyed(slice.id, this.#shown(slice.id, slice.story))
          : html`<p role="status" data-state=${slice?.state ?? 'reading'}>
              ${slice?.state === 'gone' ? t('This decision is neither in this window nor in the log any more.') : t('Reading the decision…')}
            </p>`
      }`;
  }

  #undoButton(id: string): TemplateResult {
    return html`<vscode-button
      secondary
      data-story="undo"
      @click=${() => {
        this.dispatchEvent(new ActEvent({ feature: 'undo', action: { kind: 'compare', id } }));
        this.dispatchEvent(new PageEvent('undo'));
      }}
      >${t('Undo…')}</vscode-button
    >`;
  }

  #shown(id: string, story: Shown): TemplateResult {
    const { outcome, unjudged, headline, summary, reason, remedy, rule, settings } = story;
    return html`<article data-story-of=${id}>
      <h2 data-outcome=${outcome}>
        ${icon(unjudged ? 'warning' : outcome === 'allow' ? 'pass' : 'error')}<span>${headline}</span>
      </h2>
      <p class="foreign">${summary}</p>
      <dl>
        ${field(t('Reason'), reason)} ${remedy === undefined ? nothing : field(t('What would clear it'), remedy)}
        ${
          rule === undefined
            ? nothing
            : html`<div>
                <dt>${t('Rule')}</dt>
                <dd class="foreign">${rule.text}</dd>
                <dd>${rule.from}</dd>
              </div>`
        }
        ${
          settings.length === 0
            ? nothing
            : html`<div>
                <dt>${t('Settings that have a part in it')}</dt>
                ${settings.map(
                  ({ label }, place) =>
                    html`<dd class="setting">
                      <button
                        type="button"
                        class="link"
                        data-setting=${label}
                        @click=${() => {
                          this.#act({ kind: 'openSetting', id, place });
                        }}
                      >
                        ${label}
                      </button>
                    </dd>`,
                )}
              </div>`
        }
      </dl>
      ${this.#steps(story)} ${understood(story)} ${this.#input(story)} ${this.#judge(id, story)}
      ${part('facts', t('Details'), false, html`<dl>${story.facts.map(({ label, value }) => field(label, value))}</dl>`)}
    </article>`;
  }

  #steps({ steps }: Shown): TemplateResult {
    return part(
      'steps',
      t('Checks, in order'),
      true,
      html`<ol>
          ${steps.list.map(
            ({ check, said, kind }) =>
              html`<li data-step=${kind}><span class="check">${check}</span>: <span class="said">${said}</span></li>`,
          )}
        </ol>
        ${steps.note === undefined ? nothing : html`<p class="quiet">${steps.note}</p>`}`,
    );
  }

  #input({ input, fragment }: Shown): TemplateResult {
    return part(
      'input',
      t('Input'),
      true,
      html`${input.notes.map((note) => html`<p class="quiet">${note}</p>`)}
      ${repeat(
        input.fields,
        ({ text }) => text.name,
        ({ label, text }) =>
          html`<div class="field">
            <div class="label">${label}</div>
            <auto-mode-story-text .text=${text} .label=${label}></auto-mode-story-text>
          </div>`,
      )}
      ${
        fragment === undefined
          ? nothing
          : html`<div class="field">
              <div class="label">${t('What it is about')}</div>
              <p class="foreign">${fragment.text}</p>
              <p class="quiet">${fragment.note}</p>
            </div>`
      }`,
    );
  }

  #judge(id: string, { judge }: Shown): TemplateResult | typeof nothing {
    if (judge === undefined) return nothing;
    return part(
      'judge',
      t('What the classifier was sent and answered'),
      false,
      html`${judge.notes.map((note) => html`<p>${note}</p>`)}
      ${repeat(
        judge.blocks,
        ({ text }) => text.name,
        ({ heading, text }) =>
          part(
            text.name,
            heading,
            false,
            html`<auto-mode-story-text .text=${text} .label=${heading}></auto-mode-story-text>`,
          ),
      )}
      ${
        judge.canPreview
          ? html`<div class="buttons">
              <vscode-button
                secondary
                data-story="preview"
                @click=${() => {
                  this.#act({ kind: 'preview', id });
                }}
                >${t('Show What Would Be Sent Now')}</vscode-button
              >
            </div>`
          : nothing
      }`,
    );
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

  #textWanted({ text, pages }: StoryTextEvent): void {
    const id = this.#id;
    if (id === undefined) return;
    if (pages === undefined) {
      this.#act({ kind: 'openText', id, text });
      return;
    }
    this.#pages.set(text, pages);
    const more = [...this.#pages].map(([name, count]) => ({ text: name, pages: count }));
    this.dispatchEvent(new LookEvent('story', { id, more }));
  }
}

function understood({ understood: lines }: Shown): TemplateResult | typeof nothing {
  if (lines === undefined) return nothing;
  const { note, verdict, unknown, commands, more } = lines;
  return part(
    'understood',
    t('The command, as understood now'),
    true,
    html`<p class="quiet">${note}</p>
      <p>${verdict}</p>
      ${
        unknown.length === 0
          ? nothing
          : html`<p>${t('Not understood, so nothing in it is settled as harmless:')}</p>
              <ul>
                ${unknown.map((line) => html`<li class="foreign">${line}</li>`)}
              </ul>`
      }
      ${
        commands.length === 0
          ? nothing
          : html`<p>${t('What would run:')}</p>
              <ol>
                ${commands.map(
                  ({ command, where, verdict: becomes }) =>
                    html`<li data-command>
                      <div class="foreign">${command}</div>
                      <div class="quiet">${where}</div>
                      <div>${becomes}</div>
                    </li>`,
                )}
              </ol>`
      }
      ${more === undefined ? nothing : html`<p>${more}</p>`}`,
  );
}

function part(name: string, heading: string, open: boolean, content: TemplateResult): TemplateResult {
  return html`<details data-part=${name} ?open=${open}>
    <summary>${heading}</summary>
    ${content}
  </details>`;
}

function field(label: string, value: string): TemplateResult {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}
