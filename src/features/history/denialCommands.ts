import * as vscode from 'vscode';
import type { PanelDenial } from '../../panel/panelDenial';
import { NO_FILTER, type BlockedCalls, type BlockFilter } from '../../log/blockedCalls';
import { exportDenials } from './denialExport';
import { SECTIONS, type DenialRequests } from './denialRequests';
import type { ReadOnlyDocument } from '../../editor/readOnlyDocument';
import type { ProposalPreview, ReadyProposal, ProposedRules } from '../rules/proposedRules';
import { previewLines, proposalPreviewText } from '../rules/changedCallText';
import { t } from '@vscode/l10n';
import { oneOrMany } from '../../common/oneOrMany';
import { pickText } from '../../editor/pickText';
import { proposalScope, proposalSentence } from '../rules/proposalText';
import { replayText } from './replayText';
import { ruleProblemText } from '../../editor/ruleProblemText';

export interface DenialCommandParts {
  readonly requests: DenialRequests;
  readonly blocked: BlockedCalls;
  readonly rules: Pick<ProposedRules, 'add'>;
  readonly documents: ReadOnlyDocument;
  readonly shown: () => readonly PanelDenial[];
}

/** What a dialog has room for. */
const MAX_IN_DIALOG = 3;
const PREVIEW_DOCUMENT = 'auto-mode-rule-preview.txt';

export class DenialCommands {
  constructor(private readonly parts: DenialCommandParts) {}

  async showReplay(): Promise<void> {
    const section = await vscode.window.showQuickPick([...SECTIONS], {
      title: t('Auto Mode: Try a Rule on Past Calls'),
      placeHolder: t('Which list would it be in? Nothing is written.'),
    });
    if (section === undefined) return;
    const rule = await vscode.window.showInputBox({
      title: t('Auto Mode: Try a Rule on Past Calls'),
      prompt: t('A rule, such as bash(npm test). Nothing is written and nothing runs.'),
      ignoreFocusOut: true,
      validateInput: (typed) => ruleProblemText(typed),
    });
    if (rule === undefined) return;
    const report = await this.parts.requests.replay({ rule, section });
    await this.parts.documents.show('auto-mode-replay.txt', replayText(section, rule, report, vscode.env.language));
  }

  async showAddRule(): Promise<void> {
    const { shown, requests } = this.parts;
    const title = t('Auto Mode: Add Rule for a Blocked Call');
    const denial = await vscode.window.showQuickPick(
      shown().map(({ id, summary, reason, outage }) => ({
        id,
        label: pickText(summary, 80),
        ...(outage === undefined ? {} : { description: t('Could not be judged') }),
        detail: pickText(reason, 200),
      })),
      { title, placeHolder: t('Which blocked call do you allow from now on?') },
    );
    if (denial === undefined) return;
    const found = await requests.proposals(denial.id);
    if (found.why !== undefined) {
      await vscode.window.showInformationMessage(t('No rule is offered. {why}', { why: found.why }));
      return;
    }
    const items = [];
    for (const proposal of found.proposals) {
      const preview = await requests.preview(proposal);
      const { looked, changed } = preview;
      const counts = oneOrMany(
        looked,
        t('{changed} of one past call', { changed: changed.length }),
        t('{changed} of the last {looked} calls', { changed: changed.length, looked }),
      );
      items.push({
        proposal,
        preview,
        label: pickText(proposal.rules.join(', '), 200),
        description: counts,
        detail: pickText(`${proposalSentence(proposal)} ${proposalScope(proposal)}`, 300),
      });
    }
    const picked = await vscode.window.showQuickPick(items, {
      title,
      placeHolder: t('Which rule? You are asked once more.'),
    });
    if (picked !== undefined) await this.#add(picked.proposal, picked.preview);
  }

  async saveDenials(filter: BlockFilter = NO_FILTER): Promise<void> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const name = 'auto-mode-blocked-calls.jsonl';
    const target = await vscode.window.showSaveDialog({
      title: t('Export Blocked Calls'),
      saveLabel: t('Export'),
      filters: { [t('JSON, one object a line')]: ['jsonl'] },
      ...(folder?.uri.scheme === 'file' ? { defaultUri: vscode.Uri.joinPath(folder.uri, name) } : {}),
    });
    if (target === undefined) return;
    const count = await exportDenials(this.parts.blocked, filter, target.fsPath);
    await vscode.window.showInformationMessage(
      oneOrMany(count, t('One blocked call was exported.'), t('{count} blocked calls were exported.', { count })),
    );
  }

  async #add(proposal: ReadyProposal, preview: ProposalPreview): Promise<boolean> {
    const { documents, rules } = this.parts;
    const { language } = vscode.env;
    if (preview.changed.length > MAX_IN_DIALOG) {
      await documents.show(PREVIEW_DOCUMENT, proposalPreviewText(proposal, preview, language));
    }
    return rules.add(proposal, 'ask', previewLines(preview, MAX_IN_DIALOG, language));
  }
}
