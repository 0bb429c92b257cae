import { t } from '@vscode/l10n';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { oneOrMany } from '../../common/oneOrMany';
import { pacer } from '../../common/pacer';
import { COMMANDS, SETTINGS, SETTINGS_PREFIX } from '../../config/contributions';
import { both, registerCommands } from '../../editor/commands';
import { confirmInModal } from '../../editor/confirmation';
import { editorTimer } from '../../editor/editorTimer';
import { localFolders } from '../../editor/localFolders';
import type { GateWindow } from '../../gate/gateWindow';
import { RULE_SECTIONS, type RuleSection } from '../../panel/ruleEditing';
import { ruleSectionTexts } from '../../texts/ruleSectionTexts';
import { ruleSourceNames } from '../../texts/ruleSourceNames';
import { EditableRules } from './editableRules';
import { ImportPicker } from './importing/importPicker';
import { ImportRules } from './importing/importRules';
import { RuleChangeCommand } from './ruleCommands';
import { RuleCounting } from './ruleCounting';
import { RuleEditing } from './ruleEditor';
import { RuleEditTurns } from './ruleEditTurns';
import { RuleListCommands } from './ruleListCommands';
import { RuleLists } from './ruleLists';
import { placeId, type NamedPlace } from './rulePlaces';

/** The rule editor on this window's settings and its latest calls, and taking over the lists of other programs. */
export function registerRules(context: vscode.ExtensionContext, window: GateWindow): void {
  const { gate, memory, status, events, panel, actionDocument, warn } = window;
  const { pastCalls } = memory;
  const { reader, writeSetting, refuseIfForbidden, inTurn } = window.settings;
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
  panel.offer(
    'ruleEditing',
    new RuleEditing({
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
    }),
  );
  const show = (section: RuleSection = 'permissions.deny', place = 'user'): Promise<void> =>
    panel.showPage('rules', { ruleEditing: { section, place } });
  const asking = {
    sections: ruleSectionTexts(),
    confirm: confirmInModal,
    openWhole: (text: string) => actionDocument.open(text),
  };
  const change = new RuleChangeCommand({ rules, edits, ...asking });
  const listCommands = new RuleListCommands({ rules, edits, ...asking });
  registerCommands(context, {
    [COMMANDS.editRules]: both((argument) => show(ruleSectionOf(argument))),
    [COMMANDS.changeRule]: { run: (argument) => change.run(argument), show: () => show() },
    [COMMANDS.moveRule]: { run: (argument) => listCommands.runMove(argument), show: () => show() },
    [COMMANDS.removeRuleList]: {
      run: (argument) => listCommands.runRemoveList(argument),
      show: () => {
        const [own] = rules.folderLists();
        return show(own?.section, own?.place.id);
      },
    },
    [COMMANDS.undoRuleChange]: {
      run: (argument) => listCommands.runUndo(argument),
      show: () => {
        const step = edits.lastEdit?.steps.at(-1);
        return show(step?.section, step === undefined ? undefined : placeId(step.place));
      },
    },
  });
  registerImport(context, window);
  edits.onDidChange(() => {
    status.changed();
  });
}

function registerImport(context: vscode.ExtensionContext, window: GateWindow): void {
  const { documents, actionDocument } = window;
  const { reader, writeSetting, refuseIfForbidden } = window.settings;
  const picker = new ImportPicker((name, text) => documents.show(name, text));
  const importRules = new ImportRules({
    places: {
      home: homedir(),
      environment: process.env,
      platform: process.platform,
      folders: () => localFolders(vscode.workspace.workspaceFolders),
      editorSetting: (name) => reader.editorSetting(name),
    },
    settings: { userValue: (key) => reader.userValue(key), setUserValue: writeSetting },
    trusted: () => vscode.workspace.isTrusted,
    // Rules that tighten are asked about only where a caller wants those of a repository.
    confirm: (question, detail, yes) => {
      refuseIfForbidden();
      return confirmInModal(question, detail, yes);
    },
    openWhole: (text) => actionDocument.open(text),
    pick: (found) => picker.pick(found),
  });
  registerCommands(context, {
    [COMMANDS.importRules]: {
      run: (argument) => importRules.run(argument),
      show: async () => {
        const { written, problem } = await importRules.show();
        if (problem !== undefined) throw new Error(problem);
        if (written.length === 0) return;
        await vscode.window.showInformationMessage(
          oneOrMany(
            written.length,
            t('Auto Mode added one rule to your settings.'),
            t('Auto Mode added {count} rules to your settings.', { count: written.length }),
          ),
        );
      },
    },
  });
}

async function openRuleSettings(section: RuleSection, { place }: NamedPlace): Promise<void> {
  const key = place.kind === 'folder' ? SETTINGS.folders : section;
  const command = place.kind === 'workspace' ? 'openWorkspaceSettings' : 'openGlobalSettings';
  await vscode.commands.executeCommand(`workbench.action.${command}`, { query: `@id:${SETTINGS_PREFIX}.${key}` });
}

/** The list that a caller of the command names: any name below `autoMode` that is one. */
function ruleSectionOf(argument: unknown): RuleSection | undefined {
  if (typeof argument !== 'object' || argument === null || !('section' in argument)) return undefined;
  return RULE_SECTIONS.find((section) => section === argument.section);
}

function isHoldingBack(section: RuleSection): section is 'permissions.deny' | 'permissions.ask' {
  return section === SETTINGS.permissionsDeny || section === SETTINGS.permissionsAsk;
}
