import { t } from '@vscode/l10n';
import * as vscode from 'vscode';

/** Asks the user before something loosens the gate; resolves to true only for their yes. */
export type Confirm = (question: string, detail: string, yes: string) => Promise<boolean>;

/** A click in the gate's own panel carries a one-time number and is the user's confirmation; every other caller has yet to get one. */
export type Confirmation = 'ask' | 'given';

/**
 * Any extension can call any command, and VS Code does not say who called. So what loosens the gate, or edits an agent's settings,
 * asks here first.
 * @returns true only for the button that says yes; a closed dialog, or one that cannot be shown, is a no.
 */
export async function confirmInModal(question: string, detail: string, yes: string): Promise<boolean> {
  // The first button is the one that Enter presses. Marked as the close button it would move to the end, and Enter would say yes.
  const no: vscode.MessageItem = { title: t('Change Nothing') };
  const agree: vscode.MessageItem = { title: yes };
  try {
    return (await vscode.window.showWarningMessage(question, { modal: true, detail }, no, agree)) === agree;
  } catch {
    return false;
  }
}
