/** Judged each time: it starts beside the gate, or is not seen whole. */
import { installsExtension } from './commands/editorSwitches';
import { installsExtensionByTool } from './inputFloor';
import type { ToolCall } from '../calls/toolCall';
import { holdsUnseenInput } from '../calls/unseenInput';
import { mayStartUnhookedAgent } from './agentStart';

/** It may start an agent without hooks, install an extension, or hold more than the hard floor looks at. */
export function isForClassifierOnly(call: ToolCall): boolean {
  const analyses = call.line === undefined ? call.guessedLines : [call.line.analysis, ...call.guessedLines];
  return (
    analyses.some((analysis) => mayStartUnhookedAgent(analysis) || installsExtension(analysis)) ||
    installsExtensionByTool(call) ||
    holdsUnseenInput(call)
  );
}
