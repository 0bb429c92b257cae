import type { Decision } from '../engine/model/decision';
import type { RedactText } from './redactedJson';

type Texts = Pick<Decision, 'summary' | 'reason' | 'remedy' | 'rule' | 'fragment'>;

/** A decision's words, fit for a bug report. */
export function redactedTexts<T extends Texts>(decision: T, redact: RedactText): T {
  const { summary, reason, remedy, rule, fragment } = decision;
  return {
    ...decision,
    summary: redact(summary),
    reason: redact(reason),
    ...(remedy === undefined ? {} : { remedy: redact(remedy) }),
    ...(rule === undefined ? {} : { rule: { ...rule, text: redact(rule.text) } }),
    ...(fragment === undefined ? {} : { fragment: redact(fragment) }),
  };
}
