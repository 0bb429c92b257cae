import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { DraftAnswer, RuleEditingFocus } from '../../src/panel/ruleEditing';
import { ActEvent } from '../common/actEvent';
import { icon, type IconName } from '../common/icon';
import { quietButton } from '../common/quietButton';
import type { RowWish } from './ruleEvents';
import type { OwnLine } from './ruleLines';

interface Opened {
  readonly builtIn: readonly string[];
  /** The warning about the built-in entries is shown. */
  readonly warned: boolean;
  readonly warn: () => void;
  readonly wish: (wish: RowWish) => void;
  /** If it is edited. */
  readonly draft?: NonNullable<RuleEditingFocus['draft']>;
  readonly answer?: DraftAnswer | undefined;
}

/** The field in a line's place, or what is below the line. */
export function ruleOpened(line: OwnLine, opened: Opened): TemplateResult {
  const { list, row } = line;
  const { draft, answer, builtIn } = opened;
  const canChange = list.readOnly === undefined;
  if (draft !== undefined) {
    return html`<div class="opened">
      ${said(line)}
      <auto-mode-rule-form
        .section=${list.section}
        .typed=${draft}
        .answer=${answer}
        .answered=${answer?.id === draft.id}
        .existing=${true}
        >${rowButtons(line, opened)}</auto-mode-rule-form
      >
    </div>`;
  }
  return html`<div class="opened">
    ${
      row.kind === 'defaults'
        ? html`<ol tabindex="0" aria-label=${t('Built-in entries ({count})', { count: builtIn.length })}>
            ${builtIn.map((text) => html`<li class="foreign">${text}</li>`)}
          </ol>`
        : html`<p class="foreign">${row.text}</p>`
    }
    ${said(line)} ${row.notEditable === undefined ? nothing : html`<p class="note">${row.notEditable}</p>`}
    <div class="buttons">${rowButtons(line, opened)}</div>
    ${row.kind === 'defaults' && canChange && opened.warned ? warning(opened) : nothing}
  </div>`;
}

/** What a line has as marks only. */
function said({ row: { problem, overlap } }: OwnLine): readonly (TemplateResult | typeof nothing)[] {
  return [
    problem === undefined
      ? nothing
      : html`<p class="note problem">${icon('error')}<span>${t('Problem')}: ${problem}</span></p>`,
    overlap === undefined ? nothing : html`<p class="note">${icon('info')}<span>${t('Note')}: ${overlap}</span></p>`,
  ];
}

function rowButtons({ list, row }: OwnLine, { builtIn, warned, warn, wish }: Opened): TemplateResult {
  const { section, place } = list;
  const text = row.kind === 'defaults' ? t('Built-in entries ({count})', { count: builtIn.length }) : row.text;
  const button = (name: IconName, label: string, act: string, wanted: RowWish, disabled = false): TemplateResult =>
    quietButton(
      name,
      `${label}: ${text.slice(0, 100)}`,
      () => {
        wish(wanted);
      },
      { act, disabled },
    );
  const canChange = list.readOnly === undefined;
  return html`<span class="row-buttons">
    ${
      canChange
        ? html`${button('arrow-up', t('Move Up'), 'up', { kind: 'reorder', to: row.index - 1 }, row.index === 0)}
          ${button('arrow-down', t('Move Down'), 'down', { kind: 'reorder', to: row.index + 1 }, row.index + 1 >= list.total)}
          ${
            row.kind === 'defaults'
              ? quietButton('trash', `${t('Remove...')} ${text}`, warn, { act: 'warn', expanded: warned })
              : button('trash', t('Remove'), 'remove', { kind: 'remove' })
          }`
        : nothing
    }
    <button
      type="button"
      class="quiet-button"
      data-act="openSettings"
      title=${t('Open in Settings')}
      aria-label=${t('Open in Settings')}
      @click=${({ currentTarget }: Event) =>
        currentTarget?.dispatchEvent(
          new ActEvent({ feature: 'ruleEditing', action: { kind: 'openSettings', section, place } }),
        )}
    >
      ${icon('gear')}
    </button>
    ${canChange && row.kind === 'entry' && list.destinations.length > 0 ? destinations(list, wish) : nothing}
  </span>`;
}

function destinations({ destinations: all }: OwnLine['list'], wish: Opened['wish']): TemplateResult {
  return html`<select
    id="destination"
    aria-label=${t('Move to')}
    @change=${({ currentTarget }: Event) => {
      if (!(currentTarget instanceof HTMLSelectElement)) return;
      const to = all[Number(currentTarget.value)];
      if (currentTarget.value !== '' && to !== undefined) wish({ kind: 'transfer', to });
      currentTarget.value = '';
    }}
  >
    <option value="" selected>${t('Move to...')}</option>
    ${all.map(({ label }, index) => html`<option value=${index}>${label}</option>`)}
  </select>`;
}

function warning({ builtIn, wish }: Opened): TemplateResult {
  return html`<p class="note problem" role="alert">
      ${icon('warning')}<span
        >${t('Without this entry, the {count} built-in entries of this list no longer hold.', { count: builtIn.length })}</span
      >
    </p>
    <div class="buttons">
      <vscode-button
        data-act="remove"
        @click=${() => {
          wish({ kind: 'remove' });
        }}
        >${t('Remove the Built-in Entries')}</vscode-button
      >
    </div>`;
}
