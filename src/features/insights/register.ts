import * as vscode from 'vscode';
import { pacer } from '../../common/pacer';
import { confirmInModal } from '../../editor/confirmation';
import { editorTimer } from '../../editor/editorTimer';
import type { GateWindow } from '../../gate/gateWindow';
import { previewLines, proposalPreviewText } from '../rules/changedCallText';
import { ProposedRules, type ReadyProposal } from '../rules/proposedRules';
import type { WindowRules } from '../rules/windowRules';
import { InsightsFeature } from './insights';

const MAX_IN_DIALOG = 3;
const PREVIEW_DOCUMENT = 'auto-mode-rule-preview.txt';

export function registerInsights(
  context: vscode.ExtensionContext,
  { gate, memory, settings, status, events, panel, documents, warn }: GateWindow,
  { lists, writer }: WindowRules,
): void {
  const { reader, refuseIfForbidden } = settings;
  const { decisionLog, pastCalls, ledger } = memory;
  const rules = new ProposedRules({
    world: gate,
    pastCalls,
    settings: { supposing: (values) => reader.supposing(values), refuseIfForbidden },
    lists,
    writer,
    confirm: confirmInModal,
    onDidChange: () => {
      status.changed();
    },
  });
  /** As for a blocked call. */
  const add = async (proposal: ReadyProposal): Promise<void> => {
    const preview = await rules.preview(proposal, new AbortController().signal);
    const { language } = vscode.env;
    if (preview.changed.length > MAX_IN_DIALOG) {
      await documents.show(PREVIEW_DOCUMENT, proposalPreviewText(proposal, preview, language));
    }
    await rules.add(proposal, 'ask', previewLines(preview, MAX_IN_DIALOG, language));
  };
  const insights = new InsightsFeature({
    log: decisionLog,
    world: gate,
    rules,
    add,
    usage: () => ledger.byDay(),
    folder: () => reader.window().configuration.workspaceFolders[0],
    breathe: pacer(),
    decided: events.decided.event,
    settingsChanged: reader.onDidChange,
    now: () => Date.now(),
    later: (milliseconds, work) => editorTimer.start(milliseconds, work),
    warn,
  });
  panel.offer('insights', insights);
  context.subscriptions.push(insights);
}
