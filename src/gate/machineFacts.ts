import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { movedAgentHomes, movedAgentPlaces } from '../agents/movedAgentHomes';
import { gateHome } from '../disk/gateHome';
import { loginShell } from '../disk/loginShell';
import type { MachineFacts } from '../files/machineFacts';

export function machineFacts(context: vscode.ExtensionContext): MachineFacts {
  const home = homedir();
  const gate = gateHome(home);
  const globalStorage = context.globalStorageUri.fsPath;
  // VS Code's SecretStorage.
  const secretDatabase = join(dirname(globalStorage), 'state.vscdb');
  const secretFiles = ['', '.backup', '-wal', '-journal'].map((end) => secretDatabase + end);
  return {
    platform: process.platform,
    homeDirectory: home,
    loginShell: loginShell(process.env),
    // The default profile may change.
    get terminalShell() {
      return vscode.env.shell === '' ? undefined : basename(vscode.env.shell);
    },
    gatePaths: [
      gate.directory,
      globalStorage,
      ...secretFiles,
      // With `--user-data-dir` too.
      join(dirname(dirname(globalStorage)), 'settings.json'),
      context.extensionUri.fsPath,
      ...movedAgentPlaces(home, process.env),
      context.logUri.fsPath,
      ...(context.storageUri === undefined ? [] : [context.storageUri.fsPath]),
    ],
    secretGatePaths: [gate.token, gate.snapshots, ...secretFiles],
    movedAgentHomes: movedAgentHomes(home, process.env),
  };
}
