/** No rule, approval or model lifts it. */
import { fileFloor, type FloorHit } from './files/fileFloor';
import type { FileSystem } from '../files/fileSystem';
import type { MachineFacts } from '../files/machineFacts';
import type { ToolCall } from '../calls/toolCall';
import { commandFloor } from './commands/commandFloor';
import { inputFloor } from './inputFloor';

export function hardFloor(call: ToolCall, machine: MachineFacts, files: FileSystem): FloorHit | undefined {
  // These give more exact reasons.
  const analyses = call.line === undefined ? call.guessedLines : [call.line.analysis, ...call.guessedLines];
  for (const analysis of analyses) {
    const hit = commandFloor(analysis, machine, files);
    if (hit !== undefined) return hit;
  }
  return inputFloor(call) ?? fileFloor(call.touches, machine, files);
}
