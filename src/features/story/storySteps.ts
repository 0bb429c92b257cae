import { STAGES, type Decision, type Stage, type TraceAnswer } from '../../engine/model/decision';
import { isUnjudged } from '../../panel/panelDenial';
import type { Story, StoryStep } from '../../panel/story';
import { stageNames } from '../../texts/stageNames';
import { t } from '@vscode/l10n';
import { durationText } from '../../panel/durationText';

/** Every check in order, with its opinion. */
export function storySteps(decision: Decision, language: string): Story<unknown>['steps'] {
  const { stage, trace } = decision;
  const names = stageNames();
  const words = answerWords();
  const last = lastReached(decision);
  const list = STAGES.map((step): StoryStep => {
    const check = names[step];
    const said = (trace ?? [])
      .filter((answer) => answer.stage === step)
      .map((answer) =>
        answer.ms === undefined
          ? words[answer.said]
          : t('{said} ({time})', { said: words[answer.said], time: durationText(answer.ms, language) }),
      );
    if (step === stage) return { check, said: [...said, ending(decision)].join(', '), kind: 'decided' };
    if (said.length > 0) return { check, said: said.join(', '), kind: 'answered' };
    return STAGES.indexOf(step) <= last
      ? { check, said: t('no opinion'), kind: 'passed' }
      : { check, said: t('not reached'), kind: 'unreached' };
  });
  return {
    list,
    ...(trace === undefined ? { note: t('An earlier version recorded this, without who was asked on the way.') } : {}),
  };
}

function ending(decision: Decision): string {
  if (isUnjudged(decision)) return t('could not judge, so it was blocked');
  return decision.outcome === 'allow' ? t('decided: allowed') : t('decided: blocked');
}

/** A call may be withdrawn at a later check. */
function lastReached({ stage, trace = [] }: Decision): number {
  return Math.max(...[stage, ...trace.map((step): Stage => step.stage)].map((one) => STAGES.indexOf(one)));
}

function answerWords(): Readonly<Record<TraceAnswer, string>> {
  return {
    approved: t('asked you: approved'),
    'ignore-entry': t('asked you: the entry is ignored in this window'),
    exempt: t('asked you: not to be asked this again in this session'),
    exempted: t('you did not want to be asked this again in this session'),
    declined: t('asked you: declined'),
    closed: t('asked you: closed without an answer'),
    expired: t('asked you: not answered in time'),
    'too-many-waiting': t('could not ask you: too many questions were waiting'),
    allow: t('asked the judge: allow'),
    block: t('asked the judge: block'),
    outage: t('asked the judge: no answer'),
    usable: t('looked for a judge: one can be asked'),
    'not-usable': t('looked for a judge: not available'),
    released: t('your release of this call went on to the judge as your word'),
    ready: t('made a sandbox ready for it'),
    'not-possible': t('could not make a sandbox ready for it'),
    kept: t('kept what it removes'),
    'not-kept': t('could not keep all that it removes'),
    cancelled: t('waited for an answer: the call was cancelled'),
  };
}
