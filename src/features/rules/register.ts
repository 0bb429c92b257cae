import * as vscode from 'vscode';
import { SETTINGS, SETTINGS_PREFIX } from '../config/contributions';
import type { DryRunWorld } from '../engine/trial/dryRun';
import { RULE_SECTIONS, type RuleSection } from '../panel/ruleEditing';
import { pacer } from '../common/pacer';
import { EditableRules } from '../features/rules/editableRules';
import { RuleCounting } from '../features/rules/ruleCounting';
import { RuleEditing } from '../features/rules/ruleEditing';
import { ruleSectionTexts } from '../texts/ruleSectionTexts';
import { RuleEditTurns } from '../features/rules/ruleEditTurns';
import { RuleLists } from '../features/rules/ruleLists';
import type { NamedPlace } from '../features/rules/rulePlaces';
import { editorTimer } from '../editor/editorTimer';
import { ruleSourceNames } from '../texts/ruleSourceNames';
import type { Memory } from './memory';
import type { Settings } from './settings';
import type { WindowEvents } from '../gate/windowEvents';

export interface RuleEditingNeeds {
  readonly settings: Pick<Settings, 'reader' | 'writeSetting' | 'refuseIfForbidden' | 'inTurn'>;
  readonly memory: Pick<Memory, 'pastCalls'>;
  readonly gate: DryRunWorld;
  readonly events: Pick<WindowEvents, 'decided'>;
  readonly warn: (line: string) => void;
}

export interface BuiltRuleEditing {
  readonly rules: EditableRules;
  readonly edits: RuleEditTurns;
  readonly ruleEditing: RuleEditing;
}

/** The rule editor on this window's settings and its latest calls. */
export function buildRuleEditing({
  settings: { reader, writeSetting, refuseIfForbidden, inTurn },
  memory: { pastCalls },
  gate,
  events,
  warn,
}: RuleEditingNeeds): BuiltRuleEditing {
  const sections = Object.fromEntries(
    Object.entries(ruleSectionTexts()).map(([section, { name }]) => [section, name]),
  ) as Record<RuleSection, string>;
  const lists = new RuleLists({
    paths: reader.paths,
    userValues: () => reader.userValues(),
    userAlone: (values, folder) => reader.userAlone(values, folder),
    workspaceValue: (section) => (isHoldingBack(section) ? reader.workspaceValue(section) : undefined),
    // What is written holds entries that stood there already, of whatever form.
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
    sectionNames: sections,
  });
  const edits = new RuleEditTurns({ lists, rules, inTurn });
  const ruleEditing = new RuleEditing({
    rules,
    edits,
    settingsChanged: reader.onDidChange,
    decided: events.decided.event,
    counting: (onDidChange) =>
      new RuleCounting({
        latestCalls: (count, signal) => pastCalls.latest(count, signal),
        world: gate,
        isInside: (path, folder) => reader.paths.isInside(path, folder),
        timer: editorTimer,
        breathe: pacer(),
        elapsed: () => performance.now(),
        onDidChange,
        log: warn,
      }),
    openSettings: openRuleSettings,
    names: { sections, sources: ruleSourceNames() },
  });
  return { rules, edits, ruleEditing };
}

async function openRuleSettings(section: RuleSection, { place }: NamedPlace): Promise<void> {
  const key = place.kind === 'folder' ? SETTINGS.folders : section;
  const command = place.kind === 'workspace' ? 'openWorkspaceSettings' : 'openGlobalSettings';
  await vscode.commands.executeCommand(`workbench.action.${command}`, { query: `@id:${SETTINGS_PREFIX}.${key}` });
}

/** The list that a caller of the command names: any name below `autoMode` that is one. */
export function ruleSectionOf(argument: unknown): RuleSection | undefined {
  if (typeof argument !== 'object' || argument === null || !('section' in argument)) return undefined;
  return RULE_SECTIONS.find((section) => section === argument.section);
}

function isHoldingBack(section: RuleSection): section is 'permissions.deny' | 'permissions.ask' {
  return section === SETTINGS.permissionsDeny || section === SETTINGS.permissionsAsk;
}
