import { t } from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { ruleSectionTexts } from '../../src/texts/ruleSectionTexts';
import type { RuleEditingFocus, RuleEditingSlice, RuleSection } from '../../src/panel/ruleEditing';

/** Not what the panel looked at before. */
export function isOf({ section, wantedPlace }: RuleEditingSlice, focus: RuleEditingFocus): boolean {
  return section === focus.section && wantedPlace === focus.place;
}

export function ruleEditingChoices(
  slice: RuleEditingSlice,
  focused: RuleEditingFocus,
  choose: (focus: RuleEditingFocus) => void,
): TemplateResult {
  const { places, counts } = slice;
  const { section } = focused;
  const place = isOf(slice, focused) ? slice.place : focused.place;
  const names = Object.entries(ruleSectionTexts()) as [RuleSection, { readonly name: string }][];
  const changed =
    (focusOf: (value: string) => RuleEditingFocus) =>
    (event: Event): void => {
      if (event.currentTarget instanceof HTMLSelectElement) choose(focusOf(event.currentTarget.value));
    };
  return html`<div>
    <label for="section">${t('List')}</label>
    <select id="section" @change=${changed((value) => ({ section: value as RuleSection, place }))}>
      ${names.map(
        ([key, { name }]) =>
          html`<option value=${key} .selected=${key === section}>
            ${t('{name} ({count})', { name, count: counts[key] ?? 0 })}
          </option>`,
      )}
    </select>
    <label for="place">${t('Where it is kept')}</label>
    <select id="place" @change=${changed((value) => ({ section, place: value }))}>
      ${places.map(({ id, label }) => html`<option value=${id} .selected=${id === place}>${label}</option>`)}
    </select>
  </div>`;
}
