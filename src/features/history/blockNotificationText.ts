/** The command, then why: at most 20 words. */
import { toolSpec } from '../../calls/tools/toolCatalogue';
import { firstWords, wordsOf } from '../../common/firstWords';
import { oneOrMany } from '../../common/oneOrMany';
import { notificationText } from '../../editor/notificationText';
import type { Decision } from '../../engine/model/decision';
import { isUnjudged } from '../../panel/panelDenial';
import { outageText } from '../../texts/outageText';
import { ruleSourceNames } from '../../texts/ruleSourceNames';
import { t } from '@vscode/l10n';

export const MAX_WORDS = 20;

const MAX_SUMMARY = 80;
const MAX_SUMMARY_WORDS = 5;
/** Such as “blocked 12 more times”. */
const MAX_FRAME_WORDS = 4;
const MAX_WHY = 160;
const MAX_WHY_WORDS = 9;

export function blockText(decision: Decision): string {
  return t('{call} blocked: {why}', { call: callText(decision), why: whyText(decision) });
}

/** @param same they are one call */
export function blocksText(count: number, last: Decision, same: boolean): string {
  const values = { call: callText(last), why: whyText(last), count };
  return same
    ? oneOrMany(
        count,
        t('{call} blocked once more: {why}', values),
        t('{call} blocked {count} more times: {why}', values),
      )
    : oneOrMany(
        count,
        t('1 more blocked: {call}: {why}', values),
        t('{count} more blocked, last {call}: {why}', values),
      );
}

export function isSameCall(one: Decision, other: Decision): boolean {
  return one.summary === other.summary && one.reason === other.reason && one.agent === other.agent;
}

function callText({ summary, agent, tool }: Decision): string {
  const kind = toolSpec(agent, tool)?.kind;
  const isShell = (kind === 'bash' || kind === 'powershell') && summary.startsWith(`${tool} `);
  const call = isShell ? summary.slice(tool.length + 1) : summary;
  return `“${firstWords(notificationText(call, MAX_SUMMARY), MAX_SUMMARY_WORDS)}”`;
}

function whyText(decision: Decision): string {
  if (decision.outage !== undefined && isUnjudged(decision)) return unjudgedText(decision);
  const { rule, stage, reason } = decision;
  const isRule = stage === 'permissions.deny' || stage === 'classifier';
  if (rule === undefined || !isRule) return short(reason);
  return rule.source === 'user'
    ? t('your rule {rule}', { rule: short(rule.text) })
    : t('rule {rule} ({source})', { rule: short(rule.text, 5), source: ruleSourceNames()[rule.source] });
}

/** A remedy is shown whole or not at all. */
function unjudgedText({ outage }: Decision): string {
  if (outage === undefined) return '';
  const { words, remedy } = outageText(outage);
  const why = t('not judged ({cause})', { cause: words });
  const withRemedy = `${why}. ${remedy}`;
  const left = MAX_WORDS - MAX_SUMMARY_WORDS - MAX_FRAME_WORDS;
  return wordsOf(withRemedy).length <= left ? withRemedy : why;
}

function short(text: string, words = MAX_WHY_WORDS): string {
  return firstWords(notificationText(text, MAX_WHY), words);
}
