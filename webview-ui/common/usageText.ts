import type { PanelClassifier, PanelStrings, PanelUsage } from '../../src/panel/messages';
import { dollarText, secondsText } from './amountText';
import { fillIn } from './fillIn';

/** What asking the classifier took, as one line; undefined where it was not asked. */
export function usageText(usage: PanelUsage, strings: PanelStrings): string | undefined {
  const { judged, unjudged } = usage;
  if (judged + unjudged === 0) return undefined;
  const count = countIn(strings);
  return [
    judged === 1 ? strings.callJudged : fillIn(strings.callsJudged, count(judged)),
    ...tokenText(usage, strings, count),
    ...costText(usage, strings, count),
    ...latencyText(usage, strings),
    ...(unjudged === 0 ? [] : [fillIn(strings.callsUnjudged, count(unjudged))]),
  ].join(' · ');
}

/** Which model judges, whether it answers, and what that takes today: as one line, for a glance. */
export function classifierLine({ model, state }: PanelClassifier, today: PanelUsage, strings: PanelStrings): string {
  const facts = [...latencyText(today, strings), ...costText(today, strings, countIn(strings))].join(' · ');
  const now = [...(model === undefined ? [] : [model]), strings.classifierStates[state]].join(' · ');
  return fillIn(strings.classifierNow, { now: facts === '' ? now : `${now} · ${strings.usageToday} ${facts}` });
}

type Count = (value: number) => { readonly count: string };

function countIn({ language }: PanelStrings): Count {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  return (value) => ({ count: number.format(value) });
}

function latencyText({ latency }: PanelUsage, { median, language }: PanelStrings): readonly string[] {
  return latency === undefined ? [] : [fillIn(median, { seconds: secondsText(latency.medianMs, language) })];
}

function tokenText(usage: PanelUsage, strings: PanelStrings, count: Count): readonly string[] {
  const { inputTokens, cachedTokens, cacheWriteTokens, outputTokens } = usage;
  const read = inputTokens + cachedTokens + cacheWriteTokens;
  const all = read + outputTokens;
  if (all === 0) return [];
  if (cachedTokens === 0) return [all === 1 ? strings.token : fillIn(strings.tokens, count(all))];
  const share = new Intl.NumberFormat(strings.language, { style: 'percent' }).format(cachedTokens / read);
  return [fillIn(strings.cachedShare, { ...count(all), share })];
}

function costText({ costUsd, unpriced }: PanelUsage, strings: PanelStrings, count: Count): readonly string[] {
  if (costUsd === undefined) return unpriced === 0 ? [] : [strings.costUnknown];
  return [
    fillIn(strings.cost, { amount: dollarText(costUsd, strings.language) }),
    ...(unpriced === 0 ? [] : [fillIn(strings.callsUnpriced, count(unpriced))]),
  ];
}
