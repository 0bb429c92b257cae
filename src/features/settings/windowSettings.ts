import { join } from 'node:path';
import * as vscode from 'vscode';
import type { SettingKey } from '../config/contributions';
import { SETTINGS_VARIABLE } from '../config/environmentSettings';
import type { SettingValues } from '../config/schema';
import { SettingsReader } from '../config/settingsReader';
import { managedPolicyPath, readManagedPolicy } from '../disk/managedPolicyFile';
import type { FileSystem } from '../files/fileSystem';
import type { MachineFacts } from '../files/machineFacts';
import { openSettings } from './commands';
import { confirmInModal } from '../editor/confirmation';
import { EnvironmentReview } from '../features/settings/environmentReview';
import { systemClock } from '../gate/gateHost';
import { refuseWhereForbidden } from '../gate/looseningPolicy';
import { ManagedPolicyWatch } from '../features/settings/managedPolicyWatch';
import type { ReadOnlyDocument } from '../editor/readOnlyDocument';
import { settingsSurroundings } from '../features/settings/settingsSurroundings';
import { SettingsWatch } from '../features/settings/settingsWatch';
import { AnsweredTexts } from '../features/models/answeredTexts';
import { turns, type Turns } from '../common/turns';
import { editorTimer } from '../editor/editorTimer';
import { WindowSwitch } from '../gate/windowSwitch';
import { WorkspaceFileWatch } from '../features/settings/workspaceFileWatch';
import type { Memory } from './memory';
import type { WindowEvents } from '../gate/windowEvents';

export interface SettingsNeeds {
  readonly context: vscode.ExtensionContext;
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  readonly memory: Pick<Memory, 'claims' | 'looseningLog'>;
  readonly documents: ReadOnlyDocument;
  readonly events: WindowEvents;
  readonly warn: (line: string) => void;
}

export interface Settings {
  readonly reader: SettingsReader;
  /** Where the gate itself writes what the user chose in it, so that it is no change to be told of; undefined removes it. */
  readonly writeSetting: <K extends SettingKey>(key: K, value: SettingValues[K] | undefined) => Promise<void>;
  /** For changes of the user's lists of rules, by whatever part of the gate: each is worked out from what the one before it has left. */
  readonly inTurn: Turns;
  /** To be called before anything loosens. Throws ForbiddenByPolicyError. */
  readonly refuseIfForbidden: () => void;
  readonly windowSwitch: WindowSwitch;
  readonly environment: EnvironmentReview;
  readonly settingsWatch: SettingsWatch;
  readonly policyWatch: ManagedPolicyWatch;
  readonly workspaceFileWatch: WorkspaceFileWatch;
}

/** The settings of a window, whether it is on, and the guards that notice what changes either. */
export function buildSettings({ context, machine, files, memory, documents, events, warn }: SettingsNeeds): Settings {
  const confirmed = new AnsweredTexts(context.globalState, 'environmentConfirmed');
  const settings = new SettingsReader(settingsSurroundings(context, files, (text) => confirmed.has(text)));
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
    inTurn: turns(),
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

/** Where it is kept that the window is off. Windows without a folder have no storage of their own: one that is off must not start the next one off. */
function windowOffFile({ storageUri }: Pick<vscode.ExtensionContext, 'storageUri'>): string | undefined {
  return storageUri === undefined ? undefined : join(storageUri.fsPath, 'window-off');
}
