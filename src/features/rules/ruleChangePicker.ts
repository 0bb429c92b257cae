import * as vscode from 'vscode';
import { DEFAULTS_MARKER } from '../../config/schema';
import type { RuleSection, RuleSectionStrings } from '../../panel/ruleEditing';
import type { EditableRules } from './editableRules';
import { hasBuiltIn, isPermissionSection, readDraft, readEntry } from './ruleDraft';
import type { RuleChange, RuleChangeCommand } from './ruleChangeCommand';
import { entryItem, pickFrom, pickList } from './ruleChoice';
import { inEditorLanguage as t } from '../../editor/editorLanguage';

/** Has the user choose a change of a list of rules in the editor's own fields, without the panel. */
export class RuleChangePicker {
  constructor(
    private readonly command: Pick<RuleChangeCommand, 'carryOut'>,
    private readonly rules: Pick<EditableRules, 'placesFor' | 'standing'>,
    private readonly sections: Readonly<Record<RuleSection, RuleSectionStrings>>,
  ) {}

  async show(): Promise<void> {
    const change = await this.#change();
    if (change === undefined) return;
    const { text } = await this.command.carryOut(change);
    if (text !== undefined) await vscode.window.showInformationMessage(text);
  }

  async #change(): Promise<RuleChange | undefined> {
    const chosen = await pickList(this.rules, this.sections, title());
    if (chosen === undefined) return undefined;
    const { section, place, standing } = chosen;
    const { entries, version: seen } = standing.list;
    const list = { section, place, seen };
    const read = entries.map((raw) => readEntry(section, raw));
    const lacksBuiltIn = hasBuiltIn(section) && !read.some(({ kind }) => kind === 'defaults');
    const picked = await pick([
      { label: t('Add an Entry'), entry: 'new' as const },
      ...(lacksBuiltIn ? [{ label: t('Add the Built-in Entries'), entry: 'builtIn' as const }] : []),
      ...entries.map((raw, index) => entryItem(section, raw, index)),
    ]);
    if (picked === undefined) return undefined;
    if (picked.entry === 'builtIn') return { action: 'add', ...list, rule: DEFAULTS_MARKER };
    if (picked.entry === 'new') {
      const rule = await this.#text(section, '');
      return rule === undefined ? undefined : { action: 'add', ...list, rule };
    }
    const index = picked.entry;
    const entry = read[index];
    const done = await pick([
      ...(entry?.kind === 'defaults' ? [] : [{ label: t('Edit'), action: 'edit' as const }]),
      { label: t('Remove'), action: 'remove' as const },
      ...(entries.length > 1 ? [{ label: t('Move to...'), action: 'move' as const }] : []),
    ]);
    switch (done?.action) {
      case undefined:
        return undefined;
      case 'remove':
        return { action: 'remove', ...list, index };
      case 'edit': {
        const rule = await this.#text(section, entry?.kind === 'entry' ? entry.rule : '');
        return rule === undefined ? undefined : { action: 'edit', ...list, index, rule };
      }
      case 'move': {
        const places = entries.map((_, at) => ({ label: String(at + 1), to: at + 1 }));
        const chosen = await pick(places.filter(({ to }) => to !== index + 1));
        return chosen === undefined ? undefined : { action: 'move', ...list, index, to: chosen.to };
      }
    }
  }

  #text(section: RuleSection, value: string): Thenable<string | undefined> {
    return vscode.window.showInputBox({
      title: title(),
      value,
      prompt: isPermissionSection(section)
        ? t('A rule. What stands behind it in quotation marks is told to the agent.')
        : this.sections[section].purpose,
      placeHolder: this.sections[section].example,
      ignoreFocusOut: true,
      validateInput: (rule) => {
        const draft = readDraft(section, { rule, message: '' }, t);
        return draft.ok ? undefined : draft.problem;
      },
    });
  }
}

function title(): string {
  return t('Auto Mode: Change a Rule');
}

function pick<Item extends vscode.QuickPickItem>(items: readonly Item[]): Thenable<Item | undefined> {
  return pickFrom(items, title());
}
