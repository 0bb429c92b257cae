/**
 * An entry of a permission list as people write it in the Settings editor, whose lists hold texts alone: a rule, and after it, in
 * quotation marks, a message for the agent, such as `bash(git push*) "Open a pull request instead."`.
 */

export interface RuleEntry {
  readonly rule: string;
  readonly message?: string;
}

const MAX_MESSAGE_CHARACTERS = 1000;

/**
 * Takes the message off. A text in which its begin cannot be told for sure comes back whole; it does not end as a rule does, so it is
 * reported as malformed.
 */
export function readRuleEntry(text: string): RuleEntry {
  const whole = text.trim();
  const begin = whole.endsWith('"') ? whole.lastIndexOf('"', whole.length - 2) : -1;
  if (begin === -1) return { rule: whole };
  const rule = whole.slice(0, begin).trimEnd();
  const message = whole.slice(begin + 1, -1).trim();
  const certain = !rule.endsWith('"') && !/\)\s{0,20}"/.test(rule) && (rule.endsWith(')') || !rule.includes('('));
  return certain && rule !== '' && message !== '' && message.length <= MAX_MESSAGE_CHARACTERS
    ? { rule, message }
    : { rule: whole };
}
