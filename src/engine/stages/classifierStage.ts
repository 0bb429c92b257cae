/** Stages 14 and 15: the classifier, and the user where settings or a pause put a question. */
import type { ClassifierAnswer, ClassifierQuestion } from '../model/ports';
import { contextKey } from '../model/callKey';
import { canonical } from '../../common/canonicalJson';
import { isForClassifierOnly } from '../../floor/classifierOnly';
import type { EffectiveConfiguration } from '../model/configuration';
import type { JsonObject } from '../../common/json';
import { outageSentence } from '../model/outageSentence';
import { isCacheable } from './localStages';
import { ask } from './permissionStages';
import { questionFacts } from '../facts/questionFacts';
import {
  cancelledVerdict,
  isWait,
  untilAborted,
  type CallContext,
  type Stage,
  type Verdict,
  type Wait,
} from '../model/stage';

type Outage = Extract<ClassifierAnswer, { kind: 'outage' }>;
type Judgement = Extract<ClassifierAnswer, { kind: 'verdict' }>;

export const classifierStage: Stage = (context) => {
  const { answers, configuration, gate, signal } = context;
  const asked = question(context);
  const key = questionKey(asked, configuration);
  const answer = answers.classifier.get(key);
  if (answer !== undefined) return answer.kind === 'outage' ? onOutage(answer, context) : onJudgement(answer, context);
  return {
    about: 'the classifier',
    wait: async () => {
      const given = await untilAborted(gate.classifier.classify(asked, signal), signal);
      if (given === undefined) return cancelledVerdict();
      answers.classifier.set(key, given);
      answers.said = given.kind === 'outage' ? 'outage' : given.decision;
      return undefined;
    },
  };
};

/**
 * What an answer of the classifier rests on, so far as it can change while one call is decided: another question needs another answer,
 * be it for the call or against it. A block by a rule that the user has just removed would name a rule that there is none of. Trust is
 * no part of the question; but what was asked for a trusted workspace is asked again for one that is not.
 */
function questionKey(
  { rules, settings, facts, authorisation }: ClassifierQuestion,
  { trusted }: EffectiveConfiguration,
): string {
  return canonical({ rules, settings, facts, authorisation, trusted } as unknown as JsonObject);
}

function question(context: CallContext): ClassifierQuestion {
  const { answers, call, configuration, protectedPath, authorisation } = context;
  const { agent, cwd, sessionModel, transcript = [], loadedContext = [] } = call.request;
  return {
    decisionId: answers.decisionId,
    tool: call.tool,
    input: call.input,
    cwd,
    agent,
    transcript,
    loadedContext,
    rules: configuration.rules,
    settings: configuration.classifier,
    sessionModel,
    facts: questionFacts(context),
    authorisation,
    closeLook: protectedPath !== undefined || authorisation !== undefined || isForClassifierOnly(call),
  };
}

function onOutage(outage: Outage, context: CallContext): Verdict | Wait {
  const details = {
    outage: outage.outage,
    ...(outage.usage === undefined ? {} : { classifier: outage.usage }),
  };
  if (context.userSaidRun) {
    return { outcome: 'allow', stage: 'user', reason: 'The user released exactly this call.', ...details };
  }
  const mayAsk = context.configuration.classifier.whenUnavailable === 'ask' && outage.outage !== 'too-large';
  if (mayAsk && context.interactive) {
    return askUser(context, { why: 'outage', because: outage.message, about: { outage: outage.message } }, details);
  }
  return {
    outcome: 'block',
    stage: 'classifier',
    tier: 'none',
    reason: `${outage.message} ${outageSentence(outage.outage)}`,
    ...(outage.remedy === undefined ? {} : { remedy: outage.remedy }),
    ...details,
  };
}

function onJudgement(judgement: Judgement, context: CallContext): Verdict | Wait {
  const { decision, tier, reason, usage, rule } = judgement;
  const details = {
    tier,
    classifier: usage,
    ...(rule === undefined ? {} : { rule: { text: rule, source: 'classifier' as const } }),
  };
  const isHard = decision === 'block' && tier === 'hard_deny';
  // The judgement, not the wording of the dialog: a pause may begin or end while it is open, and a yes is one all the same.
  const about = { decision, tier, reason };
  const { answers, gate } = context;
  if (!isHard && (gate.memory.paused || answers.askedInPause === canonical(about))) {
    if (!context.interactive) {
      return {
        outcome: 'block',
        stage: 'user',
        reason: 'Auto mode is paused after too many blocked calls, and nobody can be asked here.',
        remedy: 'The user resumes auto mode with the command "Auto Mode: Resume".',
        ...details,
      };
    }
    answers.askedInPause = canonical(about);
    const because = `The classifier says ${decision}: ${reason}`;
    return askUser(context, { why: 'paused', because, about }, details);
  }
  if (decision === 'allow') {
    const { call, configuration } = context;
    if (isCacheable(context)) gate.memory.remember(contextKey(call, configuration, gate.files));
    return { outcome: 'allow', stage: 'classifier', reason, ...details };
  }
  if (!isHard && context.configuration.classifier.onBlock === 'ask' && context.interactive) {
    return askUser(context, { why: 'soft-block', because: reason, about }, details);
  }
  return {
    outcome: 'block',
    stage: 'classifier',
    reason,
    remedy: isHard
      ? 'Nothing clears this rule; tell the user and stop trying to do this.'
      : "The user's explicit word for exactly this action, or an allow exception in autoMode.rules.allow, clears it.",
    ...details,
  };
}

function askUser(
  context: CallContext,
  question: { readonly why: 'outage' | 'paused' | 'soft-block'; readonly because: string; readonly about: JsonObject },
  details: Partial<Verdict>,
): Verdict | Wait {
  const answer = ask(context, { ...question, yesRuns: true }, { ...details, stage: 'user' });
  if (isWait(answer)) return answer;
  return { outcome: 'allow', stage: 'user', reason: 'The user approved exactly this call.', ...details };
}
