import * as vscode from 'vscode';
import { SETTINGS, SETTINGS_PREFIX } from '../config/contributions';
import { SETTINGS_VARIABLE } from '../config/environmentSettings';
import { SettingsReader } from '../config/settingsReader';
import { createNodeFileSystem } from '../disk/nodeFileSystem';
import { readManagedPolicy } from '../disk/managedPolicyFile';
import { systemClock } from '../gate/gateHost';
import { outsideGate } from '../gate/outsideGate';
import { settingsSurroundings } from '../features/settings/settingsSurroundings';
import { AnsweredTexts } from '../features/models/answeredTexts';
import { SessionFolders } from '../gate/sessionFolders';
import { windowConfiguration } from '../gate/windowConfiguration';
import { WindowSwitch } from '../gate/windowSwitch';
import { windowOffFile } from './settings';

/** As much of the settings as can be read in a window whose gate could not be built. What cannot be told counts as on, and as forbidden. */
export interface UnstartedSettings {
  readonly windowSwitch: WindowSwitch;
  readonly isOn: (cwd: string | undefined, sessionId: string | undefined) => boolean;
  /** For a session that began in none of this window's folders. */
  readonly isOnOutside: (cwd: string | undefined) => boolean;
  readonly forbidsLoosening: () => boolean;
  readonly anyWindow: () => boolean;
}

/** @param onDidChange is told when settings, folders or trust changed. Never throws. */
export function buildUnstartedSettings(context: vscode.ExtensionContext, onDidChange: () => void): UnstartedSettings {
  const reader = attempt(
    () => openReader(context, onDidChange),
    () => undefined,
  );
  const settings = (): SettingsReader => {
    if (reader === undefined) throw new Error('The settings cannot be read.');
    return reader;
  };
  const forbidsLoosening = (): boolean => attempt(() => settings().window().forbidsLoosening, policyMayForbid);
  const windowSwitch = new WindowSwitch(
    attempt(
      () => windowOffFile(context),
      () => undefined,
    ),
    () => systemClock.now(),
    () => !forbidsLoosening(),
  );
  context.subscriptions.push(windowSwitch);
  const isOff = (sessionId: string | undefined): boolean => windowSwitch.isOff(sessionId);
  const sessions = new SessionFolders((cwd) => settings().forFolder(cwd));
  const world = { configurationFor: windowConfiguration(sessions, isOff) };
  const outside = outsideGate(world);
  return {
    windowSwitch,
    isOn: (cwd, sessionId) =>
      attempt(
        () => world.configurationFor(cwd, sessionId).enabled,
        () => !isOff(sessionId) && !isPlainlyOff(),
      ),
    isOnOutside: (cwd) =>
      attempt(
        () => outside.configurationFor(cwd, undefined).enabled,
        () => !isOff(undefined) && !isPlainlyOff(),
      ),
    forbidsLoosening,
    anyWindow: () =>
      attempt(
        () => settings().window().configuration.agents.anyWindow,
        () => false,
      ),
  };
}

function openReader(context: vscode.ExtensionContext, onDidChange: () => void): SettingsReader {
  const confirmed = new AnsweredTexts(context.globalState, 'environmentConfirmed');
  const reader = new SettingsReader(
    settingsSurroundings(context, createNodeFileSystem(), (text) => confirmed.has(text)),
  );
  context.subscriptions.push(reader, reader.onDidChange(onDidChange));
  return reader;
}

/** Whether the user's own settings alone switch auto mode off, and nothing else is there that could switch it on again. */
function isPlainlyOff(): boolean {
  return attempt(
    () => {
      if (policyMayForbid() || process.env[SETTINGS_VARIABLE] !== undefined || vscode.env.remoteName !== undefined)
        return false;
      const settings = vscode.workspace.getConfiguration(SETTINGS_PREFIX, null);
      const ofUser = (key: string): unknown => settings.inspect(key)?.globalValue;
      return ofUser(SETTINGS.enabled) === false && ofUser(SETTINGS.folders) === undefined;
    },
    () => false,
  );
}

function policyMayForbid(): boolean {
  return attempt(
    () => readManagedPolicy(process.platform).state !== 'absent',
    () => true,
  );
}

function attempt<T>(work: () => T, otherwise: () => T): T {
  try {
    return work();
  } catch {
    return otherwise();
  }
}
