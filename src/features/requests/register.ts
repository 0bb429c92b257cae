import type * as vscode from 'vscode';
import { modelInForce } from '../../classifier/requestPreview';
import { COMMANDS } from '../../config/contributions';
import { registerCommands } from '../../editor/commands';
import { dryRun } from '../../engine/trial/dryRun';
import type { GateWindow } from '../../gate/gateWindow';
import type { Judge } from '../models/judge';
import { RequestLogWindow } from './requestLogWindow';
import { RequestViewer } from './requestViewer';
import { RequestWindow } from './requestWindow';

export interface Requests {
  readonly viewer: RequestViewer;
  readonly window: RequestWindow;
}

export function registerRequests(
  context: vscode.ExtensionContext,
  { gate, memory, settings, documents, redact }: GateWindow,
  { classifier, keys, providers }: Judge,
): Requests {
  const viewer = new RequestViewer({
    calls: memory.calls,
    dryRun: (request) => dryRun(request, gate, 'approved'),
    preview: (question) => classifier.preview(question),
    settingsFor: (cwd) => settings.reader.forFolder(cwd).classifier,
    modelInForce: (wanted, sessionModel) => modelInForce(wanted, sessionModel, { keys, providers }),
    redact,
  });
  const log = new RequestLogWindow(memory.requestLog.path);
  const window = new RequestWindow(viewer, documents, log);
  registerCommands(context, {
    [COMMANDS.showRequest]: { run: (argument) => viewer.run(argument), show: () => window.show() },
    [COMMANDS.openRequestLog]: { run: () => Promise.resolve(log.whereabouts()), show: () => log.open() },
  });
  return { viewer, window };
}
