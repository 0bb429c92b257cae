/** What a settled call leaves behind that later decisions depend on. */
import type { ToolCall } from '../calls/toolCall';
import type { Answers } from './model/answers';
import { callKey, contextKey, livingShellKey } from './model/callKey';
import type { Gate } from './model/ports';
import { isWait, type CallContext, type Passed, type Verdict, type Wait } from './model/stage';
import { isCacheable } from './stages/localStages';

/** Keeps the effects of what the stages said; in the same tick as they said it. */
export function keepEffects(opinion: Verdict | Wait, passed: Passed, context: CallContext, answers: Answers): void {
  const { gate } = context;
  const usesRelease = passed.released === true || (!isWait(opinion) && opinion.stage === 'allow-once');
  if (usesRelease && !answers.released) answers.released = gate.memory.takeAllowOnce(callKey(context.call.request));
  if (isWait(opinion)) return;
  if (opinion.stage === 'disabled') noteUnjudged(context);
  if (opinion.outcome !== 'allow') return;
  const { call, configuration } = context;
  if (opinion.stage === 'classifier' && isCacheable(context, passed)) {
    gate.memory.remember(contextKey(call, configuration, gate.files));
  }
  noteAgentWrites(call, gate);
  noteLivingShell(call, gate);
}

function noteLivingShell(call: ToolCall, gate: Gate): void {
  const shell = livingShellKey(call);
  const analysis = call.line?.analysis;
  if (shell !== undefined && (analysis?.changesShell === true || analysis?.unknown.length !== 0)) {
    gate.memory.noteLivingShellChanged(shell);
  }
}

/** While auto mode is off lines run unseen, and what they leave in a shell that lives on is there when it is on again. */
function noteUnjudged(context: CallContext): void {
  if (context.problem !== undefined) return;
  const shell = livingShellKey(context.call);
  if (shell !== undefined) context.gate.memory.noteLivingShellChanged(shell);
}

/**
 * Content that an agent may write it may also overwrite later without losing anything of the user's. What the file holds already
 * is not the agent's for being written once more.
 */
function noteAgentWrites(call: ToolCall, { files, writes }: Gate): void {
  for (const { change, newText, resolved } of call.touches) {
    const { real } = resolved;
    if (change !== 'overwrite' || newText === undefined || real === undefined) continue;
    // UTF-8 takes at most three bytes for what counts as one in a string.
    if (files.readText(real, newText.length * 3) !== newText) writes.note(real, newText);
  }
}
