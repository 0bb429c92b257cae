import * as vscode from 'vscode';
import type { ConnectionState, FolderProblem } from '../../agents/hooks/agentInstallation';
import { agentName } from '../../editor/agentName';
import { t } from '@vscode/l10n';
import { notificationText } from '../../editor/notificationText';

export async function warnOfFolder(problems: readonly FolderProblem[]): Promise<void> {
  const [first, ...more] = problems;
  if (first === undefined) return;
  const open = t('Open File');
  const rest = more.length === 0 ? '' : ` ${t('The panel lists {0} more.', more.length)}`;
  const text = `${t('Auto Mode, {0}:', agentName(first.agent))} ${first.path}: ${first.sentence}${rest}`;
  const chosen = await vscode.window.showWarningMessage(notificationText(text, 700), open);
  if (chosen === open) await vscode.window.showTextDocument(vscode.Uri.file(first.path));
}

export async function warnOfLostHooks(
  agent: string,
  state: Exclude<ConnectionState, 'connected'>,
  reason: string | undefined,
  connect: () => Promise<unknown>,
): Promise<void> {
  const name = agentName(agent);
  const texts = {
    'not-connected': t(
      "The hooks of Auto Mode were taken out of {0}'s settings: its calls are no longer checked.",
      name,
    ),
    outdated: t("The hooks of Auto Mode in {0}'s settings are not as this version writes them.", name),
    broken: t("The hooks of Auto Mode in {0}'s settings do not run. {1}", name, reason ?? ''),
  };
  const again = t('Connect Again');
  const chosen = await vscode.window.showWarningMessage(notificationText(texts[state], 700), again);
  if (chosen === again) await connect();
}
