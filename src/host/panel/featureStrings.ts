import type { FeatureStrings } from '../../panel/features';
import type { Translate } from '../../config/translate';
import { activityStrings } from './activityStrings';
import { historyStrings } from './historyStrings';
import { modelChoiceStrings } from './modelChoiceStrings';
import { questionsStrings } from './questionsStrings';
import { ruleEditingStrings } from './ruleEditingStrings';
import { storyStrings } from './storyStrings';
import { trialStrings } from './trialStrings';

/** The fixed texts of the panel's features. */
export function featureStrings(t: Translate): FeatureStrings {
  return {
    activity: activityStrings(t),
    story: storyStrings(t),
    history: historyStrings(t),
    ruleEditing: ruleEditingStrings(t),
    trial: trialStrings(t),
    modelChoice: modelChoiceStrings(t),
    questions: questionsStrings(t),
  };
}
