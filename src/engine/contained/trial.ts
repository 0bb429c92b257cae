import { programName } from '../../shell/model/analysis';
import { callKey } from '../model/callKey';
import type { CallContext } from '../model/stage';

/**
 * Once a session an allowed call is given back as a ticket, which runs it unchanged: this shows that the agent runs
 * what it is given.
 * @returns the command to give back
 */
export function trialCommand({ call, configuration, gate }: CallContext, decisionId: string): string | undefined {
  const { containment } = gate;
  if (containment === undefined) return undefined;
  const { request, line, command } = call;
  const { agent, sessionId, environment } = request;
  const path = environment?.['PATH'];
  if (line?.cwd === undefined || command === undefined || agent === undefined || sessionId === undefined)
    return undefined;
  if (typeof path !== 'string' || !configuration.trusted || !configuration.fastPaths.containedCommands)
    return undefined;
  if (line.analysis.changesShell || line.analysis.commands.some((part) => programName(part) === 'cd')) return undefined;
  if (request.takesRewritten !== true || !containment.wantsTrial(agent, sessionId)) return undefined;
  return containment.trial({
    decisionId,
    callKey: callKey(request),
    agent,
    sessionId,
    line: command,
    shell: line.analysis.shell,
    cwd: line.cwd,
    workspaceFolders: configuration.workspaceFolders,
    path,
  });
}
