import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type {
  DraftAnswer,
  PlacedRules,
  RuleEditingFocus,
  RuleGroup,
  RulePlace,
  RuleSection,
} from '../../src/panel/ruleEditing';
import { ruleSectionTexts } from '../../src/texts/ruleSectionTexts';
import { icon, type IconName } from '../common/icon';
import { linkStyles } from '../common/linkStyles';
import { quietButtonStyles } from '../common/quietButton';
import { sectionStyles } from '../common/sectionStyles';
import { placeChip, placeChipStyles } from './placeChip';
import type { ListName } from './ruleEditingChanges';
import './ruleEditingForm';
import type { RuleEditingForm } from './ruleEditingForm';
import './ruleEditingList';
import type { RuleEditingList } from './ruleEditingList';
import { ruleEditingStyles } from './ruleEditingStyles';
import { GroupEvent, type GroupWish } from './ruleEvents';
import { hiddenCount, linesOf } from './ruleLines';

const ICONS: Readonly<Record<RuleSection, IconName>> = {
  'permissions.deny': 'error',
  'permissions.ask': 'question',
  'permissions.allow': 'pass',
  'rules.hardDeny': 'sparkle',
  'rules.softDeny': 'sparkle',
  'rules.allow': 'sparkle',
  'rules.environment': 'sparkle',
  protectedPaths: 'shield',
};

/** A list of rules, wherever they are kept. */
@customElement('auto-mode-rule-group')
export class RuleGroupElement extends LitElement {
  static override styles = [
    sectionStyles,
    linkStyles,
    quietButtonStyles,
    ruleEditingStyles,
    placeChipStyles,
    css`
      h3 {
        font-size: inherit;
        margin: 0;
      }

      .fold {
        align-items: center;
        background: none;
        border: 0;
        color: inherit;
        cursor: pointer;
        display: flex;
        font: inherit;
        font-weight: 600;
        gap: 4px;
        min-height: 24px;
        padding: 2px 4px 2px 0;
        text-align: start;
        width: 100%;
      }

      .fold:hover {
        background: var(--vscode-list-hoverBackground);
        outline: var(--pointed);
        outline-offset: -1px;
      }

      .count {
        color: var(--vscode-descriptionForeground);
        font-weight: 400;
      }

      [data-icon='error'] {
        color: var(--vscode-charts-red);
      }

      [data-icon='pass'] {
        color: var(--vscode-charts-green);
      }

      .below {
        padding-inline-start: 16px;
      }

      .quiet-button[data-act='new'] {
        color: var(--vscode-textLink-foreground);
        margin-inline-start: 16px;
      }
    `,
  ];

  @property({ attribute: false }) group!: RuleGroup;
  @property({ attribute: false }) places!: readonly RulePlace[];
  @property({ attribute: false }) open = false;
  /** If it is about this group. */
  @property({ attribute: false }) draft: RuleEditingFocus['draft'];
  @property({ attribute: false }) answer: DraftAnswer | undefined;
  @query('auto-mode-rule-list') private list!: RuleEditingList | null;
  @query('.below auto-mode-rule-form') private newForm!: RuleEditingForm | null;

  focusRow(list: ListName, which: { readonly key: string } | { readonly index: number }): boolean {
    return this.list?.focusRow(list, which) === true;
  }

  /** Of the entry that is edited, or of the new one. */
  async focusField(): Promise<void> {
    await this.updateComplete;
    if (this.draft?.index !== undefined) await this.list?.focusField();
    else {
      await this.newForm?.updateComplete;
      this.newForm?.focusField();
    }
  }

  async focusNew(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[data-act="new"]')?.focus();
  }

  protected override render(): TemplateResult {
    const { group, open } = this;
    const { section, total } = group;
    const { name } = ruleSectionTexts()[section];
    return html`<h3>
        <button
          type="button"
          class="fold"
          data-section=${section}
          aria-expanded=${open ? 'true' : 'false'}
          @click=${() => {
            this.#wish({ kind: 'fold' });
          }}
        >
          ${icon(open ? 'chevron-down' : 'chevron-right')}${icon(ICONS[section])}<span>${name}</span
          ><span class="count">${total}</span>
        </button>
      </h3>
      ${open && group.lists !== undefined ? this.#unfolded(group.lists) : nothing}`;
  }

