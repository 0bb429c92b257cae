import assert from 'node:assert/strict';
import type { PanelClassifier, PanelUsage } from '../../../../src/panel/messages';
import { judgeLine, usageText } from '../../../../webview-ui/common/usageText';
import { panelUsage } from '../../panel/panelSnapshot';

const CASES: readonly (readonly [usage: Partial<PanelUsage>, text: string | undefined])[] = [
  [{}, undefined],
  [
    {
      judged: 37,
      unjudged: 2,
      inputTokens: 4000,
      cachedTokens: 32_000,
      cacheWriteTokens: 3500,
      outputTokens: 1700,
      costUsd: 0.0195,
      latency: { calls: 37, meanMs: 700, medianMs: 612, p95Ms: 900 },
    },
    '37 calls judged · 41,200 tokens (81% cached) · about $0.02 · median 0.6s · 2 could not be judged',
  ],
  [{ judged: 1, inputTokens: 10, unpriced: 1 }, '1 call judged · 10 tokens · cost not known'],
  [
    { judged: 2, inputTokens: 10, unpriced: 1, costUsd: 1.5 },
    '2 calls judged · 10 tokens · about $1.50 · 1 of unknown cost',
  ],
  [{ judged: 2, costUsd: 0 }, '2 calls judged · about $0.00'],
  [{ judged: 2, costUsd: 0.000_42 }, '2 calls judged · about $0.0004'],
  [{ judged: 2, costUsd: 1234.5 }, '2 calls judged · about $1,234.50'],
  [{ unjudged: 3 }, '0 calls judged · 3 could not be judged'],
  [{ judged: 1, outputTokens: 5 }, '1 call judged · 5 tokens'],
  [{ judged: 1, outputTokens: 1 }, '1 call judged · 1 token'],
];

describe('the line on what the classifier took', () => {
  for (const [usage, text] of CASES) {
    it(`reads ${text ?? 'nothing'}`, () => {
      assert.equal(usageText(panelUsage(usage)), text);
    });
  }
});

const LINES: readonly (readonly [classifier: PanelClassifier, today: Partial<PanelUsage>, text: string])[] = [
  [{ state: 'ready', model: 'local/m' }, {}, 'Judge: local/m'],
  [{ state: 'ready' }, {}, 'Judge'],
  [{ state: 'ready', model: '{now}' }, { judged: 3, costUsd: 0.0195 }, 'Judge: {now} · Today: about $0.02'],
  [
    { state: 'ready', model: 'local/m' },
    { judged: 3, costUsd: 1.5, unpriced: 2 },
    'Judge: local/m · Today: about $1.50 · 2 of unknown cost',
  ],
  [{ state: 'ready', model: 'local/m' }, { judged: 1, unpriced: 1 }, 'Judge: local/m · Today: cost not known'],
];

describe('the line on the judge', () => {
  for (const [classifier, today, text] of LINES) {
    it(`reads ${text}`, () => {
      assert.equal(judgeLine(classifier, panelUsage(today)), text);
    });
  }
});
