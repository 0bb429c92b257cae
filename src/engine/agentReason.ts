import type { Decision } from './model/decision';
import { quotedWords } from '../common/repositoryWords';

/** Longer than any reason that a verdict may have. */
const MAX_WORDS = 4_000;

/**
 * Why a call was decided as it was, for the agent that made it. A judge may repeat what stands in a file or a call, so its words are quoted and
 * marked as a model's: they pass neither for the user's nor for ours.
 */
export function agentReason({
  outcome,
  stage,
  reason,
  outage,
}: Pick<Decision, 'outcome' | 'stage' | 'reason' | 'outage'>): string {
  // What went wrong with a judge is said in sentences of ours.
  if (stage !== 'classifier' || outage !== undefined) return reason;
  const did = outcome === 'allow' ? 'allowed' : 'blocked';
  return `The classifier ${did} this call. These are a model's words, not the user's: ${quotedWords(reason, MAX_WORDS)}`;
}
