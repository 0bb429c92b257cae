import type * as vscode from 'vscode';
import { COMMANDS } from '../../config/contributions';
import { registerCommands } from '../../editor/commands';
import { confirmInModal } from '../../editor/confirmation';
import type { GateWindow } from '../../gate/gateWindow';
import { DifferenceEditor } from './differenceEditor';
import { UndoFeature } from './undo';

const CLEANING_MILLISECONDS = 60 * 60_000;

export function registerUndo(context: vscode.ExtensionContext, { keptRuns, panel, documents }: GateWindow): void {
  const editor = new DifferenceEditor(() => keptRuns.store);
  editor.register(context);
  const undo = new UndoFeature({
    kept: keptRuns,
    showDifference: (title, folders) => editor.show(title, folders),
    showList: (text) => documents.show('auto-mode-undo.txt', text),
    confirm: confirmInModal,
  });
  panel.offer('undo', undo);
  registerCommands(context, {
    [COMMANDS.undo]: { run: async () => ({ runs: await undo.list() }), show: () => panel.showPage('undo') },
  });
  const cleaning = setInterval(() => void keptRuns.clean(), CLEANING_MILLISECONDS);
  context.subscriptions.push(undo, {
    dispose: () => {
      clearInterval(cleaning);
    },
  });
  void keptRuns.clean();
}
