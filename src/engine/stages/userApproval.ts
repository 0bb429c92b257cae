import { actionText, agentWords } from '../../calls/actionText';
import { canonical } from '../../common/canonicalJson';
import type { JsonObject } from '../../common/json';
import type { Approval } from '../model/answers';
import type { UserQuestion } from '../model/ports';
import type { CallContext, Refusal, Wait } from '../model/stage';

export interface Question extends Pick<UserQuestion, 'why' | 'because' | 'yesRuns'> {
  /** What makes this question another one: the rule that asks and what it says, or the judgement. */
  readonly about: JsonObject;
  readonly refusal: Refusal;
  /** The entry that asks, where the user may set it aside in this window. */
  readonly ignorable?: string | undefined;
  /** The key under which the user may keep the question from being put again. */
  readonly exemption?: string | undefined;
}

/**
 * The user's approval of the whole call, where it was given in this decision already; else what puts the question to them.
 *
 * A yes is good for the same question again: the same rule or judgement in the same words, where the call's paths still lead where
 * they led. The call itself cannot change. A yes that runs the call includes one that only goes on, not the other way round.
 */
export function userApproval(context: CallContext, question: Question): Approval | Wait {
  const { answers, call } = context;
  const { why, because, yesRuns, refusal, ignorable, exemption } = question;
  const about = canonical(question.about);
  const key = canonical([about, call.touches.map(({ resolved }) => resolved.candidates)]);
  const given = answers.user.get(key);
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
