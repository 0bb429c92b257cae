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
import { ImportPicker } from './importing/importPicker';
import { ImportRules } from './importing/importRules';
import { RuleCommands } from './ruleCommands';
import { RuleCounting } from './ruleCounting';
import { RuleEditor } from './ruleEditor';
import { RuleHits } from './ruleHits';
import type { NamedPlace } from './rulePlaces';
import type { WindowRules } from './windowRules';

export function registerRules(
  context: vscode.ExtensionContext,
  window: GateWindow,
  { rules, writer, sectionNames }: WindowRules,
): void {
  const { gate, memory, events, panel, actionDocument, warn } = window;
  const { pastCalls } = memory;
  const { reader } = window.settings;
  panel.offer(
    'ruleEditing',
    new RuleEditor({
      rules,
      writer,
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
      hits: (onDidChange) =>
        new RuleHits({
          log: memory.logReader,
          world: gate,
          timer: editorTimer,
          breathe: pacer(),
          now: () => Date.now(),
          onDidChange,
          warn,
        }),
      openSettings: openRuleSettings,
      names: { sections: sectionNames, sources: ruleSourceNames() },
    }),
  );
  const show = (section: RuleSection = 'permissions.deny'): Promise<void> =>
    panel.showPage('rules', { ruleEditing: { open: [section] } });
  const asking = {
    sections: ruleSectionTexts(),
    confirm: confirmInModal,
    openWhole: (text: string) => actionDocument.open(text),
  };
  const commands = new RuleCommands({ rules, writer, ...asking });
  registerCommands(context, {
    [COMMANDS.editRules]: both((argument) => show(ruleSectionOf(argument))),
    [COMMANDS.changeRule]: { run: (argument) => commands.change(argument), show: () => show() },
    [COMMANDS.moveRule]: { run: (argument) => commands.move(argument), show: () => show() },
    [COMMANDS.removeRuleList]: {
      run: (argument) => commands.removeList(argument),
      show: () => {
        const [own] = rules.folderLists();
        return show(own?.section);
      },
    },
    [COMMANDS.undoRuleChange]: {
      run: (argument) => commands.undo(argument),
      show: () => show(writer.lastEdit?.steps.at(-1)?.section),
    },
  });
  registerImport(context, window, writer);
}

function registerImport(context: vscode.ExtensionContext, window: GateWindow, writer: WindowRules['writer']): void {
  const { documents, actionDocument } = window;
  const { reader, refuseIfForbidden } = window.settings;
  const picker = new ImportPicker((name, text) => documents.show(name, text));
  const importRules = new ImportRules({
    places: {
      home: homedir(),
      environment: process.env,
      platform: process.platform,
      folders: () => localFolders(vscode.workspace.workspaceFolders),
      editorSetting: (name) => reader.editorSetting(name),
    },
    userValue: (key) => reader.userValue(key),
    writer,
    trusted: () => vscode.workspace.isTrusted,
    // Only for a repository's rules.
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

function ruleSectionOf(argument: unknown): RuleSection | undefined {
  if (typeof argument !== 'object' || argument === null || !('section' in argument)) return undefined;
  return RULE_SECTIONS.find((section) => section === argument.section);
}
