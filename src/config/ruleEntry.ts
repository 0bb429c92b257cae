/**
 * A rule, then perhaps a quoted message for the agent: `bash(git push*) "Open a pull request."`. Lists of the Settings
 * editor hold only texts.
 */

export interface RuleEntry {
  readonly rule: string;
  readonly message?: string;
}

const MAX_MESSAGE_CHARACTERS = 1000;

/** Where the message's start is unclear, the whole is a malformed rule. */
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
