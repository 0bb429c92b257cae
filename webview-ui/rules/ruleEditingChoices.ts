import { html, type TemplateResult } from 'lit';
import type { RuleEditingFocus, RuleEditingSlice, RuleEditingStrings, RuleSection } from '../../src/panel/ruleEditing';
import { fillIn } from '../common/fillIn';

/** Whether the slice shows what the panel looks at, and not what it looked at before. */
export function isOf({ section, wantedPlace }: RuleEditingSlice, focus: RuleEditingFocus): boolean {
  return section === focus.section && wantedPlace === focus.place;
}

/** Which list is shown, and whose. */
export function ruleEditingChoices(
  slice: RuleEditingSlice,
  focused: RuleEditingFocus,
  strings: RuleEditingStrings,
  choose: (focus: RuleEditingFocus) => void,
): TemplateResult {
  const { places, counts } = slice;
  const { section } = focused;
  const place = isOf(slice, focused) ? slice.place : focused.place;
  const names = Object.entries(strings.sections) as [RuleSection, { readonly name: string }][];
  const changed =
    (focusOf: (value: string) => RuleEditingFocus) =>
    (event: Event): void => {
      if (event.currentTarget instanceof HTMLSelectElement) choose(focusOf(event.currentTarget.value));
    };
  return html`<div>
    <label for="section">${strings.sectionLabel}</label>
    <select id="section" @change=${changed((value) => ({ section: value as RuleSection, place }))}>
      ${names.map(
        ([key, { name }]) =>
          html`<option value=${key} .selected=${key === section}>
            ${fillIn(strings.sectionCount, { name, count: counts[key] ?? 0 })}
          </option>`,
      )}
    </select>
    <label for="place">${strings.placeLabel}</label>
    <select id="place" @change=${changed((value) => ({ section, place: value }))}>
      ${places.map(({ id, label }) => html`<option value=${id} .selected=${id === place}>${label}</option>`)}
    </select>
  </div>`;
}
