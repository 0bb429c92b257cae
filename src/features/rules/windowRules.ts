import * as vscode from 'vscode';
import { turns } from '../../common/turns';
import { SETTINGS } from '../../config/contributions';
import type { GateWindow } from '../../gate/gateWindow';
import { RULE_SECTIONS, type RuleSection } from '../../panel/ruleEditing';
import { ruleSectionTexts } from '../../texts/ruleSectionTexts';
import { EditableRules } from './editableRules';
import { RuleLists } from './ruleLists';
import { RuleWriter } from './ruleWriter';

export interface WindowRules {
  readonly lists: RuleLists;
  readonly rules: EditableRules;
  readonly writer: RuleWriter;
  readonly sectionNames: Readonly<Record<RuleSection, string>>;
}

export function buildRules({ settings, status }: GateWindow): WindowRules {
  const { reader, writeSetting, refuseIfForbidden } = settings;
  const texts = ruleSectionTexts();
  const sectionNames = Object.fromEntries(RULE_SECTIONS.map((section) => [section, texts[section].name])) as Record<
    RuleSection,
    string
  >;
  const lists = new RuleLists({
    paths: reader.paths,
    userValues: () => reader.userValues(),
    userAlone: (values, folder) => reader.userAlone(values, folder),
    workspaceValue: (section) => (isHoldingBack(section) ? reader.workspaceValue(section) : undefined),
    writeUser: (key, value) => writeSetting(key, value as never),
    writeWorkspace: async (section, value) => {
      if (isHoldingBack(section)) await reader.setWorkspaceValue(section, value);
    },
    refuseIfForbidden,
  });
  const rules = new EditableRules({
    lists,
    settings: reader,
    openFolders: () =>
      (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath),
    hasWorkspace: () => (vscode.workspace.workspaceFolders ?? []).length > 0,
    sectionNames,
  });
  const writer = new RuleWriter({ lists, rules, inTurn: turns() });
  writer.onDidChange(() => {
    status.changed();
  });
  return { lists, rules, writer, sectionNames };
}

function isHoldingBack(section: RuleSection): section is 'permissions.deny' | 'permissions.ask' {
  return section === SETTINGS.permissionsDeny || section === SETTINGS.permissionsAsk;
}
