import type * as vscode from 'vscode';
import { COMMANDS } from '../../config/contributions';
import { registerCommands } from '../../editor/commands';
import type { GateWindow } from '../../gate/gateWindow';
import type { Requests } from '../requests/register';
import { entryProblem } from '../rules/ruleDraft';
import { CallTrial } from './callTrial';
import { TrialFeature } from './trial';

export function registerTrial(
  context: vscode.ExtensionContext,
  { door, gate, settings, panel, events }: GateWindow,
  { window }: Requests,
): CallTrial {
  const trial = new CallTrial({
    world: gate,
    autoMode: door,
    requestWindow: window,
    folder: () => settings.reader.window().configuration.workspaceFolders[0],
    ruleProblem: (rule) => entryProblem('permissions.deny', rule),
  });
  panel.offer(
    'trial',
    new TrialFeature({
      decide: (call) => trial.decide(call),
      showRequest: (text) => trial.showRequest(text),
      tried: () => {
        events.callTried.fire();
      },
    }),
  );
  registerCommands(context, {
    [COMMANDS.tryCall]: { run: (argument) => trial.run(argument), show: () => panel.showPage('rules', {}, 'tester') },
  });
  return trial;
}
