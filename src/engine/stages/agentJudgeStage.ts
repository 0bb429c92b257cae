/** Stage 13a: an agent in an auto mode of its own judges what code did not settle. */
import { ownJudgeTurn, type OwnJudgeTurn } from '../../facts/ownJudge';
import type { CallContext, Stage } from '../model/stage';

export const agentJudgeStage: Stage = (context, passed) => {
  if (turnOfOwnJudge(context) !== 'afterCode') return undefined;
  // Its judge knows of neither.
  if (passed.released === true || context.gate.memory.paused) return undefined;
  return {
    outcome: 'defer',
    stage: 'agent-judge',
    reason: 'Nothing forbids it and code does not settle it, so the judge of the agent decides.',
  };
};

/** @returns undefined: it does not judge this call */
export function turnOfOwnJudge({ call, configuration }: CallContext): OwnJudgeTurn | undefined {
  const { agent, judgesItself } = call.request;
  return judgesItself === true && agent !== undefined ? ownJudgeTurn(configuration.agents.ownJudge, agent) : undefined;
}
