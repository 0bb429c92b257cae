import type { FeatureStrings } from '../../panel/features';
import type { Translate } from '../../common/translate';
import { activityStrings } from '../activity/activityStrings';
import { historyStrings } from '../history/historyStrings';
import { modelChoiceStrings } from '../models/modelChoiceStrings';
import { questionsStrings } from '../questions/questionsStrings';
import { ruleEditingStrings } from '../rules/ruleEditingStrings';
import { storyStrings } from '../story/storyStrings';
import { trialStrings } from '../trial/trialStrings';

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
