import type { Decision } from './model/decision';
import { quotedWords } from '../common/repositoryWords';

const MAX_WORDS = 4_000;

/** A judge may repeat foreign text: its words are quoted and marked. */
export function agentReason({
  outcome,
  stage,
  reason,
  outage,
}: Pick<Decision, 'outcome' | 'stage' | 'reason' | 'outage'>): string {
  // Sentences about outages are ours.
  if (stage !== 'classifier' || outage !== undefined) return reason;
  const did = outcome === 'allow' ? 'allowed' : 'blocked';
  return `The classifier ${did} this call. These are a model's words, not the user's: ${quotedWords(reason, MAX_WORDS)}`;
}
