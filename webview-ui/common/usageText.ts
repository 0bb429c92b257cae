import { t } from '@vscode/l10n';
import type { PanelClassifier, PanelUsage } from '../../src/panel/messages';
import { language } from './language';
import { dollarText, secondsText } from './amountText';

/** Undefined if the classifier was not asked. */
export function usageText(usage: PanelUsage): string | undefined {
  const { judged, unjudged } = usage;
  if (judged + unjudged === 0) return undefined;
  const count = countIn();
  return [
    judged === 1 ? t('1 call judged') : t('{count} calls judged', count(judged)),
    ...tokenText(usage, count),
    ...costText(usage, count),
    ...latencyText(usage),
    ...(unjudged === 0 ? [] : [t('{count} could not be judged', count(unjudged))]),
  ].join(' · ');
}

/** Which model judges, and today's cost. */
export function judgeLine({ model }: PanelClassifier, today: PanelUsage): string {
  const cost = costText(today, countIn()).join(' · ');
  const judge = model === undefined ? t('Judge') : t('Judge: {model}', { model });
  return cost === '' ? judge : `${judge} · ${t('Today:')} ${cost}`;
}

type Count = (value: number) => { readonly count: string };

function countIn(): Count {
  const number = new Intl.NumberFormat(language(), { maximumFractionDigits: 0 });
  return (value) => ({ count: number.format(value) });
}

function latencyText({ latency }: PanelUsage): readonly string[] {
  return latency === undefined ? [] : [t('median {seconds}', { seconds: secondsText(latency.medianMs, language()) })];
}

function tokenText(usage: PanelUsage, count: Count): readonly string[] {
  const { inputTokens, cachedTokens, cacheWriteTokens, outputTokens } = usage;
  const read = inputTokens + cachedTokens + cacheWriteTokens;
  const all = read + outputTokens;
  if (all === 0) return [];
  if (cachedTokens === 0) return [all === 1 ? t('1 token') : t('{count} tokens', count(all))];
  const share = new Intl.NumberFormat(language(), { style: 'percent' }).format(cachedTokens / read);
  return [t('{count} tokens ({share} cached)', { ...count(all), share })];
}

function costText({ costUsd, unpriced }: PanelUsage, count: Count): readonly string[] {
  if (costUsd === undefined) return unpriced === 0 ? [] : [t('cost not known')];
  return [
    t('about {amount}', { amount: dollarText(costUsd, language()) }),
    ...(unpriced === 0 ? [] : [t('{count} of unknown cost', count(unpriced))]),
  ];
}
