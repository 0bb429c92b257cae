import * as vscode from 'vscode';
import type { RuleSection, RuleSectionStrings } from '../../panel/ruleEditing';
import type { EditableRules } from './editableRules';
import { readEntry } from './ruleDraft';
import type { RuleChangeAnswer } from './ruleChangeCommand';
import { entryItem, pickFrom, pickList } from './ruleChoice';
import type { RuleListCommands } from './ruleListCommands';
import { inEditorLanguage as t } from '../../editor/editorLanguage';
import { pickText } from '../../editor/pickText';

/** Has the user choose what is moved or removed in the editor's own fields, without the panel. */
export class RuleListPicker {
  constructor(
    private readonly commands: Pick<RuleListCommands, 'move' | 'removeList' | 'undo'>,
    private readonly rules: Pick<EditableRules, 'placesFor' | 'standing' | 'destinations' | 'folderLists'>,
    private readonly sections: Readonly<Record<RuleSection, RuleSectionStrings>>,
  ) {}

  async move(): Promise<void> {
    const title = t('Auto Mode: Move a Rule to Another List');
    const chosen = await pickList(this.rules, this.sections, title);
    if (chosen === undefined) return;
    const { section, place, standing } = chosen;
    const { entries, version: seen } = standing.list;
    const items = entries.flatMap((raw, index) =>
      readEntry(section, raw).kind === 'entry' ? [entryItem(section, raw, index)] : [],
    );
    if (items.length === 0) {
      await vscode.window.showInformationMessage(t('This list has no entry of your own.'));
      return;
    }
    const picked = await pickFrom(items, title);
    if (picked === undefined) return;
    const destinations = this.rules
      .destinations(section, place)
      .map(({ label, ...destination }) => ({ label: pickText(label, 100), destination }));
    const to = (await pickFrom(destinations, title))?.destination;
    if (to === undefined) return;
    const { section: toSection, place: toPlace } = to;
    await say(await this.commands.move({ section, place, seen, index: picked.entry, toSection, toPlace }));
  }

  async removeList(): Promise<void> {
    const items = this.rules.folderLists().map(({ section, place, list }) => ({
      label: this.sections[section].name,
      description: pickText(place.label, 100),
      chosen: { section, place: place.id, seen: list.version },
    }));
    if (items.length === 0) {
      await vscode.window.showInformationMessage(t('No open folder has a list of its own.'));
      return;
    }
    const chosen = (await pickFrom(items, t("Auto Mode: Remove a Folder's Own List of Rules")))?.chosen;
    if (chosen !== undefined) await say(await this.commands.removeList(chosen.section, chosen.place, chosen.seen));
  }

  async undo(): Promise<void> {
    await say(await this.commands.undo());
  }
}

async function say({ text }: RuleChangeAnswer): Promise<void> {
  if (text !== undefined) await vscode.window.showInformationMessage(text);
}
