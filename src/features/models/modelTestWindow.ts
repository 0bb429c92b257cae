import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ModelTestParts, OfferedTest } from './modelTest';
import { asPickText } from '../../editor/pickText';

export class ModelTestWindow implements Pick<ModelTestParts, 'pick' | 'withProgress'> {
  async pick(model: string, offers: readonly OfferedTest[]): Promise<OfferedTest | undefined> {
    const picked = await vscode.window.showQuickPick(
      offers.map((offer) => ({
        label: offer.name,
        description: offer.price,
        detail: asPickText(offer.where),
        offer,
      })),
      {
        title: t('Auto Mode: Test {model} as a Judge', { model }),
        placeHolder: t('The calls are made up: nothing of them runs, and nothing of yours is sent.'),
        ignoreFocusOut: true,
      },
    );
    return picked?.offer;
  }

  async withProgress<T>(
    model: string,
    work: (report: (done: number, total: number) => void, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: t('Auto Mode: testing {model}', { model }),
        cancellable: true,
      },
      (progress, token) => {
        const controller = new AbortController();
        token.onCancellationRequested(() => {
          controller.abort();
        });
        let before = 0;
        return work((done, total) => {
          const message = t('{done} of {total}', { done, total });
          progress.report({ message, increment: (100 * (done - before)) / total });
          before = done;
        }, controller.signal);
      },
    );
  }
}
