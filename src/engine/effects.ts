import type { ToolCall } from '../calls/toolCall';
import { changesFile } from '../files/fileTouch';
import { presentText, resultingText } from '../files/resultingText';
import type { Answers } from './model/answers';
import { keyOfCall, livingShellKey } from './model/callKey';
import type { Gate } from './model/ports';
import { isWait, type CallContext, type Passed, type Verdict, type Wait } from './model/stage';
import { cacheKey, isCacheable } from './stages/localStages';

export function keepEffects(
  opinion: Verdict | Wait,
  passed: Passed,
  context: CallContext,
  answers: Answers,
  decisionId: string,
): void {
  const { gate } = context;
  const usesRelease = passed.released === true || (!isWait(opinion) && opinion.stage === 'allow-once');
  if (usesRelease && !answers.released) answers.released = gate.memory.takeAllowOnce(keyOfCall(context));
  if (isWait(opinion)) return;
  if (opinion.outcome === 'defer') noteUnjudged(context);
  if (opinion.stage === 'agent-judge') noteAgentChanges(context, decisionId);
  if (opinion.outcome !== 'allow') return;
  const { call } = context;
  if (opinion.stage === 'classifier' && isCacheable(context, passed)) {
    gate.memory.remember(cacheKey(context));
  }
  noteAgentWrites(call, gate);
  noteAgentChanges(context, decisionId);
  noteLivingShell(call, gate);
}

function noteLivingShell(call: ToolCall, gate: Gate): void {
  const shell = livingShellKey(call);
  const analysis = call.line?.analysis;
  if (shell !== undefined && (analysis?.changesShell === true || analysis?.unknown.length !== 0)) {
    gate.memory.noteLivingShellChanged(shell);
  }
}

/** Unseen lines change a persistent shell for later calls. */
function noteUnjudged(context: CallContext): void {
  if (context.problem !== undefined) return;
  const shell = livingShellKey(context.call);
  if (shell !== undefined) context.gate.memory.noteLivingShellChanged(shell);
}

/** An agent may overwrite what it wrote, but not existing content that it rewrote. */
function noteAgentWrites(call: ToolCall, { files, writes }: Gate): void {
  for (const { change, newText, resolved } of call.touches) {
    const { real } = resolved;
    if (change !== 'overwrite' || newText === undefined || real === undefined) continue;
    // At most three bytes per string unit.
    if (files.readText(real, newText.length * 3) !== newText) writes.note(real, newText);
  }
}

/** What an agent changed, and the result where it can be computed. */
function noteAgentChanges({ call, gate: { files, writes } }: CallContext, decisionId: string): void {
  const { agent, sessionId, callId } = call.request;
  for (const touch of call.touches) {
    const { change, resolved } = touch;
    const { real } = resolved;
    if (!changesFile(change) || change === 'delete' || change === 'rename-from' || real === undefined) continue;
    const present = presentText(touch, files);
    const result = resultingText(touch, present);
    const content = typeof result === 'string' ? undefined : result.text;
    const before = typeof present === 'string' ? (present === 'absent' ? '' : undefined) : present.text;
    writes.noteChange(real, content, { agent, sessionId, callId, decisionId }, before);
  }
}
