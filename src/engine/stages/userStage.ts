/** Stage 15: the user replaces the classifier. */
import type { CallContext, Stage, Verdict, Wait } from '../model/stage';
import { isWait } from '../model/stage';
import { judgementDetails, outageDetails, reasonToAsk, subjectOf, type Judgement, type Outage } from './judgement';
import { userApproval, type Question } from './userApproval';

export const userStage: Stage = (context, passed) => {
  const { answer } = passed;
  if (answer === undefined) return undefined;
  const why = reasonToAsk(answer, context, passed);
  if (why === undefined) return undefined;
  if (answer.kind === 'verdict') return onJudgement(answer, why === 'paused', context);
  if (why !== 'released') return onOutage(answer, context);
  return { outcome: 'allow', stage: 'user', reason: 'The user released exactly this call.', ...outageDetails(answer) };
};

function onOutage(outage: Outage, context: CallContext): Verdict | Wait {
  const about = { outage: outage.message };
  return approved(context, { why: 'outage', because: outage.message, about }, outageDetails(outage));
}

function onJudgement(judgement: Judgement, isPaused: boolean, context: CallContext): Verdict | Wait {
  const { decision, reason } = judgement;
  const details = judgementDetails(judgement);
  const about = subjectOf(judgement);
  if (!isPaused) return approved(context, { why: 'soft-block', because: reason, about }, details);
  if (context.interactive) {
    return approved(context, { why: 'paused', because: `The classifier says ${decision}: ${reason}`, about }, details);
  }
  return {
    outcome: 'block',
    stage: 'user',
    reason: 'Auto mode is paused after too many blocked calls, and nobody can be asked here.',
    remedy: 'The user resumes auto mode with the command "Auto Mode: Resume".',
    ...details,
  };
}

function approved(
  context: CallContext,
  question: Pick<Question, 'why' | 'because' | 'about'>,
  details: Partial<Verdict>,
): Verdict | Wait {
  const answer = userApproval(context, { ...question, yesRuns: true, refusal: { ...details, stage: 'user' } });
  if (isWait(answer)) return answer;
  return { outcome: 'allow', stage: 'user', reason: 'The user approved exactly this call.', ...details };
}
