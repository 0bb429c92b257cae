import type * as vscode from 'vscode';
import { COMMANDS } from '../../config/contributions';
import { both, registerCommands } from '../../editor/commands';
import type { GateWindow } from '../../gate/gateWindow';
import { ActivityList } from './activity';

export function registerActivity(context: vscode.ExtensionContext, { memory, events, panel }: GateWindow): void {
  const activity = new ActivityList({
    decided: events.decided.event,
    earlier: async (count, signal) => {
      const records = await memory.logReader.recent(count, signal);
      return records.map(({ decision }) => decision);
    },
  });
  panel.offer('activity', activity);
  const clear = (): Promise<void> => activity.execute({ kind: 'clear' });
  context.subscriptions.push(
    activity,
    events.cleared.event(() => void clear()),
  );
  registerCommands(context, { [COMMANDS.clearActivity]: both(clear) });
}
