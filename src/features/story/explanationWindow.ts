import * as vscode from 'vscode';
import { explanationText } from '../../engine/explain/explanationText';
import type { Decision } from '../../engine/model/decision';
import type { AutoMode } from '../api/autoMode';
import type { CallLog } from '../../log/callLog';
import type { StoryFeature } from './story';
import type { ReadOnlyDocument } from '../../editor/readOnlyDocument';
import { t } from '@vscode/l10n';
import { pickText } from '../../editor/pickText';

const DOCUMENT = 'auto-mode-explanation.txt';
const MAX_LISTED = 50;

export interface ExplanationWindowParts {
  readonly autoMode: Pick<AutoMode, 'explain'>;
  readonly calls: Pick<CallLog, 'allDecided'>;
  readonly story: Pick<StoryFeature, 'text'>;
  readonly documents: ReadOnlyDocument;
}

export class ExplanationWindow {
  constructor(private readonly parts: ExplanationWindowParts) {}

  async show(): Promise<void> {
    const { calls, story, documents } = this.parts;
    const decisions = calls.allDecided().slice(0, MAX_LISTED);
    if (decisions.length === 0) return this.explainLine();
    const picked = await vscode.window.showQuickPick(
      [
        { label: t('Type a command line…'), detail: t('Nothing of it runs.'), id: undefined },
        ...decisions.map(({ decision }) => item(decision)),
      ],
      {
        title: t('Auto Mode: Explain a Command or a Decision'),
        placeHolder: t('What is to be explained? Listed are the latest decisions of this window.'),
        matchOnDetail: true,
      },
    );
    if (picked === undefined) return;
    if (picked.id === undefined) return this.explainLine();
    await documents.show(DOCUMENT, await story.text(picked.id));
  }

  private async explainLine(): Promise<void> {
    const command = await vscode.window.showInputBox({
      title: t('Auto Mode: Explain a Command or a Decision'),
      prompt: t('A shell command as an agent would run it. Nothing is run.'),
      placeHolder: 'git status && rm -rf build',
      ignoreFocusOut: true,
    });
    if (command === undefined || command.trim() === '') return;
    const { autoMode, documents } = this.parts;
    await documents.show(DOCUMENT, explanationText(await autoMode.explain(command)));
  }
}

function item({ id, at, summary, outcome, stage, reason }: Decision): vscode.QuickPickItem & { readonly id: string } {
  const detail = t('{time}, {outcome} by {stage}: {reason}', {
    time: new Date(at).toLocaleTimeString(),
    outcome,
    stage,
    reason,
  });
  return { id, label: pickText(summary, 80), detail: pickText(detail, 200) };
}
