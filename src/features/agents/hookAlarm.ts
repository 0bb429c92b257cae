import * as vscode from 'vscode';
import type { ConnectionState, FolderProblem } from '../../agents/hooks/agentInstallation';
import { agentName } from '../../editor/agentName';
import { inEditorLanguage } from '../../editor/editorLanguage';
import { notificationText } from '../../editor/notificationText';

/** Warns of what an opened folder does to the hooks, with a way to the file. */
export async function warnOfFolder(problems: readonly FolderProblem[]): Promise<void> {
  const [first, ...more] = problems;
  if (first === undefined) return;
  const open = vscode.l10n.t('Open File');
  const rest = more.length === 0 ? '' : ` ${vscode.l10n.t('The panel lists {0} more.', more.length)}`;
  const text = `${vscode.l10n.t('Auto Mode, {0}:', agentName(first.agent, inEditorLanguage))} ${first.path}: ${first.sentence}${rest}`;
  const chosen = await vscode.window.showWarningMessage(notificationText(text, 700), open);
  if (chosen === open) await vscode.window.showTextDocument(vscode.Uri.file(first.path));
}

/** Warns of hooks that went without the user's having disconnected the agent, with a way to connect it again. */
export async function warnOfLostHooks(
  agent: string,
  state: Exclude<ConnectionState, 'connected'>,
  reason: string | undefined,
  connect: () => Promise<unknown>,
): Promise<void> {
  const name = agentName(agent, inEditorLanguage);
  const texts = {
    'not-connected': vscode.l10n.t(
      "The hooks of Auto Mode were taken out of {0}'s settings: its calls are no longer checked.",
      name,
    ),
    outdated: vscode.l10n.t("The hooks of Auto Mode in {0}'s settings are not as this version writes them.", name),
    broken: vscode.l10n.t("The hooks of Auto Mode in {0}'s settings do not run. {1}", name, reason ?? ''),
  };
  const again = vscode.l10n.t('Connect Again');
  const chosen = await vscode.window.showWarningMessage(notificationText(texts[state], 700), again);
  if (chosen === again) await connect();
}
