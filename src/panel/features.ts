/** The host computes what the panel shows: each part has a focus, a slice of the snapshot, and actions. */
import * as z from 'zod';
import {
  activityActionSchema,
  activityFocusSchema,
  type ActivityAction,
  type ActivityFocus,
  type ActivitySlice,
} from './activity';
import {
  insightsActionSchema,
  insightsFocusSchema,
  type InsightsAction,
  type InsightsFocus,
  type InsightsSlice,
} from './insights';
import {
  modelChoiceActionSchema,
  modelChoiceFocusSchema,
  type ModelChoiceAction,
  type ModelChoiceFocus,
  type ModelChoiceSlice,
} from './modelChoice';
import {
  questionsActionSchema,
  questionsFocusSchema,
  type QuestionsAction,
  type QuestionsFocus,
  type QuestionsSlice,
} from './questions';
import {
  ruleEditingActionSchema,
  ruleEditingFocusSchema,
  type RuleEditingAction,
  type RuleEditingFocus,
  type RuleEditingSlice,
} from './ruleEditing';
import { storyActionSchema, storyFocusSchema, type StoryAction, type StoryFocus, type StorySlice } from './story';
import { trialActionSchema, trialFocusSchema, type TrialAction, type TrialFocus, type TrialSlice } from './trial';
import { undoActionSchema, undoFocusSchema, type UndoAction, type UndoFocus, type UndoSlice } from './undo';

interface Feature<Focus, Slice, Action> {
  readonly focus: Focus;
  readonly slice: Slice;
  readonly action: Action;
}

export interface FeatureTypes {
  readonly activity: Feature<ActivityFocus, ActivitySlice, ActivityAction>;
  readonly story: Feature<StoryFocus, StorySlice, StoryAction>;
  readonly ruleEditing: Feature<RuleEditingFocus, RuleEditingSlice, RuleEditingAction>;
  readonly trial: Feature<TrialFocus, TrialSlice, TrialAction>;
  readonly modelChoice: Feature<ModelChoiceFocus, ModelChoiceSlice, ModelChoiceAction>;
  readonly questions: Feature<QuestionsFocus, QuestionsSlice, QuestionsAction>;
  readonly undo: Feature<UndoFocus, UndoSlice, UndoAction>;
  readonly insights: Feature<InsightsFocus, InsightsSlice, InsightsAction>;
}
export type FeatureName = keyof FeatureTypes;

export const PANEL_PAGES = ['overview', 'rules', 'model', 'insights', 'undo'] as const;
export type PanelPage = (typeof PANEL_PAGES)[number];

export type PanelFocus = { readonly [Name in FeatureName]?: FeatureTypes[Name]['focus'] | undefined };

export interface PanelDestination {
  /** New for each request; the panel follows it once. */
  readonly id: string;
  readonly page: PanelPage;
  /** Replaces the earlier focus, feature by feature. */
  readonly focus: PanelFocus;
  /** Undefined: the page's beginning. */
  readonly section?: 'blocked' | 'questions' | 'tester' | undefined;
}

export type PanelSlices = { readonly [Name in FeatureName]?: FeatureTypes[Name]['slice'] | undefined };

export type FeatureAction = {
  readonly [Name in FeatureName]: { readonly feature: Name; readonly action: FeatureTypes[Name]['action'] };
}[FeatureName];

export const panelFocusSchema = z.strictObject({
  activity: activityFocusSchema.optional(),
  story: storyFocusSchema.optional(),
  ruleEditing: ruleEditingFocusSchema.optional(),
  trial: trialFocusSchema.optional(),
  modelChoice: modelChoiceFocusSchema.optional(),
  questions: questionsFocusSchema.optional(),
  undo: undoFocusSchema.optional(),
  insights: insightsFocusSchema.optional(),
}) satisfies z.ZodType<PanelFocus>;

export const featureActionSchema = z.discriminatedUnion('feature', [
  z.strictObject({ feature: z.literal('activity'), action: activityActionSchema }),
  z.strictObject({ feature: z.literal('story'), action: storyActionSchema }),
  z.strictObject({ feature: z.literal('ruleEditing'), action: ruleEditingActionSchema }),
  z.strictObject({ feature: z.literal('trial'), action: trialActionSchema }),
  z.strictObject({ feature: z.literal('modelChoice'), action: modelChoiceActionSchema }),
  z.strictObject({ feature: z.literal('questions'), action: questionsActionSchema }),
  z.strictObject({ feature: z.literal('undo'), action: undoActionSchema }),
  z.strictObject({ feature: z.literal('insights'), action: insightsActionSchema }),
]) satisfies z.ZodType<FeatureAction>;
