import * as vscode from 'vscode';
import type { ReadOnlyDocument } from '../../editor/readOnlyDocument';
import type { ListedCall, RequestView, RequestViewer } from './requestViewer';
import { t } from '@vscode/l10n';
import { pickText } from '../../editor/pickText';
import type { RequestLogWindow } from './requestLogWindow';
import { requestText } from './requestText';

const DOCUMENT = 'auto-mode-request.txt';

export class RequestWindow {
  constructor(
    private readonly viewer: RequestViewer,
    private readonly documents: ReadOnlyDocument,
    private readonly log: Pick<RequestLogWindow, 'open'>,
  ) {}

  async show(): Promise<void> {
    const log = { label: t('Open the log of requests…'), id: undefined };
    const picked = await vscode.window.showQuickPick(
      [
        {
          label: t('Paste a call…'),
          detail: t('Nothing of it runs, and nothing is sent.'),
          id: undefined,
        },
        log,
        ...this.viewer.list().map(item),
      ],
      {
        title: t('Auto Mode: Show What the Classifier Sees'),
        placeHolder: t('Which call? Listed are the latest ones that the judge was asked about.'),
        matchOnDetail: true,
      },
    );
    if (picked === undefined) return;
    if (picked === log) return this.log.open();
    const view = picked.id === undefined ? await this.pasted() : await this.viewer.ofPastCall(picked.id);
    if (view !== undefined) await this.documents.show(DOCUMENT, requestText(view));
  }

  async showRequest(request: unknown): Promise<void> {
    await this.documents.show(DOCUMENT, requestText(await this.viewer.ofRequest(request)));
  }

  private async pasted(): Promise<RequestView | undefined> {
    const text = await vscode.window.showInputBox({
      title: t('Auto Mode: Show What the Classifier Sees'),
      prompt: t('A call as JSON, the same as autoMode.check takes.'),
      placeHolder: '{"tool": "bash", "input": {"command": "git push"}, "cwd": "/path/of/the/project"}',
      ignoreFocusOut: true,
      validateInput: (value) =>
        value.trim() === '' || objectIn(value) !== undefined
          ? undefined
          : t('This is no JSON object. Paste one with "tool" and "input".'),
    });
    const request = text === undefined ? undefined : objectIn(text);
    return request === undefined ? undefined : this.viewer.ofRequest(request);
  }
}

function item({ id, summary, decision }: ListedCall): vscode.QuickPickItem & { readonly id: string } {
  const detail =
    decision === undefined
      ? t('being decided')
      : t('{time}, {outcome} by {stage}: {reason}', {
          time: new Date(decision.at).toLocaleTimeString(vscode.env.language),
          outcome: decision.outcome,
          stage: decision.stage,
          reason: decision.reason,
        });
  return { id, label: pickText(summary, 80), detail: pickText(detail, 200) };
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
