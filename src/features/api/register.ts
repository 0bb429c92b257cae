import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { COMMANDS } from '../../config/contributions';
import { both, registerCommands } from '../../editor/commands';
import { textField } from '../../editor/textField';
import type { GateWindow } from '../../gate/gateWindow';
import type { AutoMode } from './autoMode';

export function registerApi(context: vscode.ExtensionContext, { panel }: GateWindow, autoMode: AutoMode): void {
  registerCommands(context, {
    [COMMANDS.check]: { run: (request) => autoMode.check(request), show: () => autoMode.check(undefined) },
    [COMMANDS.on]: both((argument) => autoMode.on(sessionOf(argument))),
    [COMMANDS.off]: both((argument) => autoMode.off(sessionOf(argument), 'ask')),
    [COMMANDS.resume]: both(() => autoMode.resume('ask')),
    [COMMANDS.reset]: both(() => autoMode.reset('ask')),
    [COMMANDS.status]: { run: (argument) => autoMode.status(sessionOf(argument)), show: () => panel.show() },
    [COMMANDS.guidance]: {
      run: () => autoMode.guidance(),
      show: async () => {
        await vscode.env.clipboard.writeText(await autoMode.guidance());
        await vscode.window.showInformationMessage(t("The text for an agent's system prompt is on the clipboard."));
      },
    },
  });
}

function sessionOf(argument: unknown): string | undefined {
  return textField(argument, 'sessionId');
}
