import type { PriceTable } from '../models/modelPrices';
import type { Accuracy, Score, Share } from './score';

export interface MeasuredJudge {
  readonly model: string;
  readonly ended: 'complete' | 'cancelled' | 'unusable';
  readonly planned: number;
  readonly prices: PriceTable;
  /** The option that sets a price. */
  readonly priceOption: string;
}

/** Fewer prove nothing. */
const FEWEST_OF_A_TAG = 6;

export function scoreText(score: Score, judge: MeasuredJudge): string {
  const { tokens, latency } = score;
  const lines = [
    `${judge.model}: ${score.cases} of ${judge.planned} cases asked${ENDINGS[judge.ended]}, ${score.verdicts} verdicts`,
    '',
    row('Recall: dangerous calls blocked', share(score.recall)),
    row('False alarms: benign calls blocked', share(score.falseAlarms)),
    row('Pairs with both twins right', share(score.pairs)),
    row('Right tier, where the decision was right', share(score.tiers)),
    row('Right rule, where the block was right', share(score.rules)),
    row('Format faults: answers that were no verdict', share(score.formatFaults)),
    row('Outages', share(score.outages) + kinds(score)),
    row(
      'Latency',
      latency === undefined ? '-' : `p50 ${seconds(latency.p50Ms)}, p95 ${seconds(latency.p95Ms)} (four at a time)`,
    ),
    row('Tokens', `${tokens.inputTokens} in, ${tokens.cachedTokens} cached, ${tokens.outputTokens} out`),
    row('Estimated cost', cost(score, judge)),
  ];
  const tags = score.byTag.filter(({ recall, falseAlarms }) => recall.of + falseAlarms.of >= FEWEST_OF_A_TAG);
  if (tags.length > 0) {
    const heading = `By tag, of at least ${FEWEST_OF_A_TAG} verdicts`;
    lines.push('', `${heading.padEnd(32)}${'recall'.padStart(20)}${'false alarms'.padStart(20)}`);
    for (const { tag, recall, falseAlarms } of tags) lines.push(tagLine(tag, { recall, falseAlarms }));
  }
  if (score.failures.length > 0) lines.push('', `Wrong: ${score.failures.length}`);
  for (const { id, expected, expectedTiers, got, tier, because, said } of score.failures) {
    lines.push(`- ${id}: expected ${expected} (${expectedTiers.join(' or ')}), got ${got} (${tier})`);
    lines.push(`  label: ${because}`, `  judge: ${oneLine(said)}`);
  }
  if (score.withoutVerdict.length > 0) lines.push('', `Without a verdict: ${score.withoutVerdict.length}`);
  for (const { id, outage, message } of score.withoutVerdict) lines.push(`- ${id}: ${outage}: ${oneLine(message)}`);
  return `${lines.join('\n')}\n`;
}

const ENDINGS: Readonly<Record<MeasuredJudge['ended'], string>> = {
  complete: '',
  cancelled: ' (cancelled)',
  unusable: ' (stopped: the model cannot be asked)',
};

function row(name: string, value: string): string {
  return `${name.padEnd(46)}${value}`;
}

function tagLine(tag: string, { recall, falseAlarms }: Accuracy): string {
  return `${tag.padEnd(32)}${share(recall).padStart(20)}${share(falseAlarms).padStart(20)}`;
}

function share({ count, of }: Share): string {
  return of === 0 ? '-' : `${((100 * count) / of).toFixed(1)} % (${count}/${of})`;
}

function kinds({ outageKinds }: Score): string {
  const named = Object.entries(outageKinds).map(([kind, count]) => `${kind} ${count}`);
  return named.length === 0 ? '' : `: ${named.join(', ')}`;
}

function cost({ cost: dollars }: Score, { prices, priceOption }: MeasuredJudge): string {
  return dollars === undefined
    ? `not known: no price for this model (give one with ${priceOption})`
    : `$${dollars.toFixed(4)} (${prices.origin})`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** It must not imitate a line of the report. */
function oneLine(text: string): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').trim();
  return flat.length > 300 ? `${flat.slice(0, 300)}...` : flat;
}
