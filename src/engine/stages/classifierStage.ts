import { outageSentence } from '../model/outageSentence';
import type { ClassifierQuestion } from '../model/ports';
import { canonical } from '../../common/canonicalJson';
import { settingsKey } from '../model/callKey';
import { mustBeJudged } from '../closure/mustBeJudged';
import type { EffectiveConfiguration } from '../model/configuration';
import { questionFacts } from '../facts/questionFacts';
import { whatRuns } from '../facts/whatRuns';
import type { CallContext, Passed, Stage, Verdict } from '../model/stage';
import { judgementDetails, outageDetails, reasonToAsk, type Judgement, type Outage } from './judgement';

export const classifierStage: Stage = (context, passed) => {
  const facts = questionFacts(context);
  const key = questionKey(facts, context.configuration, passed);
  const answer = context.answers.judgement(key);
  if (answer === undefined) {
    return { from: 'classifier', about: 'the classifier', key, question: questionOf(context, passed, facts) };
  }
  if (reasonToAsk(answer, context, passed) !== undefined) return { answer };
  return answer.kind === 'outage' ? onOutage(answer) : onJudgement(answer);
};

function onOutage(outage: Outage): Verdict {
  return {
    outcome: 'block',
    stage: 'classifier',
    tier: 'none',
    reason: `${outage.message} ${outageSentence(outage.outage)}`,
    ...(outage.remedy === undefined ? {} : { remedy: outage.remedy }),
    ...outageDetails(outage),
  };
}

function onJudgement(judgement: Judgement): Verdict {
  const { decision, tier, reason } = judgement;
  const details = judgementDetails(judgement);
  if (decision === 'allow') return { outcome: 'allow', stage: 'classifier', reason, ...details };
  return {
    outcome: 'block',
    stage: 'classifier',
    reason,
    remedy:
      tier === 'hard_deny'
        ? 'Nothing clears this rule; tell the user and stop trying to do this.'
        : "The user's explicit word for exactly this action, or an allow exception in autoMode.rules.allow, clears it.",
    ...details,
  };
}

/** A changed question needs a new answer: no block names a removed rule. So does lost trust. */
function questionKey(
  facts: readonly string[],
  configuration: EffectiveConfiguration,
  { authorisation = null }: { readonly authorisation?: string | null },
): string {
  return `${canonical({ facts, authorisation, trusted: configuration.trusted })}\n${settingsKey(configuration)}`;
}

function questionOf(
  context: CallContext,
  { authorisation }: Passed,
  facts: readonly string[],
): Omit<ClassifierQuestion, 'decisionId'> {
  const { call, configuration, protectedPath } = context;
  const { agent, cwd, sessionModel, transcript = [], loadedContext = [] } = call.request;
  return {
    tool: call.tool,
    input: call.input,
    cwd,
    agent,
    transcript,
    loadedContext,
    rules: configuration.rules,
    settings: configuration.classifier,
    sessionModel,
    facts,
    runs: whatRuns(
      call,
      context.gate.machine.homeDirectory,
      context.closure.parts.map(({ text }) => text.analysis),
    ),
    authorisation,
    closeLook:
      protectedPath !== undefined ||
      context.closure.closure.roots.length > 0 ||
      authorisation !== undefined ||
      mustBeJudged(context),
  };
}
