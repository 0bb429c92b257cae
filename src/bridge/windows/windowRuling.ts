import type { Decision } from '../../engine/model/decision';
import type { Decide } from '../protocol/decide';
import type { WindowRouter } from './windowRouter';

/**
 * How this window and the others that have the folder of a call open rule on it together. Another window can only block, so none of them
 * is a way to something looser.
 * @param decide for a call in a folder of this window
 * @param decideOutside for a call in no window's folder
 */
export function windowRuling(
  router: Pick<WindowRouter, 'isOutside' | 'objection'>,
  decide: Decide,
  decideOutside: Decide,
): Decide {
  return async (request, signal, answerBy): Promise<Decision> => {
    const byRules = await router.objection(request, 'rules', signal);
    if (byRules !== undefined) return byRules;
    const isOutside = await router.isOutside(request);
    const decision = await (isOutside ? decideOutside : decide)(request, signal, answerBy);
    if (decision.outcome !== 'defer') return decision;
    return (await router.objection(request, 'whole', signal)) ?? decision;
  };
}
