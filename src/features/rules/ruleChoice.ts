/** Fields of the editor in which the user chooses a list of rules and an entry of it. */
import * as vscode from 'vscode';
import { DEFAULTS_MARKER } from '../../config/schema';
import { RULE_SECTIONS, type RuleSection, type RuleSectionStrings } from '../../panel/ruleEditing';
import type { EditableRules, StandingRules } from './editableRules';
import { readEntry } from './ruleDraft';
import { pickText } from '../../editor/pickText';

/** A list as it was shown to the user. */
export interface ChosenList {
  readonly section: RuleSection;
  readonly place: string;
  readonly standing: StandingRules;
}

/** @returns undefined where the user chose none */
export function pickFrom<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  title: string,
): Thenable<Item | undefined> {
  return vscode.window.showQuickPick(items, { title, matchOnDetail: true });
}

/**
 * Has the user choose a list that can be changed.
 * @throws Error with a sentence for the user where it cannot
 */
export async function pickList(
  rules: Pick<EditableRules, 'placesFor' | 'standing'>,
  sections: Readonly<Record<RuleSection, RuleSectionStrings>>,
  title: string,
): Promise<ChosenList | undefined> {
  const lists = RULE_SECTIONS.map((one) => ({
    label: sections[one].name,
    detail: sections[one].purpose,
    section: one,
  }));
  const section = (await pickFrom(lists, title))?.section;
  if (section === undefined) return undefined;
  const places = rules.placesFor(section).map(({ id, label }) => ({ label: pickText(label, 100), id }));
  const place = (places.length === 1 ? places[0] : await pickFrom(places, title))?.id;
  const standing = place === undefined ? undefined : rules.standing(section, place);
  if (place === undefined || standing === undefined) return undefined;
  if (standing.list.readOnly !== undefined) throw new Error(standing.list.readOnly);
  return { section, place, standing };
}

/** An entry of a list to be chosen. */
export function entryItem<Entry>(
  section: RuleSection,
  raw: unknown,
  entry: Entry,
): vscode.QuickPickItem & { readonly entry: Entry } {
  const read = readEntry(section, raw);
  if (read.kind === 'defaults') return { label: DEFAULTS_MARKER, entry };
  const { message } = read.kind === 'entry' ? read : {};
  return {
    label: pickText(read.kind === 'entry' ? read.rule : read.text, 200),
    ...(message === undefined ? {} : { detail: pickText(message, 200) }),
    entry,
  };
}
