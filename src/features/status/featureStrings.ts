import type { FeatureStrings } from '../../panel/features';
import { activityStrings } from '../activity/activityStrings';
import { historyStrings } from '../history/historyStrings';
import { modelChoiceStrings } from '../models/modelChoiceStrings';
import { questionsStrings } from '../questions/questionsStrings';
import { ruleEditingStrings } from '../rules/ruleEditingStrings';
import { storyStrings } from '../story/storyStrings';
import { trialStrings } from '../trial/trialStrings';

/** The fixed texts of the panel's features. */
export function featureStrings(): FeatureStrings {
  return {
    activity: activityStrings(),
    story: storyStrings(),
    history: historyStrings(),
    ruleEditing: ruleEditingStrings(),
    trial: trialStrings(),
    modelChoice: modelChoiceStrings(),
    questions: questionsStrings(),
  };
}
