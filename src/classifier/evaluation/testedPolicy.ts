import { createHash } from 'node:crypto';
import type { ClassifierSettings, PolicyRules } from '../../engine/model/configuration';
import { FIRST_LOOK_TOOL } from '../firstLook';
import { FIXED_POLICY, INSTRUCTIONS, ruleSections } from '../prompt/policyPrompt';
import { VERDICT_TOOL } from '../verdict';
import type { EvaluationCase } from './evaluationCase';

const LENGTH = 16;

/** All that a judge gets. */
export function policyVersion(rules: PolicyRules): string {
  return digest([FIXED_POLICY, INSTRUCTIONS, ruleSections(rules).text, VERDICT_TOOL, FIRST_LOOK_TOOL]);
}

export function caseSetVersion(cases: readonly EvaluationCase[]): string {
  return digest(cases);
}

export function judgeSettingsVersion({
  stages,
  timeoutSeconds,
  maxTranscriptEntries,
  assistantText,
}: ClassifierSettings): string {
  return digest({ stages, timeoutSeconds, maxTranscriptEntries, assistantText });
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, LENGTH);
}
