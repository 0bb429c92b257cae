/** What tokens cost, for estimates. Providers change their prices; the estimate says as of when it is. */

export interface TokenPrice {
  /** US dollars for a million tokens. */
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}

export interface PriceTable {
  /** Where the figures come from, and of which day they are. */
  readonly origin: string;
  /** By `provider/model-id`. */
  readonly prices: Readonly<Record<string, TokenPrice>>;
}

const HAIKU_4_5: TokenPrice = { input: 1, cachedInput: 0.1, output: 5 };

/** The default models of the two companies. */
export const KNOWN_PRICES: PriceTable = {
  origin:
    'list prices of 2026-11-22 (platform.claude.com/docs/en/about-claude/pricing, developers.openai.com/api/docs/pricing)',
  prices: {
    'anthropic/claude-haiku-4-5-20251001': HAIKU_4_5,
    'anthropic/claude-haiku-4-5': HAIKU_4_5,
    'openai/gpt-4.1-mini': { input: 0.4, cachedInput: 0.1, output: 1.6 },
  },
};

/** Tokens of one answer or of many. Cached tokens are not among the input tokens. */
export interface TokenCount {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

/** In US dollars. */
export function tokenCost(tokens: TokenCount, price: TokenPrice): number {
  const { inputTokens, cachedTokens, outputTokens } = tokens;
  return (inputTokens * price.input + cachedTokens * price.cachedInput + outputTokens * price.output) / 1_000_000;
}
