/** Judged each time, past allow rules and the first look: what starts beside the gate, or cannot be seen whole. */
import { installsExtension } from './commands/editorSwitches';
import { installsExtensionByTool } from './inputFloor';
import type { ToolCall } from '../calls/toolCall';
import { holdsUnseenInput } from '../calls/unseenInput';
import { mayStartUnhookedAgent } from './agentStart';

/**
 * The call starts an agent whose hooks might be off, installs an extension, or holds more than the hard floor looks
 * at.
 */
export function isForClassifierOnly(call: ToolCall): boolean {
  const analyses = call.line === undefined ? call.guessedLines : [call.line.analysis, ...call.guessedLines];
  return (
    analyses.some((analysis) => mayStartUnhookedAgent(analysis) || installsExtension(analysis)) ||
    installsExtensionByTool(call) ||
    holdsUnseenInput(call)
  );
}
