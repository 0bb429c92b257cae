import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { ChosenUndo, KeptRow, UndoAction, UndoFile, UndoSlice } from '../../src/panel/undo';
import { ActEvent } from '../common/actEvent';
import { shortDateText } from '../common/dateText';
import { icon, type IconName } from '../common/icon';
import { language } from '../common/language';
import { LookEvent } from '../common/lookEvent';
import { linkStyles } from '../common/linkStyles';
import { sectionStyles } from '../common/sectionStyles';

const ICONS: Readonly<Record<UndoFile['becomes'], IconName>> = { back: 'discard', away: 'close', stays: 'info' };

@customElement('auto-mode-undo')
export class UndoPage extends LitElement {
  static override styles = [
    sectionStyles,
    linkStyles,
    css`
      li {
        margin-bottom: 8px;
      }

      li li {
        display: flex;
        gap: 4px;
        margin: 0;
      }

      .row .foreign {
        flex: 1;
      }

      .link {
        flex: none;
      }
    `,
  ];

  @property({ attribute: false }) slice: UndoSlice | undefined;

  protected override firstUpdated(): void {
    this.dispatchEvent(new LookEvent('undo', {}));
  }

  protected override render(): TemplateResult {
    const { runs, problem, chosen } = this.slice ?? {};
    // Of a run that is no longer kept.
    const others = chosen === undefined || runs?.some(({ id }) => id === chosen.id) !== false ? undefined : chosen;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${t('Undo')}</h2>
      ${problem === undefined ? nothing : html`<p role="alert">${problem}</p>`}
      ${others === undefined ? nothing : html`<div role="status">${this.#chosen(others)}</div>`}
      ${runs?.length === 0 ? html`<p class="quiet">${t('Nothing is kept.')}</p>` : nothing}
      <ul>
        ${repeat(
          runs ?? [],
          ({ id }) => id,
          (row) => this.#row(row),
        )}
      </ul>
      ${runs?.length ? this.#link(t('Delete All…'), { kind: 'removeAll' }) : nothing}
    </section>`;
  }

  #row(row: KeptRow): TemplateResult {
    const { id, at, command, agent, files, left, isUndo } = row;
    const chosen = this.slice?.chosen;
    const facts = [
      shortDateText(at, language()),
      ...(isUndo ? [t('before an undo')] : []),
      ...(agent === undefined ? [] : [agent]),
      files === 1 ? t('1 file') : t('{count} files', { count: files }),
      ...(left === 0 ? [] : [t('{count} not kept', { count: left })]),
    ];
    return html`<li data-run=${id}>
      <div class="row">
        <div class="foreign" id=${id}>${command}</div>
        ${this.#link(t('Undo…'), { kind: 'compare', id })}
      </div>
      <div class="quiet">${facts.join(' · ')}</div>
      <div role="status">${chosen?.id === id ? this.#chosen(chosen) : nothing}</div>
    </li>`;
  }

  #chosen({ id, state, summary, files, more, canPutBack }: ChosenUndo): TemplateResult {
    return html`<p data-undo=${state}>${summary}</p>
      <ul>
        ${files.map(
          ({ path, becomes, why }) =>
            html`<li data-becomes=${becomes}>
              ${icon(ICONS[becomes])}<span><span class="foreign">${path}</span> ${why}</span>
            </li>`,
        )}
      </ul>
      ${more === 0 ? nothing : html`<p>${t('and {count} more', { count: more })}</p>`}
      ${
        canPutBack
          ? html`<vscode-button
              data-act="putBack"
              @click=${() => {
                this.#act({ kind: 'putBack', id });
              }}
              >${t('Put Back')}</vscode-button
            >`
          : nothing
      }`;
  }

  #link(text: string, action: UndoAction): TemplateResult {
    return html`<button
      type="button"
      class="link"
      data-act=${action.kind}
      aria-describedby=${'id' in action ? action.id : nothing}
      @click=${() => {
        this.#act(action);
      }}
    >
      ${text}
    </button>`;
  }

  #act(action: UndoAction): void {
    this.dispatchEvent(new ActEvent({ feature: 'undo', action }));
  }
}
