/**
 * No allow rule and no first look settles these: what starts beside the gate, or cannot be seen whole, must be judged
 * each time.
 */
import { installsExtension } from './commands/editorSwitches';
import { installsExtensionByTool } from './inputFloor';
import type { ToolCall } from '../calls/toolCall';
import { holdsUnseenInput } from '../calls/unseenInput';
import { mayStartUnhookedAgent } from './agentStart';

/**
 * The call starts an agent whose hooks might be off, installs an extension, by a command or a tool of the editor, or
 * holds more than the hard floor looks at.
 */
export function isForClassifierOnly(call: ToolCall): boolean {
  const analyses = call.line === undefined ? call.guessedLines : [call.line.analysis, ...call.guessedLines];
  return (
    analyses.some((analysis) => mayStartUnhookedAgent(analysis) || installsExtension(analysis)) ||
    installsExtensionByTool(call) ||
    holdsUnseenInput(call)
  );
}
