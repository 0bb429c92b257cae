import { STAGES, type Decision, type Stage, type TraceAnswer } from '../../engine/model/decision';
import { isUnjudged } from '../../panel/panelDenial';
import type { Story, StoryStep } from '../../panel/story';
import { stageNames } from '../../texts/stageNames';
import { t } from '@vscode/l10n';
import { durationText } from '../../panel/durationText';

/** Every call passes these until one decides. */
const ORDER = STAGES.slice(STAGES.indexOf('permissions.deny'), STAGES.indexOf('user'));

export function storySteps(decision: Decision, language: string): Story<unknown>['steps'] {
  const { stage, outcome, trace } = decision;
  const names = stageNames();
  const words = answerWords();
  const list = passed(decision).flatMap((passing): StoryStep[] => {
    const answers = (trace ?? []).filter((step) => step.stage === passing);
    const check = names[passing];
    if (answers.length === 0) return passing === stage ? [] : [{ check, said: t('no opinion'), kind: 'passed' }];
    return answers.map(({ said, ms }) => ({
      check,
      said:
        ms === undefined ? words[said] : t('{said} ({time})', { said: words[said], time: durationText(ms, language) }),
      kind: 'answered',
    }));
  });
  const decided: StoryStep = {
    check: names[stage],
    said: isUnjudged(decision)
      ? t('could not judge, so it was blocked')
      : outcome === 'allow'
        ? t('decided: allowed')
        : t('decided: blocked'),
    kind: 'decided',
  };
  return {
    list: [...list, decided],
    ...(trace === undefined ? { note: t('An earlier version recorded this, without who was asked on the way.') } : {}),
  };
}

/** For a stage outside the order, up to the last that asked. */
function passed({ stage, trace = [] }: Decision): readonly Stage[] {
  if (stage === 'user') return ORDER;
  if (ORDER.includes(stage)) return ORDER.slice(0, ORDER.indexOf(stage) + 1);
  const last = Math.max(-1, ...trace.map((step) => ORDER.indexOf(step.stage)));
  return ORDER.slice(0, last + 1);
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
    allow: t('asked the classifier: allow'),
    block: t('asked the classifier: block'),
    outage: t('asked the classifier: it could not judge'),
    usable: t('looked for a classifier: one can be asked'),
    'not-usable': t('looked for a classifier: none can be asked'),
    released: t('your release of this call went on to the classifier as your word'),
    ready: t('made a sandbox ready for it'),
    'not-possible': t('could not make a sandbox ready for it'),
    kept: t('kept what it removes'),
    'not-kept': t('could not keep all that it removes'),
    cancelled: t('waited for an answer: the call was cancelled'),
  };
}
