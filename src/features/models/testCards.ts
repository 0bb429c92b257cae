import { testCardSchema, type TestCard } from '../../classifier/evaluation/testCard';
import type { Confirmations } from './secretKeys';

const NAME = 'modelTestCards';
/** More than a person compares. */
const MAX_KEPT = 40;

/** The last for each model, policy, set of cases and settings. */
export class TestCards {
  constructor(private readonly kept: Confirmations) {}

  all(): readonly TestCard[] {
    const kept = this.kept.get(NAME);
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((entry: unknown) => {
      const parsed = testCardSchema.safeParse(entry);
      return parsed.success ? [parsed.data] : [];
    });
  }

  /** A cut test never replaces a longer one. */
  async keep(card: TestCard): Promise<void> {
    const cards = this.all();
    const former = cards.find((one) => isOfSameTest(one, card));
    if (former !== undefined && card.cases < card.planned && former.cases >= card.cases) return;
    const others = cards.filter((one) => one !== former);
    await this.kept.update(NAME, [...others, card].slice(-MAX_KEPT));
  }
}

function isOfSameTest(left: TestCard, right: TestCard): boolean {
  return (['model', 'baseUrl', 'policy', 'caseSet', 'settings'] as const).every((name) => left[name] === right[name]);
}
