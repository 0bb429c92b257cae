import * as vscode from 'vscode';
import { SETTINGS_PREFIX } from '../config/contributions';

export async function openSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `@ext:auto-mode.auto-mode ${SETTINGS_PREFIX}`);
}
