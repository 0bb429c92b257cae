import * as vscode from 'vscode';
import type { Doctor, DoctorReport } from './doctor';
import type { ReadOnlyDocument } from '../../editor/readOnlyDocument';
import { agentName } from '../../editor/agentName';
import { doctorText } from './doctorText';
import { t } from '@vscode/l10n';

export class DoctorWindow {
  constructor(
    private readonly doctor: Doctor,
    private readonly documents: ReadOnlyDocument,
    private readonly connect: () => Promise<unknown>,
  ) {}

  report(): Promise<DoctorReport> {
    return this.doctor.examine(new AbortController().signal);
  }

  async show(): Promise<void> {
    const report = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: t('Auto Mode: Doctor'),
        cancellable: true,
      },
      (progress, token) => {
        const stop = new AbortController();
        token.onCancellationRequested(() => {
          stop.abort();
        });
        return this.doctor.examine(stop.signal, (message) => {
          progress.report({ message });
        });
      },
    );
    await this.documents.show(
      'auto-mode-doctor.txt',
      doctorText(report, (agent) => agentName(agent)),
    );
    if (report.problems === 0) return;
    const connect = t('Connect Agents');
    const reload = t('Reload Window');
    const text =
      report.problems === 1
        ? t('Auto Mode found one problem; its page says what to do.')
        : t('Auto Mode found {0} problems; its page says what to do.', report.problems);
    const chosen = await vscode.window.showWarningMessage(text, connect, reload);
    if (chosen === connect) await this.connect();
    else if (chosen === reload) await vscode.commands.executeCommand('workbench.action.reloadWindow');
  }
}
