import type { TokenPrice } from '../../engine/model/configuration';
import type { ModelChoice } from '../models/modelChoice';
import { tokenCost } from '../models/modelPrices';
import { modelRequests } from '../modelRequests';
import type { ModelCall } from '../models/provider';
import type { PreparedCase } from './measure';

export interface RunEstimate {
  readonly cases: number;
  /** Two for a case that the first look does not clear. */
  readonly mostRequests: number;
  /** US dollars, a high estimate: no cache, every request. Undefined: unknown price. */
  readonly mostDollars: number | undefined;
}

/** For English and code. */
const CHARACTERS_PER_TOKEN = 4;
/** With its reasons. A first look is a few words. */
const JUDGEMENT_TOKENS = 150;
const FIRST_LOOK_TOKENS = 20;

/** @throws ActionTooLarge if a case exceeds the model's window */
export function runEstimate(
  some: readonly PreparedCase[],
  cases: number,
  choice: Extract<ModelChoice, { kind: 'model' }>,
  price: TokenPrice | undefined,
): RunEstimate {
  let requests = 0;
  let inputTokens = 0;
  let outputTokens = 0;
  for (const { question } of some) {
    const { firstLook, judgement } = modelRequests(question, choice, true);
    for (const call of firstLook === undefined ? [judgement] : [firstLook, judgement]) {
      requests += 1;
      inputTokens += tokensOf(call);
      outputTokens += call === judgement ? JUDGEMENT_TOKENS : FIRST_LOOK_TOKENS;
    }
  }
  const each = cases / some.length;
  return {
    cases,
    mostRequests: Math.ceil(requests * each),
    mostDollars:
      price === undefined ? undefined : each * tokenCost({ inputTokens, cachedTokens: 0, outputTokens }, price),
  };
}

function tokensOf({ system, user, tools }: ModelCall): number {
  return Math.ceil([...system, ...user, JSON.stringify(tools)].join('').length / CHARACTERS_PER_TOKEN);
}
