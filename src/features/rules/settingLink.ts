import * as vscode from 'vscode';
import type { SettingLink } from './ruleOrigin';

const COMMANDS: Readonly<Record<SettingLink['where'], string>> = {
  user: 'workbench.action.openSettings',
  workspace: 'workbench.action.openWorkspaceSettings',
  remote: 'workbench.action.openRemoteSettings',
};

export async function openSetting({ key, where }: SettingLink): Promise<void> {
  await vscode.commands.executeCommand(COMMANDS[where], { query: `@id:${key}` });
}
