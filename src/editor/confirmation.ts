import { t } from '@vscode/l10n';
import * as vscode from 'vscode';

/** True only for the user's yes. */
export type Confirm = (question: string, detail: string, yes: string) => Promise<boolean>;

/** A click in the panel has a one-time number; others must ask. */
export type Confirmation = 'ask' | 'given';

/**
 * Any extension can call commands unidentified, so what loosens asks first.
 * @returns false if the dialog is closed or fails
 */
export async function confirmInModal(question: string, detail: string, yes: string): Promise<boolean> {
  // Enter presses the first button; a close button would be last.
  const no: vscode.MessageItem = { title: t('Change Nothing') };
  const agree: vscode.MessageItem = { title: yes };
  try {
    return (await vscode.window.showWarningMessage(question, { modal: true, detail }, no, agree)) === agree;
  } catch {
    return false;
  }
}
