/** For estimates; prices change. */
import type { TokenPrice } from '../../engine/model/configuration';

export interface PriceTable {
  /** Source and date. */
  readonly origin: string;
  /** By `provider/model-id`. */
  readonly prices: Readonly<Record<string, TokenPrice>>;
}

/** Writing to the cache for five minutes costs a quarter more. */
const HAIKU_4_5: TokenPrice = { input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 5 };

export const KNOWN_PRICES: PriceTable = {
  origin:
    'list prices of 2026-11-22 (platform.claude.com/docs/en/about-claude/pricing, developers.openai.com/api/docs/pricing)',
  prices: {
    'anthropic/claude-haiku-4-5-20251001': HAIKU_4_5,
    'anthropic/claude-haiku-4-5': HAIKU_4_5,
    'openai/gpt-4.1-mini': { input: 0.4, cachedInput: 0.1, output: 1.6 },
  },
};

export function priceTable(own: PriceTable['prices']): PriceTable {
  if (Object.keys(own).length === 0) return KNOWN_PRICES;
  return {
    origin: `the setting autoMode.classifier.prices, else ${KNOWN_PRICES.origin}`,
    prices: { ...KNOWN_PRICES.prices, ...own },
  };
}

/** Input is without cache reads and writes. */
export interface TokenCount {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens?: number;
  readonly outputTokens: number;
}

export function tokenCost(tokens: TokenCount, price: TokenPrice): number {
  const { inputTokens, cachedTokens, cacheWriteTokens = 0, outputTokens } = tokens;
  const { input, cachedInput, cacheWrite = input, output } = price;
  return (
    (inputTokens * input + cachedTokens * cachedInput + cacheWriteTokens * cacheWrite + outputTokens * output) /
    1_000_000
  );
}