  #unfolded(lists: readonly PlacedRules[]): TemplateResult {
    const { group, draft } = this;
    const { section } = group;
    const { name, purpose, example } = ruleSectionTexts()[section];
    const hidden = hiddenCount(group);
    const isEmpty = linesOf(group).length === 0;
    const isNew = draft !== undefined && draft.index === undefined;
    return html`${
        section.startsWith('permissions.') && !isEmpty && !isNew ? nothing : html`<p class="quiet below">${purpose}</p>`
      }
      ${lists.filter(({ exists }) => exists).map((list, index, all) => this.#notes(list, all.slice(0, index)))}
      <auto-mode-rule-list
        .group=${group}
        .places=${this.places}
        .name=${name}
        .draft=${draft}
        .answer=${this.answer}
      ></auto-mode-rule-list>
      ${
        hidden === 0
          ? nothing
          : html`<p class="quiet below">
              ${t('Not shown here: {count} more.', { count: hidden })}
              ${this.#link('more', t('Show More'), { kind: 'more' })}
            </p>`
      }
      ${
        isEmpty && !isNew
          ? html`<p class="quiet below" data-empty>
              ${t('For example:')} ${this.#link('example', example, { kind: 'new', rule: example })}
            </p>`
          : nothing
      }
      ${isNew ? this.#form(draft, lists) : this.#newButton(lists)}`;
  }

  #newButton(lists: readonly PlacedRules[]): TemplateResult | typeof nothing {
    if (lists.every(({ readOnly }) => readOnly !== undefined)) return nothing;
    return html`<button
      type="button"
      class="quiet-button"
      data-act="new"
      @click=${() => {
        this.#wish({ kind: 'new', rule: '' });
      }}
    >
      ${icon('add')}${this.#newName()}
    </button>`;
  }

  #newName(): string {
    const { section } = this.group;
    if (section === 'protectedPaths') return t('Add Path');
    return section.startsWith('permissions.') ? t('Add Rule') : t('Add Sentence');
  }

  #form(draft: NonNullable<RuleEditingFocus['draft']>, lists: readonly PlacedRules[]): TemplateResult {
    const writable = lists.filter(({ readOnly }) => readOnly === undefined).map(({ place }) => place);
    const list = lists.find(({ place }) => place === draft.place);
    return html`<div class="below">
      <auto-mode-rule-form
        .section=${this.group.section}
        .typed=${draft}
        .answer=${this.answer}
        .answered=${this.answer?.id === draft.id}
        .places=${this.places.filter(({ id }) => writable.includes(id))}
        .notes=${list?.exists === false ? list.notes : []}
      ></auto-mode-rule-form>
    </div>`;
  }

  /** @param before says nothing twice */
  #notes(
    { place, notes, readOnly, lacksBuiltIn, canDiscard }: PlacedRules,
    before: readonly PlacedRules[],
  ): TemplateResult | typeof nothing {
    const fresh = notes.filter((note) => !before.some((list) => list.notes.includes(note)));
    if (fresh.length === 0 && readOnly === undefined && !lacksBuiltIn && !canDiscard) return nothing;
    const of = this.places.find(({ id }) => id === place);
    const chip = of === undefined || place === 'user' ? nothing : placeChip(of.kind, of.label);
    return html`<div class="below" data-notes=${place}>
      ${fresh.map((note) => html`<p class="note" data-list-note>${chip}${icon('info')}<span>${note}</span></p>`)}
      ${
        readOnly === undefined
          ? nothing
          : html`<p class="note problem" data-read-only>${chip}${icon('error')}<span>${readOnly}</span></p>`
      }
      ${
        lacksBuiltIn && readOnly === undefined
          ? html`<p class="note">
              ${chip}${icon('warning')}<span
                >${t('The built-in entries of this list do not hold.')}
                ${this.#link('addDefaults', t('Add the Built-in Entries'), { kind: 'addDefaults', place })}</span
              >
            </p>`
          : nothing
      }
      ${canDiscard ? html`<p>${this.#link('discard', t('Remove This List'), { kind: 'discard', place })}</p>` : nothing}
    </div>`;
  }

  #link(act: string, label: string, wish: GroupWish): TemplateResult {
    return html`<button
      type="button"
      class="link"
      data-act=${act}
      @click=${() => {
        this.#wish(wish);
      }}
    >
      ${label}
    </button>`;
  }

  #wish(wish: GroupWish): void {
    this.dispatchEvent(new GroupEvent(this.group.section, wish));
  }
}
