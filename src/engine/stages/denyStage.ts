import type { Stage } from '../model/stage';
import { firstBroadMatch, fragment, named, saidBy, tooSlow, withPlace, type FoundMatch } from './ruleMatches';

export const denyStage: Stage = (context) => {
  let match: FoundMatch | undefined;
  try {
    match = firstBroadMatch(context, 'deny');
  } catch (error) {
    return tooSlow('deny', error);
  }
  if (match === undefined) return undefined;
  return {
    outcome: 'block',
    stage: 'permissions.deny',
    rule: { text: match.rule.text, source: match.rule.source },
    reason: withPlace(
      saidBy(match.rule, `The deny rule ${named(match.rule)} (${match.rule.source} settings) forbids this call.`),
      match,
    ),
    fragment: fragment(match),
    remedy: `Only a change of that rule in autoMode.permissions.deny clears this; do not look for another way to do the same.`,
  };
};
