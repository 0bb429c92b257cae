import { actionText, agentWords } from '../../calls/actionText';
import { canonical } from '../../common/canonicalJson';
import type { JsonObject } from '../../common/json';
import { runningFiles } from '../closure/shownRuns';
import { closureKey } from '../model/callKey';
import type { Approval } from '../model/answers';
import type { UserQuestion } from '../model/ports';
import type { CallContext, Refusal, Wait } from '../model/stage';

export interface Question extends Pick<UserQuestion, 'why' | 'because' | 'yesRuns' | 'note'> {
  readonly about: JsonObject;
  readonly refusal: Refusal;
  readonly ignorable?: string | undefined;
  readonly exemption?: string | undefined;
}

/**
 * The approval, or a wait for it. A yes holds for the same rule or judgement in the same words, with the same paths and
 * content.
 */
export function userApproval(context: CallContext, question: Question): Approval | Wait {
  const { answers, call, closure, gate } = context;
  const { why, because, note, yesRuns, refusal, ignorable, exemption } = question;
  const about = canonical(question.about);
  const key = canonical([about, call.touches.map(({ resolved }) => resolved.candidates), closureKey(closure)]);
  const given = answers.approval(key);
  if (given !== undefined && (given.runs || !yesRuns)) return given;
  const { cwd, agent, subAgent, mode, sessionId, callId } = call.request;
  return {
    from: 'user',
    about,
    key,
    refusal,
    ignorable,
    exemption,
    question: {
      why,
      because,
      rule: refusal.rule,
      note,
      runs: runningFiles(closure, gate),
      yesRuns,
      canIgnoreEntry: ignorable !== undefined,
      canExempt: exemption !== undefined,
      tool: call.tool,
      action: actionText(call),
      said: agentWords(call),
      cwd,
      agent,
      subAgent,
      mode,
      sessionId,
      callId,
    },
  };
}
