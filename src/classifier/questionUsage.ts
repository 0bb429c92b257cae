import type { TokenPrice } from '../engine/model/configuration';
import type { ClassifierUsage } from '../engine/model/decision';
import type { Clock } from '../common/clock';
import { formatModelId, type ModelId } from './models/modelCatalogue';
import { priceTable, tokenCost } from './models/modelPrices';
import type { ModelReply } from './models/provider';

const COUNTS = ['inputTokens', 'outputTokens', 'cachedTokens', 'cacheWriteTokens'] as const;

const MOST_TOKENS = 1e9;

/** Of all stages; a failed request does not void it. */
export class QuestionUsage {
  private readonly started: number;
  private readonly price: TokenPrice | undefined;
  private stage: ClassifierUsage['stage'];
  private replies = 0;
  private counted = 0;
  private readonly tokens: Partial<Record<(typeof COUNTS)[number], number>> = {};

  /** @param ownPrices by `provider/model-id`, before the built-in ones */
  constructor(
    private readonly model: ModelId,
    private readonly clock: Clock,
    ownPrices: Readonly<Record<string, TokenPrice>>,
  ) {
    this.started = clock.monotonic();
    this.price = priceTable(ownPrices).prices[formatModelId(model)];
  }

  begin(stage: NonNullable<ClassifierUsage['stage']>): void {
    this.stage = stage;
  }

  add(usage: ModelReply['usage']): void {
    this.replies += 1;
    if (COUNTS.some((count) => (usage[count] ?? 0) > MOST_TOKENS)) return;
    if (usage.inputTokens !== undefined && usage.outputTokens !== undefined) this.counted += 1;
    for (const count of COUNTS) {
      const more = usage[count];
      if (more !== undefined) this.tokens[count] = (this.tokens[count] ?? 0) + more;
    }
  }

  soFar(): ClassifierUsage {
    const costUsd = this.cost();
    return {
      ...this.model,
      ...(this.stage === undefined ? {} : { stage: this.stage }),
      latencyMs: this.clock.monotonic() - this.started,
      ...this.tokens,
      ...(costUsd === undefined ? {} : { costUsd }),
    };
  }

  /** A part would look complete. */
  private cost(): number | undefined {
    if (this.price === undefined || this.replies === 0 || this.counted < this.replies) return undefined;
    const { inputTokens = 0, outputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0 } = this.tokens;
    return tokenCost({ inputTokens, outputTokens, cachedTokens, cacheWriteTokens }, this.price);
  }
}
