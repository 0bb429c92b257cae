import { join } from 'node:path';
import * as vscode from 'vscode';
import { SETTINGS_VARIABLE } from '../../config/environmentSettings';
import { SettingsReader } from '../../config/settingsReader';
import { managedPolicyPath, readManagedPolicy } from '../../disk/managedPolicyFile';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { openSettings } from '../../editor/openSettings';
import { confirmInModal } from '../../editor/confirmation';
import { EnvironmentReview } from './environmentReview';
import { systemClock } from '../../gate/gateHost';
import { refuseWhereForbidden } from '../../gate/looseningPolicy';
import { ManagedPolicyWatch } from './managedPolicyWatch';
import type { ReadOnlyDocument } from '../../editor/readOnlyDocument';
import { settingsSurroundings } from './settingsSurroundings';
import { SettingsWatch } from './settingsWatch';
import { AnsweredTexts } from '../models/answeredTexts';
import { editorTimer } from '../../editor/editorTimer';
import { WindowSwitch } from '../../gate/windowSwitch';
import { WorkspaceFileWatch } from './workspaceFileWatch';
import type { Memory } from '../../gate/memory';
import type { WindowSettings } from '../../gate/gateWindow';
import type { WindowEvents } from '../../gate/windowEvents';
import type { Worktrees } from '../../gate/worktrees';

export interface SettingsNeeds {
  readonly context: vscode.ExtensionContext;
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  readonly worktrees: Worktrees;
  readonly memory: Pick<Memory, 'claims' | 'looseningLog'>;
  readonly documents: ReadOnlyDocument;
  readonly events: WindowEvents;
  readonly warn: (line: string) => void;
}

export interface Settings extends WindowSettings {
  readonly environment: EnvironmentReview;
  readonly settingsWatch: SettingsWatch;
  readonly policyWatch: ManagedPolicyWatch;
  readonly workspaceFileWatch: WorkspaceFileWatch;
}

export function buildSettings({
  context,
  machine,
  files,
  worktrees,
  memory,
  documents,
  events,
  warn,
}: SettingsNeeds): Settings {
  const confirmed = new AnsweredTexts(context.globalState, 'environmentConfirmed');
  const settings = new SettingsReader(settingsSurroundings(context, files, worktrees, (text) => confirmed.has(text)));
  const windowSwitch = new WindowSwitch(
    windowOffFile(context),
    () => systemClock.now(),
    () => !settings.window().forbidsLoosening,
  );
  const settingsWatch = new SettingsWatch({
    settings,
    seen: {
      get: () => context.globalState.get('userSettingsSeen'),
      set: (value) => {
        void context.globalState.update('userSettingsSeen', value);
      },
    },
    claim: (change) => memory.claims.claim(change),
    record: (loosening) => memory.looseningLog.append(loosening),
    window: vscode.window,
    focused: () => vscode.window.state.focused,
    openSettings,
    timer: editorTimer,
    now: () => systemClock.now(),
    log: warn,
  });
  const policyWatch = new ManagedPolicyWatch({
    path: managedPolicyPath(process.platform),
    read: () => readManagedPolicy(process.platform),
    onDidChange: () => {
      settings.reload();
    },
  });
  const workspaceFileWatch = new WorkspaceFileWatch(machine, files, () => {
    events.shownChanged.fire();
  });
  const environment = new EnvironmentReview({
    settings,
    confirmed,
    dismissed: new AnsweredTexts(context.globalState, 'environmentDismissed'),
    show: (text) => documents.show(`${SETTINGS_VARIABLE}.json`, text),
    confirm: confirmInModal,
    window: vscode.window,
  });
  context.subscriptions.push(settings, windowSwitch, policyWatch, settingsWatch, workspaceFileWatch);
  return {
    reader: settings,
    writeSetting: (key, value) => settingsWatch.writing(key, value, () => settings.setUserValue(key, value)),
    refuseIfForbidden: () => {
      refuseWhereForbidden(settings.window());
    },
    windowSwitch,
    environment,
    settingsWatch,
    policyWatch,
    workspaceFileWatch,
  };
}

/** Windows without a folder share storage: one must not turn off the next. */
function windowOffFile({ storageUri }: Pick<vscode.ExtensionContext, 'storageUri'>): string | undefined {
  return storageUri === undefined ? undefined : join(storageUri.fsPath, 'window-off');
}
