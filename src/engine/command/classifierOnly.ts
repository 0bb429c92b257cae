/** Calls that no rule, cache or earlier release settles: what starts beside the gate has to be looked at each time. */
import { installsExtension } from '../floor/editorSwitches';
import { installsExtensionByTool } from '../floor/inputFloor';
import type { ToolCall } from '../toolCall';
import { mayStartUnhookedAgent } from './agentStart';

/** Whether the call starts an agent whose hooks might be off, or installs an extension, by a command or by a tool of the editor. */
export function isForClassifierOnly(call: ToolCall): boolean {
  const analyses = call.line === undefined ? call.guessedLines : [call.line.analysis, ...call.guessedLines];
  return (
    analyses.some((analysis) => mayStartUnhookedAgent(analysis) || installsExtension(analysis)) ||
    installsExtensionByTool(call)
  );
}
