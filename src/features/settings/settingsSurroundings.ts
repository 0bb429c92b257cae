import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { SETTINGS_VARIABLE } from '../../config/environmentSettings';
import { managedPolicy, type ManagedPolicy } from '../../config/managedPolicy';
import type { SettingsSurroundings } from '../../config/settingsReader';
import { StickyRules, type RuleStore } from '../../config/stickyRules';
import { managedPolicyPath, readManagedPolicy } from '../../disk/managedPolicyFile';
import { isAbsolute, isInside, normalise } from '../../files/pathText';
import type { FileSystem } from '../../files/fileSystem';
import { machineFacts } from '../../gate/machineFacts';
import type { Worktrees } from '../../gate/worktrees';
import { WorktreeSettings } from '../../gate/worktreeSettings';
import { settingsFileOnDisk } from './settingsFileOnDisk';
import { policyFileText } from './policyFileText';
import { ruleProblemText } from '../../editor/ruleProblemText';

export function settingsSurroundings(
  context: vscode.ExtensionContext,
  files: FileSystem,
  worktrees: Pick<Worktrees, 'claim'>,
  confirmed: (text: string) => boolean,
): SettingsSurroundings {
  const { platform } = process;
  const machine = machineFacts(context);
  const inWorktrees = new WorktreeSettings(worktrees);
  return {
    ruleProblem: (text) => ruleProblemText(text),
    paths: {
      home: homedir(),
      isAbsolute: (path) => isAbsolute(path, platform),
      isInside: (path, folder) => isInside(normalise(path, platform), normalise(folder, platform), platform),
    },
    realPath: (path) => (files.isRemote(path) ? undefined : files.realPath(path)),
    remote: vscode.env.remoteName !== undefined,
    variable: process.env[SETTINGS_VARIABLE],
    confirmed,
    managed: currentPolicy,
    fileOnDisk: (path) => settingsFileOnDisk(path, machine, files),
    workspaceRules: new StickyRules(stored(context.workspaceState, 'workspaceRules')),
    localLists: stored(context.globalState, 'localRuleLists'),
    inWorktree: (cwd, folders, settingsOf) => inWorktrees.of(cwd, folders, settingsOf),
  };
}

function currentPolicy(): ManagedPolicy | undefined {
  const path = managedPolicyPath(process.platform);
  const file = readManagedPolicy(process.platform);
  if (file.state === 'absent') return undefined;
  if (file.state === 'present') return managedPolicy(file.text, path);
  const problem = {
    key: path,
    source: 'managed' as const,
    entry: path,
    message: policyFileText(file.why),
  };
  return { source: { source: 'managed', values: {}, problems: [problem] }, forbidLoosening: false };
}

function stored(memento: vscode.Memento, key: string): RuleStore {
  return {
    get: () => memento.get(key),
    set: (value) => {
      void memento.update(key, value);
    },
  };
}
