import type { TokenPrice } from '../../engine/model/configuration';
import type { ModelChoice } from '../models/modelChoice';
import { tokenCost } from '../models/modelPrices';
import { modelRequests } from '../modelRequests';
import type { ModelCall } from '../models/provider';
import type { PreparedCase } from './measure';

/** What a measurement would take, told before it begins. */
export interface RunEstimate {
  readonly cases: number;
  /** A case is one request, or two where a first look comes before the judgement and does not clear the call. */
  readonly mostRequests: number;
  /** US dollars, rather too much: nothing cached and every request made. Undefined where the price of the model is not known. */
  readonly mostDollars: number | undefined;
}

/** Of English text and code, roughly. */
const CHARACTERS_PER_TOKEN = 4;
/** Of a judgement with its reasons; a first look is a few words. */
const JUDGEMENT_TOKENS = 150;
const FIRST_LOOK_TOKENS = 20;

/**
 * @param some cases like those that will be put, at least one
 * @param cases how many will be put
 * @throws ActionTooLarge where a case does not fit into the model's window
 */
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
