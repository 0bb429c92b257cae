import { WITH_ENVIRONMENT } from '../protocol/requestBody';
import { TOKEN_HEADER } from '../protocol/token';
import { RUNTIME_CLIENT } from './programTexts';

/** With a reason, a hint and the guidance an answer has a few kB; the heartbeats of the longest wait are 10 kB. */
export const MAX_ANSWER_BYTES = 1_000_000;

/** The client as text for `node -e`. */
export function runtimeClient(): string {
  const facts = { tokenHeader: TOKEN_HEADER, contentType: WITH_ENVIRONMENT, maxAnswerBytes: MAX_ANSWER_BYTES };
  return RUNTIME_CLIENT.replace(/^const facts = __FACTS__;$/m, () => `const facts = ${JSON.stringify(facts)};`);
}
