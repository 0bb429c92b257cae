import type { Decision } from '../../engine/model/decision';
import type { Decide } from '../protocol/decide';
import type { WindowRouter } from './windowRouter';

/**
 * Other windows with the folder can only block: none loosens.
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
    if (decision.stage !== 'disabled') return decision;
    return (await router.objection(request, 'whole', signal)) ?? decision;
  };
}
